/// What an engine has done since it was made, and what it is doing now.
public struct EngineStatistics: Sendable {
    /// The changes that were answered, by what was asked for and what came of it.
    public package(set) var changes: [Change: Int] = [:]
    /// How many microseconds flows' code took, by the kind of change.
    public package(set) var handlerMicroseconds: [String: Histogram] = [:]
    /// How many changes have been asked for and not answered: they run, or wait for their session or for the store.
    public package(set) var changesUnderWay = 0
    /// How many of them wait for others to be done with their work.
    public package(set) var changesInLine = 0
    /// How many threads there are for handlers.
    public package(set) var handlerThreads = 0
    /// How many of them are held up: their handlers block or compute.
    public package(set) var handlerThreadsHeldUp = 0
    /// How many sessions are in memory.
    public package(set) var sessionsCached = 0
    /// How many bytes they have, by an estimate.
    public package(set) var sessionBytesCached = 0
    /// How many of them somebody is in just now.
    public package(set) var sessionsLive = 0
    /// How many operators listen to flows.
    public package(set) var flowListeners = 0
    /// What it had to do because of other nodes; nil when there are none.
    public package(set) var nodes: NodeStatistics?

    /// A kind of change and its outcome.
    public struct Change: Hashable, Sendable {
        /// As the journal names it.
        public var kind: String
        /// `ok`, `replayed`, or the code of the problem.
        public var outcome: String
    }
}
