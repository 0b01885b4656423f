#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What was answered under an idempotency key to a request that gives out a token, or would have.
///
/// The token is not here: it is made from the key, which only the client has, and the salt.
public struct StoredCreation: Hashable, Sendable {
    /// SHA-256 of the idempotency key.
    public var key: [UInt8]
    /// Which request the key belongs to.
    public var fingerprint: String
    /// What the token is made from beside the key.
    public var salt: [UInt8]
    /// The session whose token it is, or a name that no session has.
    public var session: String
    /// The status of the answer.
    public var status: Int
    /// The answer without the token, or the refusal, compressed as the engine compresses it.
    public var body: [UInt8]
    /// When it was answered.
    public var at: Date
    /// When the sweeper may delete it. Until it does, the key is answered.
    public var expiresAt: Date

    /// An answer under the hash of its key.
    public init(
        key: [UInt8],
        fingerprint: String,
        salt: [UInt8],
        session: String,
        status: Int,
        body: [UInt8],
        at: Date,
        expiresAt: Date
    ) {
        self.key = key
        self.fingerprint = fingerprint
        self.salt = salt
        self.session = session
        self.status = status
        self.body = body
        self.at = at
        self.expiresAt = expiresAt
    }
}
