#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A code with which another device can take over a session, once.
public struct Handoff: Codable, Hashable, Sendable {
    /// What the other device sends.
    public var code: String
    /// When it is no longer good.
    public var expiresAt: Date

    /// A code and its end.
    public init(code: String, expiresAt: Date) {
        self.code = code
        self.expiresAt = expiresAt
    }
}
