public import FairwayWire
public import Foundation

/// A database of sessions. Every store passes the same contract, `StoreContract` in `FairwayTesting`.
///
/// A commit is atomic. It is acknowledged once it is as durable as the store promises. Dates are stored to the
/// millisecond, and JSON is stored byte for byte.
public protocol Store: Sendable {
    // MARK: Sessions

    /// A session with its drafts and flows. The flows are in the order of their node numbers.
    func load(_ session: String) async throws(StoreError) -> StoredSession?

    /// The columns of a session that authorize a call, and its device.
    func access(_ session: String) async throws(StoreError) -> SessionAccess?

    /// Writes a change if the session has the expected revision and number of draft edits, and the idempotency key is
    /// new.
    func commit(_ commit: consuming Commit) async throws(StoreError) -> CommitOutcome

    /// The reply that was stored under an idempotency key.
    func reply(_ session: String, key: String) async throws(StoreError) -> StoredReply?

    /// Stores the draft of a screen, or removes it if `draft` is nil. The session's revision stays the same. Does
    /// nothing for an unknown session.
    ///
    /// - Returns: The session's ``StoredSession/draftEdits``. A store that is not shared need not count them and may
    ///   return 0.
    @discardableResult
    func setDraft(_ draft: RawJSON?, _ session: String, screen: String) async throws(StoreError) -> Int

    /// The journal entries of a session after a revision, oldest first.
    func journal(_ session: String, after revision: Int, limit: Int) async throws(StoreError) -> [JournalEntry]

