public import FairwayWire

/// Generates JSON Schemas (2020-12) from types. A type's structure is learned by decoding it and from examples.
public enum JSONSchema {
    /// The schema of the JSON that a type decodes.
    ///
    ///     JSONSchema.of(Planet.self)   // {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - examples: JSON values that the schema must accept. They describe types with hand-written `Codable`
    ///     conformances.
    public static func of<Value: Decodable>(_ type: Value.Type, examples: [JSONValue] = []) -> JSONObject {
        let recorder = ShapeRecorder()
        var shape = shape(of: type, examples, recorder)
        if type is any DescribedType.Type, case .named(let name) = shape { shape = recorder.definitions[name] ?? shape }
        return shape.schema(recorder.definitions)
    }

    static func shape<Value: Decodable>(
        of type: Value.Type,
        _ examples: [JSONValue],
        _ recorder: ShapeRecorder
    ) -> Shape {
        let recorded = recorder.record(type, sample: examples.first).shape
        return examples.reduce(recorded) { $0.widened(by: $1) }
    }
}

/// The names that a refusal can point to: the members of a JSON Schema.
struct RejectableNames {
    private let schema: JSONObject

    init(_ schema: JSONObject) { self.schema = schema }

    /// The names of the outermost members.
    var outermost: [String] { resolved(schema)["properties"]?.object?.members.map(\.name) ?? [] }

    /// Whether a member exists, such as `address/street`. True if the schema does not list the members.
    func contains(_ name: String) -> Bool {
        contains(name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)[...], in: schema)
    }

    private func contains(_ path: ArraySlice<String>, in schema: JSONObject) -> Bool {
        guard let name = path.first else { return true }
        let schema = resolved(schema)
        if let choices = (schema["anyOf"] ?? schema["oneOf"])?.array {
            return choices.contains { contains(path, in: $0.object ?? [:]) }
        }
        if let member = schema["properties"]?[name]?.object { return contains(path.dropFirst(), in: member) }
        if let value = schema["additionalProperties"]?.object { return contains(path.dropFirst(), in: value) }
        if let element = schema["items"]?.object { return Int(name) != nil && contains(path.dropFirst(), in: element) }
        return schema["properties"] == nil && schema["type"] == nil && schema["enum"] == nil
    }

    /// The schema that a recursive type refers to.
    private func resolved(_ part: JSONObject) -> JSONObject {
        guard let reference = part["$ref"]?.string?.split(separator: "/").last else { return part }
        return schema["$defs"]?[String(reference)]?.object ?? [:]
    }
}
