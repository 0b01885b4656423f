/// An idempotency key, and which request it belongs to.
public struct RequestKey: Hashable, Sendable {
    /// The key as the client sent it.
    public var key: String
    /// A digest of the request's method, path and body.
    public var fingerprint: String

    /// A key with the request it came with.
    public init(_ key: String, fingerprint: String) {
        self.key = key
        self.fingerprint = fingerprint
    }
}
