public import FairwayWire

/// JSON Schemas (2020-12) of types, learned from how they are read and from examples.
public enum JSONSchema {
    /// The schema of the JSON that a type is read from.
    ///
    ///     JSONSchema.of(Planet.self)   // {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}
    ///
    /// - Parameters:
    ///   - type: the type that is read.
    ///   - examples: JSON that the schema must admit. What a type does not tell, because it reads and writes itself by
    ///     hand, is taken from them.
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
