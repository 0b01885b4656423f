#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Under which conditions a change is to be made.
public struct Guards: Sendable {
    /// The revisions of which the session has to be at one.
    public var revisions: Set<Int>?
    /// The moment since which the session must not have been changed.
    var untouchedSince: Date?
    /// The key under which the answer is kept, so that a repeat is answered and not made again.
    public var key: RequestKey?

    /// Whether there is a key: asked by its case, because to compare it with nil would copy it.
    var isKeyed: Bool {
        if case .some = key { true } else { false }
    }

    /// No conditions but those given.
    public init(revisions: Set<Int>? = nil, key: RequestKey? = nil) {
        self.revisions = revisions
        self.key = key
    }
}
