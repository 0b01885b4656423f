/// Fuzzes the wire types. Checks that a round trip preserves values, and that applying moves never traps.
enum WireTarget {
    static func run(_ bytes: [UInt8]) {
        checkRoundTrip(StateDocument.self, bytes)
        checkRoundTrip(Problem.self, bytes)
        checkRoundTrip(Device.self, bytes)
        checkRoundTrip(FieldError.self, bytes)
        if let documents = try? JSON.decode([StateDocument].self, from: bytes) { follow(documents) }
        if let containers = try? JSON.decode([Navigation].self, from: bytes) {
            for (before, after) in zip(containers, containers.dropFirst()) {
                let moves = before.moves(to: after)
                _ = before.applying(moves, toward: after)
            }
        }
    }

    private static func checkRoundTrip<Value: Codable & Equatable>(_ type: Value.Type, _ bytes: [UInt8]) {
        guard let value = try? JSON.decode(type, from: bytes) else { return }
        guard let written = try? JSON.encode(value) else { preconditionFailure("a decoded value cannot be encoded") }
        guard let again = try? JSON.decode(type, from: written) else {
            preconditionFailure("an encoded value cannot be decoded")
        }
        precondition(again == value, "the value differs after encoding and decoding")
    }

    /// Applies the moves as a client does.
    private static func follow(_ documents: [StateDocument]) {
        for (before, after) in zip(documents, documents.dropFirst()) {
            _ = before.navigation?.applying(after.moves, toward: after.navigation)
        }
    }
}