    /// Stores the hash of a handoff code. Does nothing for an unknown session.
    func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) async throws(StoreError)

    /// The session of a handoff code or of a return link's code, by the code's hash. A commit consumes the code, see
    /// ``Commit/handoff``.
    func handoff(_ code: [UInt8]) async throws(StoreError) -> StoredHandoff?

    /// The reply to a request that returned a session token, by the hash of the request's idempotency key. An expired
    /// reply is returned until the sweeper deletes it.
    func creation(_ key: [UInt8]) async throws(StoreError) -> StoredCreation?

    // MARK: Kept states and sandboxes

    /// Stores states of sessions that exist. Then deletes the states that are `most` or more revisions older than the
    /// newest state of their session.
    func keepStates(_ states: [KeptState], most: Int) async throws(StoreError)

    /// The kept state of a session at a revision.
    func keptState(_ session: String, revision: Int) async throws(StoreError) -> KeptState?

    /// The kept revisions of a session, newest first.
    func keptRevisions(_ session: String) async throws(StoreError) -> [Int]

    /// Writes the commit of a new sandbox, unless the store has `most` of them.
    ///
    /// The work of a sandbox is held: no worker can lease it. Lists and counts leave a sandbox out, except a
    /// ``SessionsQuery`` for sandboxes and a ``WorkQuery`` for its session.
    ///
    /// The transaction checks that the original exists, so that no copy outlives the erasure of its original.
    ///
    /// - Returns: Nil at the limit; `conflict` also if the original does not exist.
    func addSandbox(_ commit: consuming Commit, most: Int) async throws(StoreError) -> CommitOutcome?

    /// Deletes sandboxes that were made at or before a date, with all their rows, and returns their ids.
    func deleteSandboxes(before date: Date, limit: Int) async throws(StoreError) -> [String]

    // MARK: Timers and jobs
    //
    // Commits add, cancel and finish work. When a flow ends, its work is cancelled unless it outlives the flow.

    /// The timers and jobs of a session, in order of due time.
    func work(_ session: String) async throws(StoreError) -> [StoredWork]

    /// A timer or a job of a session.
    func work(_ session: String, id: String) async throws(StoreError) -> StoredWork?

    /// The earliest time at which work of these queues can be leased; nil if there is none.
    func nextWork(in queues: [WorkQueue]) async throws(StoreError) -> Date?

    /// Leases work that is due, and counts an attempt of each item. The items of a queue are ordered by due time.
    func lease(_ lease: WorkLease) async throws(StoreError) -> [StoredWork]

    /// Replaces the progress of work. Only ``WorkProgress/isCancelled`` keeps its stored value.
    ///
    /// `holder` is the expected holder of the lease, or nil for work that is not leased.
    ///
    /// - Returns: False if nothing was updated, because the holder is another one or the work no longer exists.
    func setProgress(
        _ progress: WorkProgress,
        of id: String,
        _ session: String,
        heldBy holder: String?
    ) async throws(StoreError) -> Bool

    // MARK: Operators' lists
    //
    // Pages are stable under concurrent changes: no row is on two pages, and a row that existed all the time is on one.

    /// A page of active flows of all sessions.
    func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow>

    /// The number of sessions, the number of flows, and for each screen how many sessions show it in front.
    func summary() async throws(StoreError) -> StoreSummary

    /// A page of sessions, newest first. The store orders them by arrival, or by the time that a session id contains.
    func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionListRow>

    /// The same page as that of ``sessions(_:)``, with the few columns that a user sees.
    func userSessions(_ query: SessionsQuery) async throws(StoreError) -> Page<UserSessionRow>

    /// The number of sessions that match a query, whatever its cursor and limit.
    func count(_ query: SessionsQuery) async throws(StoreError) -> Int

    /// Adds incidents in the given order, and then deletes the oldest incidents of their sessions, down to
    /// ``Incident/mostPerSession``. An incident is deleted only after it was added to the runs. Ignores incidents of unknown
    /// sessions.
    func add(_ incidents: [Incident]) async throws(StoreError)

    /// The incidents of a session, newest first.
    func incidents(_ session: String) async throws(StoreError) -> [Incident]

    /// A page of the timers and jobs of all sessions, newest first.
    func work(_ query: WorkQuery) async throws(StoreError) -> Page<StoredWork>

    /// How often users went from one screen to another. The counts include the thousand oldest of the journal entries
    /// that ``foldJournal(limit:)`` has not added yet. The graph of a flow is computed from its runs, as its funnel is.
    func graph(_ query: GraphQuery) async throws(StoreError) -> Graph

    /// How far the runs of a flow came. Includes the journal entries that ``foldJournal(limit:)`` has added.
    func funnel(_ query: FunnelQuery) async throws(StoreError) -> Funnel

    // MARK: The audit and the batches of operators

    /// Adds an entry to the audit. The entry of a session also names its user, if the session has one.
    func record(_ entry: AuditEntry) async throws(StoreError)

    /// A page of the audit, newest first.
    func audit(_ query: AuditQuery) async throws(StoreError) -> Page<AuditEntry>

    /// Adds a batch, unless ``EngineLimits/runningBatches`` batches are running. Those of ``erasedBatches(limit:)`` do not
    /// count. Returns whether it was added.
    func addBatch(_ batch: SessionBatch) async throws(StoreError) -> Bool

    /// A page of batches, newest first.
    func batches(_ query: BatchesQuery) async throws(StoreError) -> Page<SessionBatch>

    /// The batch with an id.
    func batch(_ id: String) async throws(StoreError) -> SessionBatch?

    /// The oldest running batch, except those of ``erasedBatches(limit:)``.
    func runningBatch() async throws(StoreError) -> SessionBatch?

    /// Running batches that have erased all their sessions and wait for ``finishErasure()``, oldest first.
    func erasedBatches(limit: Int) async throws(StoreError) -> [SessionBatch]

    /// Writes the progress of a batch if its last step was the one before ``BatchProgress/step``. If `state` is not `running`
    /// and the batch still runs, the batch ends with this state.
    ///
    /// - Returns: The batch's state; nil if nothing was written.
    func setProgress(
        _ progress: BatchProgress,
        of batch: String,
        state: SessionBatch.State,
        at date: Date
    ) async throws(StoreError) -> SessionBatch.State?

    /// Stops a batch if it is running. Returns its action; nil if there is no batch with this id.
    func stopBatch(_ id: String, at date: Date) async throws(StoreError) -> SessionBatch.Action?

    // MARK: Sweeping, in small batches

    /// The time of the latest change; nil for an empty store. The sweeper compares it with the clock.
    func newestTime() async throws(StoreError) -> Date?

    /// A page of the ids of active sessions that have not changed since a date. They are ordered by the hour of their
    /// last change, oldest first. A change within that hour does not move a session to another page.
    func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String>

    /// Adds the oldest uncounted journal entries to the hourly counts of the graph and to the runs, and returns their number.
    ///
    /// If it was less than `limit`, also adds all incidents to the runs, and deletes those of each session beyond the newest
    /// ``Incident/mostPerSession``.
    func foldJournal(limit: Int) async throws(StoreError) -> Int

    /// Deletes rows that are older than a date, and returns their number.
    func delete(_ rows: SweptRows, before date: Date, limit: Int) async throws(StoreError) -> Int

    /// Deletes sessions of a user with all their rows, whether they are active or over, and returns their ids. The
    /// sandboxes that were copied from these sessions are deleted, too.
    ///
    /// Repeat the call until it returns no ids. Journal entries are added to the hourly counts and the runs before they are
    /// deleted. The runs stay without their session; active ones end. After the last call, call ``finishErasure()``.
    func eraseUser(_ user: String, limit: Int) async throws(StoreError) -> [String]

    /// Deletes sessions with all their rows, as ``eraseUser(_:limit:)`` does, and returns the ids of those that existed.
    /// After the last call, call ``finishErasure()``.
    func erase(_ sessions: [String]) async throws(StoreError) -> [String]

    /// Removes what the deleted rows have left in files. When it returns true, SQLite's file and its log hold nothing of
    /// the erased sessions.
    ///
    /// - Returns: False while another process reads the log. A later call does only what is left, and so does the store
    ///   when it is opened next.
    func finishErasure() async throws(StoreError) -> Bool

    // MARK: Operation

    /// The further calls of a store that several processes write to; nil if only this process writes to the store.
    var sharing: (any SharedStore)? { get }

    /// The statistics of the store's writer; nil for a store without a writer.
    var writeStatistics: WriteStatistics? { get }

    /// The problems that were found when the store was opened and did not keep it from opening.
    var warnings: [StoreWarning] { get }

    /// Throws if the store cannot commit a change at this moment or, if it was opened for reading, cannot be read.
    func probe() async throws(StoreError)

    /// A description of each inconsistency in the stored data. Empty if there are none.
    func integrityProblems() async throws(StoreError) -> [String]

    /// Writes a consistent copy of everything to a new file, while changes continue.
    func backup(to path: String) async throws(StoreError)

    /// Finishes pending calls and closes files and connections. Later calls throw.
    func close() async
}

