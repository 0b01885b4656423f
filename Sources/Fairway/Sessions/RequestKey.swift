/// An idempotency key, with a fingerprint of its request.
public struct RequestKey: Hashable, Sendable {
    /// The key as the client sent it.
    public var key: String
    /// A digest of the request's method, path and body.
    public var fingerprint: String

    /// A key and the fingerprint of its request.
    public init(_ key: String, fingerprint: String) {
        self.key = key
        self.fingerprint = fingerprint
    }
}
