/// The secret that opens a session: shown once, kept only as its hash.
package struct Token: Sendable {
    /// What the client is given.
    let text: String

    /// What is stored.
    var hash: [UInt8] { SHA256.hash(text.utf8) }

    /// Whether two hashes are the same, in a time that does not depend on where they differ.
    package static func areEqual<Bytes: Collection<UInt8>>(_ left: Bytes, _ right: Bytes) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
