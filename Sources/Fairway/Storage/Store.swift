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

    /// A page of a user's sessions, newest first.
    func userSessions(_ query: UserSessionsQuery) async throws(StoreError) -> Page<UserSessionRow>

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

    /// Replaces the progress of work. Only ``WorkProgress/isCancelled`` keeps its stored value. A signal that was held until the
    /// session's next change is no longer held, except in a sandbox.
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

    // MARK: Sweeping, in small batches

    /// The time of the latest change; nil for an empty store. The sweeper compares it with the clock.
    func newestTime() async throws(StoreError) -> Date?

    /// A page of the ids of active sessions that have not changed since a date. They are ordered by the hour of their
    /// last change, oldest first. A change within that hour does not move a session to another page.
    func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String>

    /// Deletes rows that are older than a date, and returns their number.
    func delete(_ rows: SweptRows, before date: Date, limit: Int) async throws(StoreError) -> Int

    // MARK: Operation

    /// The further calls of a store that several processes write to; nil if only this process writes to the store.
    var sharing: (any SharedStore)? { get }

    /// Business keys, and the signals that wait for them; nil if the store has none. Flows then cannot bind
    /// keys, and signals cannot have ids.
    var signals: (any SignalStore)? { get }

    /// The statistics of the store's writer; nil for a store without a writer.
    var writeStatistics: WriteStatistics? { get }

    /// The problems that were found when the store was opened and did not keep it from opening.
    var warnings: [StoreWarning] { get }

    /// Throws if the store cannot commit a change at this moment or, if it was opened for reading, cannot be read.
    func probe() async throws(StoreError)

    /// Finishes pending calls and closes files and connections. Later calls throw.
    func close() async
}

extension Store {
    /// None.
    public var signals: (any SignalStore)? { nil }
}

/// The rows that ``Store/delete(_:before:limit:)`` deletes.
public enum SweptRows: Hashable, Sendable {
    /// Sessions that ended at or before the date, with all their rows. A module that counts journal entries counts them
    /// first.
    case sessions
    /// As ``sessions``, but only those with one of these root flows.
    case sessionsOf(rootFlows: Set<String>)
    /// As ``sessions``, except those with one of these root flows.
    case sessionsExcept(rootFlows: Set<String>)
    /// Journal entries that are older than the date. Those that a module has yet to count only if `uncounted` is true, which means
    /// that no module counts any.
    ///
    /// An entry is deleted together with all earlier entries of its session. If the clock went back, those may have later
    /// times, and more entries than the limit may be deleted.
    case journal(uncounted: Bool)
    /// Replies that are older than the date.
    case replies
    /// Creations and handoff codes that expired at or before the date.
    case expired
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
