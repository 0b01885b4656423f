#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A code that hands a session over to another device.
public struct StoredHandoff: Hashable, Sendable {
    /// The session.
    public var session: String
    /// Until when the code can be used.
    public var expiresAt: Date

    /// A code's session and its last moment.
    public init(
        session: String,
        expiresAt: Date
    ) {
        self.session = session
        self.expiresAt = expiresAt
    }
}
