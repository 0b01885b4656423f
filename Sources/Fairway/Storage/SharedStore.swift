public import Foundation

/// A store that several processes, the nodes, write to.
///
/// A node caches sessions. Only the comparison in ``Store/commit(_:)`` decides whether a change is committed. These calls let a
/// node detect an outdated cache before it makes a change.
public protocol SharedStore: Sendable {
    /// The common clock of all nodes, for leases, timers and idle sessions; nil if each node uses its own clock.
    var commonClock: (any WallClock)? { get }

    /// The versions of the sessions that exist, in one short query. A node calls this for a session before it
    /// answers a read, and for all watched sessions from time to time.
    func versions(of sessions: [String]) async throws(StoreError) -> [String: SessionVersion]

    /// Registers the listener. It is called on any thread, soon after a node commits, and must return immediately.
    ///
    /// The first notice is ``StoreNotice/missed``, because earlier notices were not received. A notice may be late, come twice, or
    /// be about a commit of this node.
    func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void)

    /// Takes, renews or releases the lease of a duty.
    ///
    /// It is taken if no other node holds it at the claim's `now`. A claim with `until` not after `now` releases it.
    ///
    /// - Returns: Whether the caller holds the lease.
    func claim(_ claim: DutyClaim) async throws(StoreError) -> Bool
}

/// A notice about a commit of another node.
public enum StoreNotice: Hashable, Sendable {
    /// A session has a new revision.
    case changed(session: String, revision: Int)
    /// Work was added.
    case work(due: Date)
    /// Notices may have been lost with the connection, so all watched sessions have to be checked.
    case missed
}

/// The version of a session: equal versions mean equal sessions.
public struct SessionVersion: Hashable, Sendable, Comparable {
    /// The number of changes.
    public var revision: Int
    /// The number of times that drafts were set outside of changes, counted across revisions.
    public var draftEdits: Int

    /// A version.
    public init(revision: Int, draftEdits: Int) {
        self.revision = revision
        self.draftEdits = draftEdits
    }

    /// Neither count decreases, so the later of two versions of a session is the greater one.
    public static func < (left: SessionVersion, right: SessionVersion) -> Bool {
        (left.revision, left.draftEdits) < (right.revision, right.draftEdits)
    }
}

/// A node's request for the lease of a duty.
public struct DutyClaim: Sendable {
    /// The duty.
    public var duty: Duty
    /// The node's unique name.
    public var holder: String
    /// The current time.
    public var now: Date
    /// The end of the lease.
    public var until: Date

    /// A task that one node at a time performs for all.
    public enum Duty: String, Hashable, Sendable, CaseIterable {
        /// Ending idle sessions and deleting old rows.
        case sweeping
        /// Aggregating the journal into hourly counts.
        case folding
        /// Performing the batches of operators.
        case batches
        /// Sending events to webhooks.
        case webhooks
    }

    /// A request.
    public init(_ duty: Duty, holder: String, now: Date, until: Date) {
        self.duty = duty
        self.holder = holder
        self.now = now
        self.until = until
    }
}

extension Commit {
    /// The notices to other nodes.
    package var notices: [StoreNotice] {
        var notices: [StoreNotice] = []
        if let row { notices.append(.changed(session: session, revision: row.revision)) }
        guard row?.isSandbox != true else { return notices }
        let due = work.compactMap { change in if case .add(let item) = change { item.due } else { nil } }.min()
        if let due { notices.append(.work(due: due)) }
        return notices
    }
}
