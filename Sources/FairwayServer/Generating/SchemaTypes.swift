import FairwayWire

/// Converts the JSON Schemas of a screen or a flow to types.
struct SchemaTypes {
    private(set) var declarations: [ClientTypes.Declaration] = []
    private var names = UniqueNames(taken: reserved)
    private var definitions: JSONObject = [:]
    /// The declarations of definitions, by the definition's name and schema. Two schemas of a screen may share them.
    private var defined: [Definition: String] = [:]
    /// The definitions that are being read, outside of lists and dictionaries.
    private var open: [String] = []

    private struct Definition: Hashable {
        let name: String
        let schema: JSONValue
    }

    /// Names with another meaning inside a screen's type.
    private static let reserved: Set = [
        "Action", "Any", "Array", "Bool", "CodingKeys", "Data", "Date", "Decimal", "Dictionary", "Double", "Field",
        "Indirect", "Input", "Int", "JSONObject", "JSONValue", "NoFields", "Optional", "Promise", "Protocol", "Record",
        "ScreenDocument", "Self", "Set", "String", "Type", "TypedScreen", "URL", "UUID", "ViewModel",
    ]

    /// Declares the type of a schema under a name, and the types in it.
    init(outermost name: String, _ schema: JSONObject) {
        // Reserve the first place.
        declarations.append(ClientTypes.Declaration(name: name, kind: .alias(.any)))
        definitions = schema["$defs"]?.object ?? [:]
        let kind = kind(of: schema, hints: []) ?? .alias(type(of: .object(schema), hints: ["Root"]))
        declarations[0] = ClientTypes.Declaration(name: name, kind: kind)
    }

    /// The outermost type, then the others by name.
    var sorted: [ClientTypes.Declaration] {
        declarations.prefix(1) + declarations.dropFirst().sorted { $0.name < $1.name }
    }

    /// The members of an object; nil for any other schema.
    mutating func members(of schema: JSONValue) -> [ClientTypes.Member]? {
        guard let object = schema.object, object["properties"] != nil else { return nil }
        definitions = object["$defs"]?.object ?? [:]
        return members(of: object, hints: [])
    }

    private mutating func members(of schema: JSONObject, hints: [String]) -> [ClientTypes.Member] {
        let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
        return (schema["properties"]?.object?.members ?? []).map { name, member in
            ClientTypes.Member(
                name: name,
                type: type(of: member, hints: hints + [name]),
                isRequired: required.contains(name)
            )
        }
    }

    /// - Parameter hints: Names for a declaration: the member's, after those of the members around it.
    private mutating func type(of schema: JSONValue, hints: [String]) -> ClientType {
        guard let schema = schema.object else { return .any }
        if let reference = schema["$ref"]?.string { return type(named: reference) }
        if let constants = schema["enum"]?.array, constants.contains(.null) {
            var others = schema
            others["enum"] = .array(constants.filter { $0 != .null })
            return .nullable(type(of: .object(others), hints: hints))
        }
        if let shapes = schema["anyOf"]?.array { return union(shapes, hints) }
        if let types = schema["type"]?.array {
            let others = types.filter { $0 != "null" }
            guard others.count == 1 else { return .any }
            var other = schema
            other["type"] = others[0]
            let type = type(of: .object(other), hints: hints)
            return types.count > 1 ? .nullable(type) : type
        }
        if let kind = kind(of: schema, hints: hints) { return .named(declare(kind, hints)) }
        return leaf(schema, hints)
    }

    private mutating func union(_ shapes: [JSONValue], _ hints: [String]) -> ClientType {
        let types = shapes.filter { $0["type"] != "null" }.map { type(of: $0, hints: hints) }
        let union = types.count == 1 ? types[0] : .union(types)
        return types.count < shapes.count ? .nullable(union) : union
    }

