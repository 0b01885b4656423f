/// A counter of one queue.
public struct WorkCount: Sendable {
    /// The counted attempts.
    public var key: Key
    /// The number of attempts.
    public var count: Int

    /// A queue and an outcome.
    public struct Key: Hashable, Sendable {
        /// The queue.
        public var queue: WorkQueue
        /// The outcome of the attempts; nil for running attempts.
        public var outcome: WorkOutcome.Kind?
    }
}
