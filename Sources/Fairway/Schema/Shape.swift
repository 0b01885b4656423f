import FairwayWire

/// The structure of a type's JSON. Recorded from the type and converted to a JSON Schema.
indirect enum Shape: Hashable, Sendable {
    /// Unknown so far.
    case nothing
    /// Any JSON value.
    case any
    case null
    case scalar(Scalar)
    /// One of the values.
    case constants([JSONValue])
    case array(Shape)
    /// An object with arbitrary member names.
    case dictionary(Shape)
    case object([Member])
    /// An enum with payloads: an object with exactly one of the members.
    case cases([Member])
    /// The shape or `null`.
    case optional(Shape)
    case either([Shape])
    /// A reference to a type in the definitions.
    case named(String)
    /// A value that clients send and never receive.
    case secret(Shape)
    /// A shape with additional schema keywords.
    case bounded(Shape, JSONObject)

    /// A scalar with additional schema keywords.
    struct Scalar: Hashable {
        var type: Kind
        var keywords: JSONObject = [:]

        enum Kind: String {
            case boolean, integer, number, string
        }
    }

    struct Member: Hashable {
        var name: String
        var shape: Shape
        var isRequired: Bool
    }

    static func scalar(_ type: Scalar.Kind, _ keywords: JSONObject = [:]) -> Shape {
        .scalar(Scalar(type: type, keywords: keywords))
    }

    /// The shape or `null`. Idempotent.
    var orNull: Shape {
        switch self {
        case .any, .null, .optional: self
        case .nothing: .null
        default: .optional(self)
        }
    }

    /// The union of shapes.
    static func merged(_ shapes: some Sequence<Shape>) -> Shape {
        var different: [Shape] = []
        for shape in shapes where shape != .nothing && !different.contains(shape) { different.append(shape) }
        return different.count > 1 ? .either(different) : different.first ?? .nothing
    }
}

extension Shape {
    /// The shape with the descriptions of its type and of its members.
    func described(by description: TypeDescription) -> Shape {
        var shape = self
        if case .object(let members) = self {
            shape = .object(
                members.map { member in
                    let keywords = description[member.name]
                    guard !keywords.members.isEmpty else { return member }
                    let described = Shape.bounded(member.shape, keywords)
                    return Member(name: member.name, shape: described, isRequired: member.isRequired)
                }
            )
        }
        return .bounded(shape, description.keywords)
    }

    /// The JSON Schema (2020-12) of the shape, with referenced definitions in `$defs`.
    func schema(_ definitions: [String: Shape]) -> JSONObject {
        var schema = inlineSchema
        var needed = Set(references)
        var waiting = references
        while let name = waiting.popLast() {
            for further in definitions[name]?.references ?? [] where needed.insert(further).inserted {
                waiting.append(further)
            }
        }
        guard !needed.isEmpty else { return schema }
        schema["$defs"] = .object(
            JSONObject(needed.sorted().map { ($0, .object(definitions[$0]?.inlineSchema ?? [:])) })
        )
        return schema
    }

    private var inlineSchema: JSONObject {
        switch self {
        case .nothing, .any: return [:]
        case .null: return ["type": "null"]
        case .scalar(let scalar): return scalar.schema(orNull: false)
        case .constants(let values): return ["enum": .array(values)]
        case .array(let element): return ["type": "array", "items": .object(element.inlineSchema)]
        case .dictionary(let value): return ["type": "object", "additionalProperties": .object(value.inlineSchema)]
        case .object(let members): return Self.object(members)
        case .cases(let members):
            return ["oneOf": .array(members.map { .object(Self.object([$0])) })]
        case .optional(.scalar(let scalar)): return scalar.schema(orNull: true)
        case .optional(.constants(let values)): return ["enum": .array(values + [.null])]
        case .optional(let shape): return ["anyOf": [.object(shape.inlineSchema), ["type": "null"]]]
        case .either(let shapes): return ["anyOf": .array(shapes.map { .object($0.inlineSchema) })]
        case .named(let name): return ["$ref": .string("#/$defs/\(name)")]
        case .secret(let shape):
            var schema = shape.inlineSchema
            schema["writeOnly"] = true
            return schema
        case .bounded(let shape, let keywords):
            var schema = shape.inlineSchema
            for (keyword, value) in keywords.members { schema[keyword] = value }
            return schema
        }
    }

    /// Additional properties are allowed, because clients ignore unknown members.
    private static func object(_ members: [Member]) -> JSONObject {
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        var schema: JSONObject = [
            "type": "object",
            "properties": .object(JSONObject(members.map { ($0.name, .object($0.shape.inlineSchema)) })),
        ]
        if !required.isEmpty { schema["required"] = .array(required) }
        return schema
    }

    private var references: [String] {
        switch self {
        case .nothing, .any, .null, .scalar, .constants: []
        case .array(let shape), .dictionary(let shape), .optional(let shape), .secret(let shape): shape.references
        case .bounded(let shape, _): shape.references
        case .object(let members), .cases(let members): members.flatMap(\.shape.references)
        case .either(let shapes): shapes.flatMap(\.references)
        case .named(let name): [name]
        }
    }
}

extension Shape.Scalar {
    fileprivate func schema(orNull: Bool) -> JSONObject {
        let name = JSONValue.string(type.rawValue)
        var schema: JSONObject = ["type": orNull ? [name, "null"] : name]
        for (keyword, value) in keywords.members { schema[keyword] = value }
        return schema
    }
}
