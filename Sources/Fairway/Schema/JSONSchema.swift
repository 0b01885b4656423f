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

/// The schemas of the parameters of a screen's actions.
enum ActionSchemas {
    /// The schemas by action name, in the order of `names`.
    static func of<Action: Decodable>(_ type: Action.Type, names: [String]) -> JSONObject {
        let recorder = ShapeRecorder()
        var shape = recorder.record(type).shape
        if case .named(let name) = shape { shape = recorder.definitions[name] ?? .any }
        return JSONObject(
            names.map { name in
                (name: name, value: .object(params(of: name, in: shape).schema(recorder.definitions)))
            }
        )
    }

    private static func params(of name: String, in shape: Shape) -> Shape {
        switch shape {
        case .constants: .object([])
        case .cases(let cases): cases.first { $0.name == name }.map { unlabelled($0.shape) } ?? .any
        default: .any
        }
    }

    /// Renames the label of a single unlabelled value from `_0` in `Codable` to `value` on the wire.
    private static func unlabelled(_ params: Shape) -> Shape {
        guard case .object(var members) = params, members.count == 1, members[0].name == "_0" else { return params }
        members[0].name = "value"
        return .object(members)
    }
}
