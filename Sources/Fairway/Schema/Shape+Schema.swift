import FairwayWire

extension Shape {
    /// The shape as a JSON Schema (2020-12), a document of its own: what it refers to stands in its `$defs`.
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

    /// Objects stay open: clients ignore members that they do not know.
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
