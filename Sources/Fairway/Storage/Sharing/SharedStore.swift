/// What a store offers besides when several processes, the nodes, write to it at the same time.
///
/// A node holds sessions in memory. What it holds is good only at the store's version of the session, and the store's
/// own comparison in ``Store/commit(_:)`` is what changes rely on: the calls here let a node find out that it has
/// fallen behind without making a change.
public protocol SharedStore: Sendable {
    /// The time of day that all nodes go by, whatever their own clocks say: when a lease ends, a timer is due, a session has
    /// been idle. Nil where their clocks are the same.
    var commonClock: (any WallClock)? { get }

    /// At which version sessions are now; those that do not exist are left out. One short read however many there are:
    /// a node asks it about one session before it answers a read, and about all that are watched now and then.
    func versions(of sessions: [String]) async throws(StoreError) -> [String: SessionVersion]

    /// Calls back with what nodes have committed, soon after it was, from any thread; there is one listener.
    ///
    /// It begins with ``StoreNotice/missed``, once it listens: what was committed before is told by nobody.
    /// Notices are hints. One may be late, come twice, or be about what this node has committed itself; one that may
    /// have been lost is made up for by ``StoreNotice/missed``. The listener returns at once.
    func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void)

    /// Takes on a duty that one node at a time has, renews it, or lets go of it: whether the caller has it.
    ///
    /// It is had when nobody else has it, or their time is over by the claim's `now`. A claim whose `until` is not after
    /// its `now` lets go.
    func claim(_ claim: DutyClaim) async throws(StoreError) -> Bool
}
