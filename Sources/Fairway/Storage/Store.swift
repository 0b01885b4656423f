public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where sessions are kept. Every store passes the same contract, `StoreContract` in `FairwayTesting`.
///
/// A commit is all or nothing, and is acknowledged only once it would survive what the store promises to survive.
/// Times are kept to the millisecond, JSON to the byte.
public protocol Store: Sendable {
    // MARK: Sessions

    /// A session with its flows, in the order of their nodes, and drafts.
    func load(_ session: String) async throws(StoreError) -> StoredSession?

    /// By what a call is let into a session, without the rest of it.
    func access(_ session: String) async throws(StoreError) -> SessionAccess?

    /// Writes a change if the session is at the expected version and the idempotency key is new.
    func commit(_ commit: consuming Commit) async throws(StoreError) -> CommitOutcome

    /// The answer that was kept under a key.
    func reply(_ session: String, key: String) async throws(StoreError) -> StoredReply?

    /// Keeps or removes what a user has typed; no revision, no compare-and-set. Nothing happens when there is no such
    /// session.
    ///
    /// - Returns: how often that has been done to the session, this time included. A store that is not shared need not
    ///   count, and says 0 then, in ``StoredSession/draftEdits`` too.
    @discardableResult
    func setDraft(_ draft: RawJSON?, _ session: String, screen: String) async throws(StoreError) -> Int

    /// What happened to a session after a revision, oldest first.
    func journal(_ session: String, after revision: Int, limit: Int) async throws(StoreError) -> [JournalEntry]

    /// Keeps a handoff code, hashed. Nothing happens when there is no such session.
    func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) async throws(StoreError)

    /// The session that a handoff code, hashed, belongs to. A commit that names the code uses it up.
    func handoff(_ code: [UInt8]) async throws(StoreError) -> StoredHandoff?

    /// What was answered to a request that gave out a token, by the hash of its idempotency key; also past its time, until
    /// the sweeper deletes it.
    func creation(_ key: [UInt8]) async throws(StoreError) -> StoredCreation?

    // MARK: Timers and background work
    //
    // Added, cancelled and finished by commits. When a flow leaves, its work is cancelled unless it outlives the flow.

    /// The timers and background work of a session, in order of due time.
    func work(_ session: String) async throws(StoreError) -> [StoredWork]

    /// One of a session's timers or pieces of background work.
    func work(_ session: String, id: String) async throws(StoreError) -> StoredWork?

    /// When the next of those queues' work may be taken up; nil when nothing waits.
    func nextWork(in queues: [WorkQueue]) async throws(StoreError) -> Date?

    /// Takes up what may be taken up by now, in order of due time within each queue, and counts the attempt.
    func lease(_ lease: WorkLease) async throws(StoreError) -> [StoredWork]

    /// Notes how far work has come, if it is still held by whom the caller thinks it is: whether it was. Whether it is
    /// cancelled stays as it is.
    func setProgress(
        _ progress: WorkProgress,
        of id: String,
        _ session: String,
        heldBy holder: String?
    ) async throws(StoreError) -> Bool

    // MARK: The admin's reads
    //
    // Pages are stable under concurrent change: no row comes twice, and none that stayed throughout is left out.

    /// A page of active flows of all sessions.
    func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow>

    /// How many sessions and flows there are, and which screens are in front.
    func summary() async throws(StoreError) -> StoreSummary

    /// A page of sessions, newest first: as they came, or by the clock that gave them their ids.
    func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionRow>

    /// A page of the timers and background work of all sessions, newest first.
    func work(_ query: WorkQuery) async throws(StoreError) -> Page<StoredWork>

    /// Where users go and where they stop, the next thousand entries that have not been folded included. It folds nothing.
    func graph(_ query: GraphQuery) async throws(StoreError) -> Graph

    // MARK: The sweeper's calls, each a small batch

    /// The newest time that a change was stored with, to compare a clock with; nil for an empty store.
    func newestTime() async throws(StoreError) -> Date?

    /// A page of the sessions that go on and were not touched since, for the engine to end; those untouched longest
    /// come first, by the hour.
    func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String>

    /// Deletes sessions that were over by then, with all their rows: how many. Fold the journal first, or what they did
    /// is not counted.
    func deleteSessions(overBy date: Date, limit: Int) async throws(StoreError) -> Int

    /// Counts entries of the journal that have not been counted yet into hourly edges: how many entries.
    func foldJournal(limit: Int) async throws(StoreError) -> Int

    /// Deletes folded entries of the journal that are older: how many. Those not folded yet stay. It may be some more than
    /// `limit` where clocks differ, since a session's go from the oldest on.
    func deleteJournal(before date: Date, limit: Int) async throws(StoreError) -> Int

    /// Deletes what the journal was folded into, of the hours before a date's: how many rows.
    func deleteCounts(before date: Date, limit: Int) async throws(StoreError) -> Int

    /// Forgets answers kept under idempotency keys before a date: how many.
    func deleteReplies(before date: Date, limit: Int) async throws(StoreError) -> Int

    /// Forgets creations and handoff codes whose time is over: how many.
    func deleteExpired(at now: Date, limit: Int) async throws(StoreError) -> Int

    // MARK: Operation

    /// What it offers besides when other processes write to it, too; nil when this one has it to itself.
    var sharing: (any SharedStore)? { get }

    /// What the writer has done; nil for a store that has none.
    var writeStatistics: WriteStatistics? { get }

    /// Throws when a change could not be committed now.
    func probe() async throws(StoreError)

    /// What is wrong with the stored data as such; empty when nothing is.
    func integrityProblems() async throws(StoreError) -> [String]

    /// A page of the sessions that go on, whole, so that each can be tried to be read.
    func liveSessions(cursor: String?, limit: Int) async throws(StoreError) -> Page<StoredSession>

    /// Writes a copy of everything, as it is at one moment, to a new file, while changes go on.
    func backup(to path: String) async throws(StoreError)

    /// Finishes what is under way and lets go of files and connections. Calls after it throw.
    func close() async
}
