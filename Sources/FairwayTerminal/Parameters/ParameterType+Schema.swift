import FairwayWire

extension ParameterType {
    /// How far a schema that refers to itself is followed.
    private static let mostDepth = 8

    /// Reads a schema (JSON Schema 2020-12) as the catalog gives it; what it does not understand is asked for as JSON.
    init(schema: JSONValue) { self.init(schema, root: schema, depth: Self.mostDepth) }

    private init(_ schema: JSONValue, root: JSONValue, depth: Int) {
        let (plain, isOptional) = Self.withoutNull(Self.resolved(schema, root), root)
        self.init(kind: Self.kind(of: plain, root, depth), isOptional: isOptional, initial: plain["default"])
    }

    private static func kind(of schema: JSONValue, _ root: JSONValue, _ depth: Int) -> Kind {
        guard depth > 0 else { return .json }
        if let choices = schema["enum"]?.array { return .choice(choices.filter { !$0.isNull }) }
        let types = schema["type"]?.array ?? schema["type"].map { [$0] } ?? []
        switch types.compactMap(\.string).first(where: { $0 != "null" }) {
        case "string": return .text(format: schema["format"]?.string, isSecret: schema["writeOnly"] == true)
        case "integer": return number(schema, isWhole: true)
        case "number": return number(schema, isWhole: false)
        case "boolean": return .boolean
        case "array": return .list(ParameterType(schema["items"] ?? [:], root: root, depth: depth - 1))
        case "object": return schema["properties"]?.object.map { object($0, schema, root, depth) } ?? .json
        default: return .json
        }
    }

    private static func number(_ schema: JSONValue, isWhole: Bool) -> Kind {
        func bound(_ name: String) -> JSONNumber? {
            if case .number(let number)? = schema[name] { number } else { nil }
        }
        return .number(isWhole: isWhole, least: bound("minimum"), most: bound("maximum"))
    }

    private static func object(_ properties: JSONObject, _ schema: JSONValue, _ root: JSONValue, _ depth: Int) -> Kind {
        let required = Set(schema["required"]?.array?.compactMap(\.string) ?? [])
        return .object(
            properties.members.map { name, member in
                var type = ParameterType(member, root: root, depth: depth - 1)
                if !required.contains(name) { type.isOptional = true }
                return Member(name: name, type: type)
            }
        )
    }

    private static func resolved(_ schema: JSONValue, _ root: JSONValue) -> JSONValue {
        var found = schema
        // A chain of references as long as this is a circle.
        for _ in 0..<16 {
            guard let reference = found["$ref"]?.string else { break }
            let path = reference.drop { $0 == "#" || $0 == "/" }.split(separator: "/").map { JSONPointer.plain($0) }
            found = path.reduce(root) { $0[$1] ?? [:] }
        }
        return found
    }

    private static func withoutNull(_ schema: JSONValue, _ root: JSONValue) -> (JSONValue, isOptional: Bool) {
        guard let all = (schema["anyOf"] ?? schema["oneOf"])?.array else {
            let mayBeNull =
                schema["type"]?.array?.contains("null") == true || schema["enum"]?.array?.contains(nil) == true
            return (schema, mayBeNull)
        }
        let some = all.map { resolved($0, root) }.filter { $0["type"] != "null" }
        return (some.count == 1 ? some[0] : [:], some.count < all.count)
    }
}
