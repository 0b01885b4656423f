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
        return shape(of: type, examples, recorder).schema(recorder.definitions)
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
