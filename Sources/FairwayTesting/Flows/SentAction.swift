import FairwayWire

/// An action as a client sends it: its name, and its parameters by their labels.
struct SentAction {
    let name: String
    let params: RawJSON?

    init(_ action: some Encodable) throws {
        switch try JSON.decode(JSONValue.self, from: JSON.encode(action)) {
        case .string(let name):
            self.name = name
            params = nil
        case .object(let object) where object.members.count == 1:
            name = object.members[0].name
            let members = object.members[0].value.object?.members ?? []
            // Synthesised coding calls an unlabelled value `_0`; on the wire it is `value`.
            let labelled = members.map { ($0.name == "_0" ? "value" : $0.name, $0.value) }
            params = try labelled.isEmpty ? nil : RawJSON(encoding: JSONObject(labelled))
        case let other:
            throw TestMistake("\(action) does not encode to an action's name and parameters but to \(other)")
        }
    }
}
