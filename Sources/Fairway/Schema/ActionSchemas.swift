import FairwayWire

/// The schema of the parameters of each action that a screen takes.
enum ActionSchemas {
    /// By action name, in the order of the names.
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

    /// A lone value without a label is `_0` in Swift's coding and `value` on the wire.
    private static func unlabelled(_ params: Shape) -> Shape {
        guard case .object(var members) = params, members.count == 1, members[0].name == "_0" else { return params }
        members[0].name = "value"
        return .object(members)
    }
}
