import FairwayWire

/// Makes examples of bodies from the examples of their members.
struct SchemaExamples {
    /// The shared schemas.
    private let schemas: JSONObject
    /// Recursive types end at this depth.
    private static let mostDepth = 6

    init(_ schemas: JSONObject) { self.schemas = schemas }

    /// The document's calls with an example beside each schema of a JSON body.
    func adding(to value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map(adding))
        case .object(let object):
            var result = JSONObject()
            for (name, member) in object.members {
                result[name] = adding(to: member)
                if name == "application/json", var content = member.object, let schema = content["schema"] {
                    content["example"] = example(of: schema)
                    result[name] = .object(content)
                }
            }
            return .object(result)
        default: return value
        }
    }

    /// A value of the schema: its example, or one that is made of the examples of its members. Optional members without an
    /// example are left out. Nil if the schema says too little.
    func example(of schema: JSONValue, depth: Int = 0) -> JSONValue? {
        if let example = schema["examples"]?.array?.first ?? schema["const"] { return example }
        guard depth < Self.mostDepth else { return nil }
        if let reference = schema["$ref"]?.string?.split(separator: "/").last {
            return schemas[String(reference)].flatMap { example(of: $0, depth: depth + 1) }
        }
        if let alternatives = (schema["oneOf"] ?? schema["anyOf"])?.array {
            return alternatives.first { $0["type"] != "null" }.flatMap { example(of: $0, depth: depth + 1) }
        }
        if let first = schema["enum"]?.array?.first { return first }
        if let members = schema["properties"]?.object?.members { return object(members, schema, depth) }
        if let element = schema["items"] {
            return example(of: element, depth: depth + 1).map { .array([$0]) } ?? .array([])
        }
        return nil
    }

    private func object(
        _ members: [(name: String, value: JSONValue)],
        _ schema: JSONValue,
        _ depth: Int
    ) -> JSONValue {
        let required = schema["required"]?.array ?? []
        let shown = members.filter { required.contains(.string($0.name)) || $0.value["examples"] != nil }
        return .object(
            JSONObject(shown.map { ($0.name, example(of: $0.value, depth: depth + 1) ?? .null) })
        )
    }
}
