/// The wire's own types: what is read and written is read the same again, and a client's part holds whatever it is sent.
enum WireTarget {
    static func run(_ bytes: [UInt8]) {
        repeatable(StateDocument.self, bytes)
        repeatable(Problem.self, bytes)
        repeatable(Device.self, bytes)
        repeatable(FieldError.self, bytes)
        if let documents = try? JSON.decode([StateDocument].self, from: bytes) { follow(documents) }
        if let containers = try? JSON.decode([Navigation].self, from: bytes) {
            for (before, after) in zip(containers, containers.dropFirst()) {
                let moves = before.moves(to: after)
                _ = before.applying(moves, toward: after)
            }
        }
    }

    private static func repeatable<Value: Codable & Equatable>(_ type: Value.Type, _ bytes: [UInt8]) {
        guard let value = try? JSON.decode(type, from: bytes) else { return }
        guard let written = try? JSON.encode(value) else { preconditionFailure("what was read cannot be written") }
        guard let again = try? JSON.decode(type, from: written) else { preconditionFailure("or not be read again") }
        precondition(again == value, "what was written is something else")
    }

    /// What a client does with states that it is sent.
    private static func follow(_ documents: [StateDocument]) {
        for (before, after) in zip(documents, documents.dropFirst()) {
            _ = before.navigation?.applying(after.moves, toward: after.navigation)
        }
    }
}
