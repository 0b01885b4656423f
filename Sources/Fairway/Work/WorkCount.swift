/// A number about the work of one queue.
public struct WorkCount: Sendable {
    /// What it counts.
    public var key: Key
    /// How many.
    public var count: Int

    /// What is counted.
    public struct Key: Hashable, Sendable {
        /// Where it waited.
        public var queue: WorkQueue
        /// How attempts ended; nil for those under way.
        public var outcome: WorkOutcome.Kind?
    }
}
