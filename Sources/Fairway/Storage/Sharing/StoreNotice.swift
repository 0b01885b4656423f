#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a node is told of what others have committed.
public enum StoreNotice: Hashable, Sendable {
    /// A session was brought to a revision.
    case changed(session: String, revision: Int)
    /// Work was added that may be taken up from that moment on.
    case work(due: Date)
    /// Some notices may have been lost, because the connection was: everything that is watched is to be looked at.
    case missed
}
