/// Where ids and tokens that nobody can guess come from. Injected, so that tests know them.
public protocol IdentifierSource: Sendable {
    /// As many random bytes as asked for.
    func bytes(_ count: Int) -> [UInt8]
}

extension IdentifierSource {
    /// A session's id: 128 bits.
    func makeSessionID() -> String { Base64URL.encode(bytes(16)) }
    /// A session's token: 256 bits.
    package func makeToken() -> String { Base64URL.encode(bytes(32)) }
}
