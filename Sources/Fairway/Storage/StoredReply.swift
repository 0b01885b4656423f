#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What was answered to a request with an idempotency key.
public struct StoredReply: Hashable, Sendable {
    /// The key.
    public var key: String
    /// Which request the key belongs to.
    public var fingerprint: String
    /// The status of the answer.
    public var status: Int
    /// The answer, compressed as the engine compresses it.
    public var body: [UInt8]
    /// The revision the session was at.
    public var revision: Int
    /// When it was answered.
    public var at: Date

    /// An answer under its key.
    public init(key: String, fingerprint: String, status: Int, body: [UInt8], revision: Int, at: Date) {
        self.key = key
        self.fingerprint = fingerprint
        self.status = status
        self.body = body
        self.revision = revision
        self.at = at
    }
}
