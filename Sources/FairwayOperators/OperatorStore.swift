public import Fairway
public import Foundation

/// The part of a store that operators need: lists, incidents, problems, counts, kept states, sandboxes, the audit and erasures. Every store
/// passes the same contract, `OperatorStoreContract` in `FairwayTesting`.
///
/// Pages are stable under concurrent changes: no row is on two pages, and a row that existed all the time is on one.
public protocol OperatorStore: Store {
    // MARK: Lists

    /// A page of active flows of all sessions.
    func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow>

    /// The number of sessions, the number of flows, and for each screen how many sessions show it in front.
    func summary() async throws(StoreError) -> StoreSummary

    /// A page of sessions, newest first. The store orders them by arrival, or by the time that a session id contains.
    func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionListRow>

    /// The number of sessions that match a query, whatever its cursor and limit.
    func count(_ query: SessionsQuery) async throws(StoreError) -> Int

    /// A page of the timers and jobs of all sessions, newest first.
    func work(_ query: WorkQuery) async throws(StoreError) -> Page<StoredWork>

    // MARK: Incidents

    /// Adds incidents in the given order, and then deletes the oldest incidents of their sessions, down to
    /// ``Incident/mostPerSession``. An incident is deleted only after it was added to the runs. Ignores incidents of unknown
    /// sessions.
    func add(_ incidents: [Incident]) async throws(StoreError)

    /// The incidents of a session, newest first.
    func incidents(_ session: String) async throws(StoreError) -> [Incident]

    // MARK: Problems

    /// Adds occurrences of problems, and counts them for the build as ``ServerCount/Measure/refused``, `failed` or `attemptsFailed`. A resolved
    /// problem that occurred after it was resolved is open again. Ignores occurrences in sandboxes and in sessions that do not exist, and
    /// a batch whose number is not greater than that of the writer's last one: it was added before.
    ///
    /// Then deletes the problems beyond `OperatorLimits.problems`, and the oldest sessions of a problem when there are some more than
    /// `OperatorLimits.sessionsPerProblem`. Those and the sessions before them are not counted again. Causes beyond
    /// `OperatorLimits.causesPerProblem` are one cause.
    func addProblems(_ batch: ProblemBatch) async throws(StoreError)

    /// A page of problems, those that were seen last first. A problem that is seen while the pages are read may be left out.
    func problems(_ query: ProblemsQuery) async throws(StoreError) -> Page<ListedProblem>

    /// The problems with these ids, with their hours since a time, in any order. Leaves out ids without a problem.
    func problems(_ ids: [String], hoursSince: Date) async throws(StoreError) -> [ListedProblem]

    /// Sets the status of a problem. Returns false if there is no problem with this id.
    func setStatus(_ status: ListedProblem.Status, of problem: String, at date: Date) async throws(StoreError) -> Bool

    // MARK: Builds

    /// Records a build. The changes and counts that this store then writes belong to it. Deletes the builds beyond
    /// `OperatorLimits.builds`, with their counts.
    func recordBuild(_ sighting: BuildSighting) async throws(StoreError)

    /// A page of builds, in the order of their last starts, newest first, with what they did.
    func builds(_ query: BuildsQuery) async throws(StoreError) -> Page<ListedBuild>

    /// The name of the build that was started last; nil if none was recorded.
    func newestBuild() async throws(StoreError) -> String?

    /// Adds counts of the build. Those of ``ServerCount/Measure/active`` replace the earlier number.
    func addServerCounts(_ counts: [ServerCount]) async throws(StoreError)

    /// The counts of all builds since the hour of a time. Includes the journal entries that ``foldJournal(limit:)`` has added.
    func serverCounts(since: Date) async throws(StoreError) -> [ServerCount]

    // MARK: Runs and counts

    /// Adds the oldest uncounted journal entries to the hourly counts of the graph and of builds and to the runs, and returns their
    /// number.
    ///
    /// If it was less than `limit`, also adds all incidents to the runs, and deletes those of each session beyond the newest
    /// ``Incident/mostPerSession``.
    func foldJournal(limit: Int) async throws(StoreError) -> Int

    /// How often users went from one screen to another. The counts include the thousand oldest of the journal entries
    /// that ``foldJournal(limit:)`` has not added yet. The graph of a flow is computed from its runs, as its funnel is.
    func graph(_ query: GraphQuery) async throws(StoreError) -> Graph

    /// How far the runs of a flow came. Includes the journal entries that ``foldJournal(limit:)`` has added.
    func funnel(_ query: FunnelQuery) async throws(StoreError) -> Funnel

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
    /// ``SessionsQuery`` for sandboxes and a `WorkQuery` for its session.
    ///
    /// The transaction checks that the original exists, so that no copy outlives the erasure of its original.
    ///
    /// - Returns: Nil at the limit; `conflict` also if the original does not exist.
    func addSandbox(_ commit: consuming Commit, most: Int) async throws(StoreError) -> CommitOutcome?

    /// Deletes sandboxes that were made at or before a date, with all their rows, and returns their ids.
    func deleteSandboxes(before date: Date, limit: Int) async throws(StoreError) -> [String]

    // MARK: The audit and the batches

    /// Adds an entry to the audit. The entry of a session also names its user, if the session has one.
    func record(_ entry: AuditEntry) async throws(StoreError)

    /// A page of the audit, newest first.
    func audit(_ query: AuditQuery) async throws(StoreError) -> Page<AuditEntry>

    /// Adds a batch, unless `OperatorLimits.runningBatches` batches are running. Those of ``erasedBatches(limit:)`` do not
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

    // MARK: Sweeping and erasing

    /// Deletes operators' rows that are older than a date, and returns their number.
    func delete(_ rows: OperatorRows, before date: Date, limit: Int) async throws(StoreError) -> Int

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

    // MARK: The whole store

    /// A description of each inconsistency in the stored data. Empty if there are none.
    func integrityProblems() async throws(StoreError) -> [String]

    /// Writes a consistent copy of everything to a new file, while changes continue.
    func backup(to path: String) async throws(StoreError)
}

/// The rows that ``OperatorStore/delete(_:before:limit:)-(OperatorRows,_,_)`` deletes.
public enum OperatorRows: Hashable, Sendable {
    /// The hourly counts before the date's hour, of the graph and of builds.
    case counts
    /// Problems that were last seen before the date.
    case problems
    /// Runs that started before the date.
    case runs
    /// Entries of the audit, and batches that ended before the date.
    case audit
}
