/// What an engine has done since it was created, and its current load.
public struct EngineStatistics: Sendable {
    /// Answered changes, by kind and outcome.
    public package(set) var changes: [Change: Int] = [:]
    /// The time of handlers in microseconds, by kind of change.
    public package(set) var handlerMicroseconds: [String: Histogram] = [:]
    /// Changes that are being processed: they run, or wait for their session or for the store.
    public package(set) var changesUnderWay = 0
    /// Changes that wait for a slot.
    public package(set) var changesInLine = 0
    /// Threads for handlers.
    public package(set) var handlerThreads = 0
    /// Threads with a handler that blocks or computes.
    public package(set) var handlerThreadsHeldUp = 0
    /// Sessions in memory.
    public package(set) var sessionsCached = 0
    /// The estimated size of the sessions in memory.
    public package(set) var sessionBytesCached = 0
    /// Sessions in memory that are in use.
    public package(set) var sessionsLive = 0
    /// Operators who listen to flow events.
    public package(set) var flowListeners = 0
    /// Work caused by other nodes; nil if the store is not shared.
    public package(set) var nodes: NodeStatistics?

    /// A kind of change and its outcome.
    public struct Change: Hashable, Sendable {
        /// The kind's name in the journal.
        public var kind: String
        /// `ok`, `replayed`, or a problem code.
        public var outcome: String
    }
}
