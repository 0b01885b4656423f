public import FairwayWire

/// The rows that one change writes, all or none.
public struct Commit: Sendable {
    /// The session's id.
    public var session: String
    /// The required revision of the session; nil for a new session.
    public var expectedRevision: Int?
    /// On a shared store, the required number of draft edits, so that a draft from another node is not missed; nil for any.
    public var expectedDraftEdits: Int?
    /// The session's row; nil if only a reply or a creation is stored.
    public var row: SessionRow?
    /// New and changed flows. They require a ``row``.
    public var flows: [FlowRow] = []
    /// Large columns of ``flows`` that have the stored values, by node. A store need not write them again.
    public var unchangedColumns: [Int: FlowRow.LargeColumns] = [:]
    /// The number of flows after the change; nil if unknown.
    public var flowCount: Int?
    /// The nodes of flows that have ended. They require a ``row``.
    public var removedFlows: [Int] = []
    /// New drafts by screen; nil removes one.
    public var drafts: [String: RawJSON?] = [:]
    /// The journal entry. It requires a ``row`` with a new revision.
    public var journal: JournalEntry?
    /// A reply to be stored under its idempotency key.
    public var reply: StoredReply?
    /// The hash of a code to be consumed, of a handoff or of a return link. If the store has no such code, the commit is a
    /// conflict.
    public var handoff: [UInt8]?
    /// New return links, oldest first. They require a ``row``. The session keeps the newest ``StoredLink/mostPerSession``.
    public var links: [StoredLink] = []
    /// The reply to a request that returns a token. A refusal is stored without a session.
    public var creation: StoredCreation?
    /// Changes to timers, background work and the session's signals.
    public var work: [WorkChange] = []
    /// Keys to be bound. They require a ``row``. If another session or a flow that stays holds one of them, the commit is a
    /// conflict. The signals that wait for the keys become work of the flows that bind them. The keys of ``removedFlows`` are
    /// released before.
    public var keys: [KeyBinding] = []
    /// The receipt of the signal that the commit delivers. If the id is known, the commit is a conflict.
    public var receipts: [SignalReceipt] = []
    /// Whether the signal was the session's work. Then its receipt is stored already, and gets the first session and revision.
    public var completesReceipts = false

    /// An empty commit.
    public init(session: String, expectedRevision: Int?) {
        self.session = session
        self.expectedRevision = expectedRevision
    }

    /// Throws if the parts contradict each other. Every store calls this before it writes.
    public func checkParts() throws(StoreError) {
        // A comparison with nil would copy the row.
        guard case .none = row else { return }
        if case .some = journal {
            throw StoreError(.damaged, "The journal of session \(session) cannot be stored without the session's row.")
        }
        if !flows.isEmpty || !removedFlows.isEmpty {
            throw StoreError(.damaged, "Flows of session \(session) cannot be stored without the session's row.")
        }
        if !keys.isEmpty {
            throw StoreError(.damaged, "Keys of session \(session) cannot be bound without the session's row.")
        }
        if !links.isEmpty {
            throw StoreError(.damaged, "Links of session \(session) cannot be stored without the session's row.")
        }
    }
}

/// The result of a commit.
public enum CommitOutcome: Hashable, Sendable {
    /// The commit is on disk.
    case committed
    /// The session has another version, does not exist or exists already, the handoff code is gone, a key is taken, or the
    /// signal's id is known. Nothing was written.
    case conflict
    /// The idempotency key already has a reply. Nothing was written.
    indirect case answered(StoredReply)
    /// The creation's idempotency key already has a reply. Nothing was written.
    indirect case created(StoredCreation)
}

/// A commit with its encoded parts. The caller encodes them, to keep that work off the writer's queue.
///
/// It is a class, because copying a commit retains forty references.
package final class PreparedCommit: Sendable {
    package let commit: Commit
    package let device: [UInt8]
    package let moves: [UInt8]?
    package let effects: [UInt8]?
    package let trail: [UInt8]?
    package let delivery: [UInt8]?

    package init(_ commit: consuming Commit) throws(StoreError) {
        let parts = try Self.encodedParts(of: commit)
        (device, moves, effects) = (parts.device, parts.moves, parts.effects)
        (trail, delivery) = (parts.trail, parts.delivery)
        self.commit = commit
    }

    /// Not inlined, because the inlined code would copy the commit. A call borrows it.
    @inline(never)
    private static func encodedParts(
        of commit: Commit
    ) throws(StoreError) -> (device: [UInt8], moves: [UInt8]?, effects: [UInt8]?, trail: [UInt8]?, delivery: [UInt8]?) {
        try commit.checkParts()
        return (
            commit.row?.device.json.bytes ?? [], encode(commit.journal?.moves), encode(commit.journal?.effects),
            commit.journal?.trail?.json.bytes, commit.journal?.delivery.flatMap { try? JSON.encode($0) }
        )
    }

    private static func encode<Element: HandWritten>(_ list: [Element]?) -> [UInt8]? {
        guard let list, !list.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.array(list) { writer, element in element.write(to: &writer) }
        return RawJSON(writer).bytes
    }
}
