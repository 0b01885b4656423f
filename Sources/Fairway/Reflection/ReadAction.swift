import FairwayWire

/// An action that was read, and whether anything in it has to be masked where people look.
struct ReadAction {
    let value: any Codable
    let isSensitive: Bool

    /// The action's parameters with sensitive values masked.
    func masked() throws -> JSONValue {
        let encoded = try JSON.encode(value, userInfo: [.maskingSensitive: true])
        guard case .object(let members) = try JSON.decode(JSONValue.self, from: encoded),
            let params = members.members.first
        else { return .null }
        return params.value
    }
}
