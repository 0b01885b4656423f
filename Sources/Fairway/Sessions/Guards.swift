#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The conditions under which a change is made.
public struct Guards: Sendable {
    /// The change is only made at one of these revisions.
    public var revisions: Set<Int>?
    /// The change is only made if the session was not changed since this time.
    var untouchedSince: Date?
    /// The idempotency key. A repeat with the same key gets the stored answer.
    public var key: RequestKey?

    /// Whether there is a key. A pattern match, because a comparison with nil would copy the key.
    var isKeyed: Bool {
        if case .some = key { true } else { false }
    }

    /// The given conditions.
    public init(revisions: Set<Int>? = nil, key: RequestKey? = nil) {
        self.revisions = revisions
        self.key = key
    }
}
