public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A database of sessions. Every store passes the same contract, `StoreContract` in `FairwayTesting`.
///
/// A commit is atomic, and is acknowledged when it would survive the failures that the store promises to survive. Dates are kept to
/// the millisecond, JSON to the byte.
public protocol Store: Sendable {
    // MARK: Sessions

    /// A session with its drafts and its flows, in the order of their nodes.
    func load(_ session: String) async throws(StoreError) -> StoredSession?

    /// The columns of a session that authorize a call.
    func access(_ session: String) async throws(StoreError) -> SessionAccess?

    /// Writes a change if the session is at the expected version and the idempotency key is new.
    func commit(_ commit: consuming Commit) async throws(StoreError) -> CommitOutcome

    /// The reply that was stored under an idempotency key.
    func reply(_ session: String, key: String) async throws(StoreError) -> StoredReply?

    /// Stores a draft, or removes it if it is nil, without a revision. Does nothing for an unknown session.
    ///
    /// - Returns: The number of draft edits of the session. A store that is not shared may return 0, also in
    ///   ``StoredSession/draftEdits``.
    @discardableResult
    func setDraft(_ draft: RawJSON?, _ session: String, screen: String) async throws(StoreError) -> Int

    /// The journal entries of a session after a revision, oldest first.
    func journal(_ session: String, after revision: Int, limit: Int) async throws(StoreError) -> [JournalEntry]

    /// Stores the hash of a handoff code. Does nothing for an unknown session.
    func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) async throws(StoreError)

    /// The session that the hash of a handoff code belongs to. A commit consumes the code, see ``Commit/handoff``.
    func handoff(_ code: [UInt8]) async throws(StoreError) -> StoredHandoff?

    /// The reply to a request that gave out a token, by the hash of its idempotency key. An expired one is returned until the sweeper
    /// deletes it.
    func creation(_ key: [UInt8]) async throws(StoreError) -> StoredCreation?

    // MARK: Timers and background work
    //
    // Commits add, cancel and finish work. When a flow ends, its work is cancelled unless it outlives the flow.

    /// The timers and jobs of a session, in order of due time.
    func work(_ session: String) async throws(StoreError) -> [StoredWork]

    /// A timer or a job of a session.
    func work(_ session: String, id: String) async throws(StoreError) -> StoredWork?

    /// When the next work of these queues can be leased; nil if none waits.
    func nextWork(in queues: [WorkQueue]) async throws(StoreError) -> Date?

    /// Leases work that is due, in order of due time within each queue, and counts the attempt.
    func lease(_ lease: WorkLease) async throws(StoreError) -> [StoredWork]

    /// Updates the progress of work, except ``WorkProgress/isCancelled``.
    ///
    /// - Returns: False if `holder` does not hold the lease any more. Nothing is updated then.
    func setProgress(
        _ progress: WorkProgress,
        of id: String,
        _ session: String,
        heldBy holder: String?
    ) async throws(StoreError) -> Bool

    // MARK: Operators' lists
    //
    // Pages are stable under concurrent changes: no row comes twice, and none that existed throughout is left out.

    /// A page of active flows of all sessions.
    func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow>

    /// The numbers of sessions and flows, and of the screens in front.
    func summary() async throws(StoreError) -> StoreSummary

    /// A page of sessions, newest first: in the order of arrival, or of the times in their ids.
    func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionRow>

    /// A page of the timers and jobs of all sessions, newest first.
    func work(_ query: WorkQuery) async throws(StoreError) -> Page<StoredWork>

    /// The ways of users between screens. The query also counts the next thousand journal entries that are not aggregated yet.
    func graph(_ query: GraphQuery) async throws(StoreError) -> Graph

    // MARK: Sweeping, in small batches

    /// The newest time that was stored with a change, to compare the clock with; nil for an empty store.
    func newestTime() async throws(StoreError) -> Date?

    /// A page of active sessions that have not changed since, oldest first, by the hour.
    func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String>

    /// Deletes sessions that ended before a date, with all their rows. Aggregate the journal first, or their entries are not
    /// counted.
    ///
    /// - Returns: The number of sessions.
    func deleteSessions(overBy date: Date, limit: Int) async throws(StoreError) -> Int

    /// Adds journal entries to the hourly counts of the graph, and returns the number of entries.
    func foldJournal(limit: Int) async throws(StoreError) -> Int

    /// Deletes aggregated journal entries from before a date, and returns their number. Because a session's entries are deleted in
    /// order, the number may exceed `limit` if the clock went back.
    func deleteJournal(before date: Date, limit: Int) async throws(StoreError) -> Int

    /// Deletes the hourly counts before a date's hour, and returns the number of rows.
    func deleteCounts(before date: Date, limit: Int) async throws(StoreError) -> Int

    /// Deletes replies from before a date, and returns their number.
    func deleteReplies(before date: Date, limit: Int) async throws(StoreError) -> Int

    /// Deletes expired creations and handoff codes, and returns their number.
    func deleteExpired(at now: Date, limit: Int) async throws(StoreError) -> Int

    // MARK: Operation

    /// The calls of a store that several processes write to; nil if only this process does.
    var sharing: (any SharedStore)? { get }

    /// The writer's figures; nil for a store without a writer.
    var writeStatistics: WriteStatistics? { get }

    /// Throws if a change could not be committed.
    func probe() async throws(StoreError)

    /// The problems of the stored data.
    func integrityProblems() async throws(StoreError) -> [String]

    /// A page of active sessions with their flows, for a check that this build can read them.
    func liveSessions(cursor: String?, limit: Int) async throws(StoreError) -> Page<StoredSession>

    /// Writes a consistent copy of everything to a new file, while changes go on.
    func backup(to path: String) async throws(StoreError)

    /// Finishes pending calls and closes files and connections. Later calls throw.
    func close() async
}

/// The purpose of opening a store.
public enum StoreAccess: Sendable {
    /// To serve it. The store is created or migrated as needed, and a file is locked against a second server.
    case serving
    /// To read it, beside a server or without one. Changes throw.
    case reading
}
