/// How much a ``Pool`` takes on.
struct PoolLimits: Sendable {
    /// How many connections it keeps.
    var connections: Int
    /// How many transactions one connection has under way at most: enough to hide the way to the server and back.
    var underWay: Int
    /// How many batches share a transaction at most.
    var together = 1
    /// How many batches wait at most before more are refused.
    var waiting = 10_000

    /// No connection: nothing can be asked.
    static let none = PoolLimits(connections: 0, underWay: 0, waiting: 0)
    /// Changes. What comes while all connections are busy goes into one transaction, which is begun, ended and waited for
    /// the disk once: so the more there is to do, the less each costs.
    ///
    /// - Parameter together: How many changes share a transaction at most.
    static func writing(together: Int) -> PoolLimits {
        PoolLimits(connections: 4, underWay: together > 1 ? 1 : 16, together: together)
    }
    /// Short reads.
    static let reading = PoolLimits(connections: 2, underWay: 32)
    /// Notices to other nodes, and from them.
    static let noticing = PoolLimits(connections: 1, underWay: 1, waiting: 10)
    /// Lists: one at a time, so that they take a small share of the server.
    static let listing = PoolLimits(connections: 1, underWay: 1, waiting: 1_000)
}