    /// The kind of a schema that needs a declaration; nil for all others.
    private mutating func kind(of schema: JSONObject, hints: [String]) -> ClientTypes.Declaration.Kind? {
        if let values = schema["enum"]?.array {
            let texts = values.compactMap(\.string)
            return texts.isEmpty || texts.count < values.count ? nil : .constants(texts)
        }
        if let shapes = schema["oneOf"]?.array {
            let cases = shapes.compactMap { self.case(of: $0, hints) }
            return cases.isEmpty || cases.count < shapes.count ? nil : .cases(cases)
        }
        guard schema["type"] == "object", let properties = schema["properties"]?.object,
            !properties.members.isEmpty || hints.isEmpty
        else { return nil }
        return .object(members(of: schema, hints: hints))
    }

    /// The case that an object with one member encodes.
    private mutating func `case`(of schema: JSONValue, _ hints: [String]) -> ClientTypes.Case? {
        guard let properties = schema["properties"]?.object?.members, properties.count == 1,
            let payload = properties[0].value.object, payload["type"] == "object"
        else { return nil }
        let name = properties[0].name
        return ClientTypes.Case(name: name, payload: members(of: payload, hints: hints + [name]))
    }

    private mutating func leaf(_ schema: JSONObject, _ hints: [String]) -> ClientType {
        switch schema["type"] {
        case "boolean": .bool
        case "integer": .integer
        // A multiple such as 0.01 is not exact as a binary floating-point number.
        case "number": schema["multipleOf"] == nil ? .number : .decimal
        case "string": Self.text(schema)
        case "array": .array(element(schema["items"], hints.dropLast() + hints.suffix(1).map(CodeIdentifier.singular)))
        case "object":
            schema["additionalProperties"]?.object == nil
                ? .anyObject : .dictionary(element(schema["additionalProperties"], hints))
        default: .any
        }
    }

    private mutating func element(_ schema: JSONValue?, _ hints: [String]) -> ClientType {
        let outside = open
        open = []
        defer { open = outside }
        return schema.map { type(of: $0, hints: hints) } ?? .any
    }

    private static func text(_ schema: JSONObject) -> ClientType {
        if schema["contentEncoding"] == "base64" { return .data }
        switch schema["format"] {
        case "date-time": return .date
        case "uuid": return .uuid
        case "uri-reference": return .url
        default: return .string
        }
    }

    private mutating func type(named reference: String) -> ClientType {
        let name = String(reference.split(separator: "/").last ?? "")
        guard let schema = definitions[name]?.object else { return .any }
        let definition = Definition(name: name, schema: .object(schema))
        if let declared = defined[definition] {
            return open.contains(declared) ? .recursive(declared) : .named(declared)
        }
        let declared = names.add(CodeIdentifier.upperCamelCase(CodeIdentifier.words(in: name)), or: "Value")
        defined[definition] = declared
        // Reserve the place before the members are read, because they refer to it.
        let place = declarations.count
        declarations.append(ClientTypes.Declaration(name: declared, kind: .alias(.any)))
        open.append(declared)
        let kind = kind(of: schema, hints: [name]) ?? .alias(leaf(schema, [name]))
        open.removeLast()
        declarations[place] = ClientTypes.Declaration(name: declared, kind: kind)
        return .named(declared)
    }

    /// Declares a type, or finds the one with the same structure. Its name is the shortest one that is free.
    private mutating func declare(_ kind: ClientTypes.Declaration.Kind, _ hints: [String]) -> String {
        if let same = declarations.dropFirst().first(where: { $0.kind == kind }) { return same.name }
        let candidates = hints.indices.reversed().map { start in
            hints[start...].map { CodeIdentifier.upperCamelCase(CodeIdentifier.words(in: $0)) }.joined()
        }
        let name = candidates.first(where: names.isFree)
        let declared = names.add(name ?? candidates.first ?? "Value", or: "Value")
        declarations.append(ClientTypes.Declaration(name: declared, kind: kind))
        return declared
    }
}
