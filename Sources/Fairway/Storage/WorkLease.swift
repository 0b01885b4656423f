#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A wish to take up work that is due.
public struct WorkLease: Sendable {
    /// How much of which queue, at most.
    public var slots: [WorkQueue: Int]
    /// Who takes it up.
    public var holder: String
    /// The present moment.
    public var now: Date
    /// When somebody else may take it up, because nothing more was heard of the holder.
    public var until: Date

    /// A wish for work of some queues.
    public init(slots: [WorkQueue: Int], holder: String, now: Date, until: Date) {
        self.slots = slots
        self.holder = holder
        self.now = now
        self.until = until
    }
}
