/// How much a ``Pool`` takes on.
struct PoolLimits: Sendable {
    /// How many connections it keeps.
    var connections: Int
    /// How many batches one connection has under way at most: enough to hide the way to the server and back.
    var underWay: Int
    /// How many batches wait at most before more are refused.
    var waiting = 10_000

    /// No connection: nothing can be asked.
    static let none = PoolLimits(connections: 0, underWay: 0, waiting: 0)
    /// Changes. Each waits for the disk once; as many connections share one wait as commit at the same time.
    static let writing = PoolLimits(connections: 6, underWay: 16)
    /// Short reads.
    static let reading = PoolLimits(connections: 2, underWay: 32)
    /// Notices to other nodes, and from them.
    static let noticing = PoolLimits(connections: 1, underWay: 1, waiting: 10)
    /// Lists: one at a time, so that they take a small share of the server.
    static let listing = PoolLimits(connections: 1, underWay: 1, waiting: 1_000)
}
