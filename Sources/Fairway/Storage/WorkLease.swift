#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A wish to take up work that is due.
public struct WorkLease: Sendable {
    /// What is wished for of which queue.
    public var slots: [WorkQueue: Slots]
    /// Who takes it up: another each time, so that who held it before is told apart.
    public var holder: String
    /// The present moment.
    public var now: Date

    /// What is wished for of a queue.
    public struct Slots: Hashable, Sendable {
        /// How much at most.
        public var count: Int
        /// When somebody else may take it up, because nothing more was heard of the holder.
        public var until: Date

        /// So much, for so long.
        public init(_ count: Int, until: Date) {
            self.count = count
            self.until = until
        }
    }

    /// A wish for work of some queues.
    public init(slots: [WorkQueue: Slots], holder: String, now: Date) {
        self.slots = slots
        self.holder = holder
        self.now = now
    }
}
