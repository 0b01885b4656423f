public import FairwayWire

/// Everything that one change writes, all of it or nothing.
public struct Commit: Sendable {
    /// The session's id.
    public var session: String
    /// The revision the session must be at; nil for one that must not exist yet.
    public var expectedRevision: Int?
    /// How often drafts must have been set outside of changes, on a shared store; nil when that does not matter. What the
    /// user typed elsewhere meanwhile would otherwise be overlooked.
    public var expectedDraftEdits: Int?
    /// What is new of the session itself; nil when only a reply or a creation is kept.
    public var row: SessionRow?
    /// The flows that are new or changed. They go with a ``row``, as those do that have left.
    public var flows: [FlowRow] = []
    /// How many flows there are after it; nil where that is not known.
    public var flowCount: Int?
    /// The nodes of flows that have left.
    public var removedFlows: [Int] = []
    /// The drafts that are new, and nil for those that have been used up or whose screens have left.
    public var drafts: [String: RawJSON?] = [:]
    /// What happened. It goes with a ``row``, which is at a new revision then.
    public var journal: JournalEntry?
    /// The answer to be kept under its idempotency key.
    public var reply: StoredReply?
    /// The handoff code that this uses up, hashed; the commit is a conflict when it has been used already.
    public var handoff: [UInt8]?
    /// The answer to a request that gives out a token, to be kept under its idempotency key. A refusal is kept for itself:
    /// there need be no session.
    public var creation: StoredCreation?
    /// Changes to timers and background work.
    public var work: [WorkChange] = []

    /// A commit that writes nothing yet.
    public init(session: String, expectedRevision: Int?) {
        self.session = session
        self.expectedRevision = expectedRevision
    }

    /// Throws when its parts do not go together. Every store asks before it writes.
    public func checkParts() throws(StoreError) {
        // By its case: to compare it with nil would copy what is in it.
        guard case .none = row else { return }
        if case .some = journal {
            throw StoreError(.damaged, "What happened to session \(session) cannot be kept without its row.")
        }
        if !flows.isEmpty || !removedFlows.isEmpty {
            throw StoreError(.damaged, "Flows of session \(session) cannot be kept without its row.")
        }
    }
}
