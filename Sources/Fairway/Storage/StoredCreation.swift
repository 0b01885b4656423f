#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What was answered to a request that gave out a token under an idempotency key.
///
/// The token is not here: it is made from the key, which only the client has, and the salt.
public struct StoredCreation: Hashable, Sendable {
    /// SHA-256 of the idempotency key.
    public var key: [UInt8]
    /// Which request the key belongs to.
    public var fingerprint: String
    /// What the token is made from beside the key.
    public var salt: [UInt8]
    /// The session whose token it is.
    public var session: String
    /// The status of the answer.
    public var status: Int
    /// The answer without the token.
    public var body: [UInt8]
    /// Until when it is kept.
    public var expiresAt: Date
}

/// A code that hands a session over to another device.
public struct StoredHandoff: Hashable, Sendable {
    /// The session.
    public var session: String
    /// Until when the code can be used.
    public var expiresAt: Date
}