/// The rows that ``Store/delete(_:before:limit:)`` deletes.
public enum SweptRows: Hashable, Sendable {
    /// Sessions that ended at or before the date, with all their rows. Call ``Store/foldJournal(limit:)`` first,
    /// because deleted journal entries can no longer be counted.
    case sessions
    /// As ``sessions``, but only those with one of these root flows.
    case sessionsOf(rootFlows: Set<String>)
    /// As ``sessions``, except those with one of these root flows.
    case sessionsExcept(rootFlows: Set<String>)
    /// Journal entries that are older than the date and in the hourly counts.
    ///
    /// An entry is deleted together with all earlier entries of its session. If the clock went back, those may have later
    /// times, and more entries than the limit may be deleted.
    case journal
    /// The hourly counts before the date's hour.
    case counts
    /// Runs that started before the date.
    case runs
    /// Replies that are older than the date.
    case replies
    /// Creations and handoff codes that expired at or before the date.
    case expired
    /// Entries of the audit, and batches that ended before the date.
    case audit
}

/// The purpose of opening a store.
public enum StoreAccess: Sendable {
    /// To serve sessions. The database is created or migrated if necessary. A database file is locked, so that a second
    /// server cannot open it.
    case serving
    /// Only to read, whether or not a server has the store open. Calls that change the store throw.
    case reading
}

/// A problem that was found when a store was opened.
public struct StoreWarning: Hashable, Sendable, CustomStringConvertible {
    /// The problem and its remedy.
    public let description: String
    /// Whether acknowledged changes are missing.
    public let isDamage: Bool

    /// A warning.
    public init(_ description: String, isDamage: Bool) { (self.description, self.isDamage) = (description, isDamage) }
}

/// An error of a store.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public var code: Code
    /// The problem and its remedy.
    public var message: String
    /// The database's message, for the log.
    public var cause: String?

    /// The kinds of errors.
    public enum Code: String, Hashable, Sendable {
        /// The store cannot be reached or written to. The condition may be temporary.
        case unavailable
        /// The stored data is damaged.
        case damaged
        /// This build cannot open the store.
        case unusable
        /// The cursor is not one of this store.
        case invalidCursor
        /// This kind of store does not have the function.
        case unsupported
    }

    /// An error.
    public init(_ code: Code, _ message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message and the cause.
    public var description: String { cause.map { "\(message) (\($0))" } ?? message }

    package static let invalidCursor = StoreError(
        .invalidCursor,
        "The cursor is not one of this store: request the first page, without a cursor."
    )
}
