import FairwayWire

/// A type-erased ``Control``, as the author declared it. ``ScreenControls`` checks it.
struct ControlDeclaration: Sendable {
    let action: ActionName
    let label: Text
    let role: ControlRole
    let confirm: Text?
    let fields: [FieldDeclaration]

    init(
        _ action: ActionName,
        _ label: Text,
        _ role: ControlRole,
        _ confirm: Text?,
        _ fields: [FieldDeclaration]
    ) {
        self.action = action
        self.label = label
        self.role = role
        self.confirm = confirm
        self.fields = fields
    }

    /// The name of a control's action on the wire.
    enum ActionName: Sendable {
        /// Found by encoding the action. `parameters` are the members of its parameters, in declaration order.
        case found(String, parameters: [String])
        /// Given by the author.
        case given(String)
        /// Not found, with the reason.
        case unknown(String)
    }
}

extension ControlDeclaration.ActionName {
    /// Encodes the action that the case makes from sample values.
    static func of<Action: Codable, each P: Codable>(_ action: (repeat each P) -> Action) -> Self {
        let recorder = ShapeRecorder()
        func sample<Value: Codable>(_ type: Value.Type) throws -> Value {
            guard let value = recorder.record(type).value else { throw NoSample(type: "\(type)") }
            return value
        }
        do {
            return of(action(repeat try sample((each P).self)))
        } catch let missing as NoSample {
            return .unknown("\(missing.type) accepts no sample value")
        } catch {
            return .unknown("\(error)")
        }
    }

    /// Reads the name from the encoded action: a raw value, or the only member of an object.
    static func of<Action: Codable>(_ action: Action) -> Self {
        if let raw = action as? any RawRepresentable<String> { return .found(raw.rawValue, parameters: []) }
        guard let encoded = try? JSON.encode(action),
            let object = try? JSON.decode(JSONValue.self, from: encoded).object,
            let member = object.members.first, object.members.count == 1, let parameters = member.value.object
        else { return .unknown("its action is not encoded as an object with the name of its case") }
        let names = parameters.members.map(\.name)
        return .found(member.name, parameters: names == ["_0"] ? ["value"] : names)
    }

    private struct NoSample: Error {
        let type: String
    }
}
