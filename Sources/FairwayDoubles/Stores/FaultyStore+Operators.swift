public import Fairway
public import FairwayOperators
public import Foundation

/// The calls of ``OperatorStore``. They are forwarded as the others are, if the wrapped store has them.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FaultyStore: OperatorStore {
    public func keepStates(_ states: [KeptState], most: Int) async throws(StoreError) {
        try await passingToOperators { store throws(StoreError) in try await store.keepStates(states, most: most) }
    }

    public func keptState(_ session: String, revision: Int) async throws(StoreError) -> KeptState? {
        try await passingToOperators { store throws(StoreError) in
            try await store.keptState(session, revision: revision)
        }
    }

    public func keptRevisions(_ session: String) async throws(StoreError) -> [Int] {
        try await passingToOperators { store throws(StoreError) in try await store.keptRevisions(session) }
    }

    public func addSandbox(_ commit: Commit, most: Int) async throws(StoreError) -> CommitOutcome? {
        try await passingToOperators { store throws(StoreError) in try await store.addSandbox(commit, most: most) }
    }

    public func deleteSandboxes(before date: Date, limit: Int) async throws(StoreError) -> [String] {
        try await passingToOperators { store throws(StoreError) in
            try await store.deleteSandboxes(before: date, limit: limit)
        }
    }

    public func work(_ query: WorkQuery) async throws(StoreError) -> Page<StoredWork> {
        try await passingToOperators { store throws(StoreError) in try await store.work(query) }
    }

    public func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow> {
        try await passingToOperators { store throws(StoreError) in try await store.flows(query) }
    }

    public func summary() async throws(StoreError) -> StoreSummary {
        try await passingToOperators { store throws(StoreError) in try await store.summary() }
    }

    public func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionListRow> {
        try await passingToOperators { store throws(StoreError) in try await store.sessions(query) }
    }

    public func count(_ query: SessionsQuery) async throws(StoreError) -> Int {
        try await passingToOperators { store throws(StoreError) in try await store.count(query) }
    }

    public func add(_ incidents: [Incident]) async throws(StoreError) {
        try await passingToOperators { store throws(StoreError) in try await store.add(incidents) }
    }

    public func incidents(_ session: String) async throws(StoreError) -> [Incident] {
        try await passingToOperators { store throws(StoreError) in try await store.incidents(session) }
    }

    public func addProblems(_ batch: ProblemBatch) async throws(StoreError) {
        try await passingToOperators { store throws(StoreError) in try await store.addProblems(batch) }
    }

    public func problems(_ query: ProblemsQuery) async throws(StoreError) -> Page<ListedProblem> {
        try await passingToOperators { store throws(StoreError) in try await store.problems(query) }
    }

    public func problems(_ ids: [String], hoursSince: Date) async throws(StoreError) -> [ListedProblem] {
        try await passingToOperators { store throws(StoreError) in
            try await store.problems(ids, hoursSince: hoursSince)
        }
    }

    public func setStatus(
        _ status: ListedProblem.Status,
        of problem: String,
        at date: Date
    ) async throws(StoreError) -> Bool {
        try await passingToOperators { store throws(StoreError) in
            try await store.setStatus(status, of: problem, at: date)
        }
    }

    public func newestBuild() async throws(StoreError) -> String? {
        try await passingToOperators { store throws(StoreError) in try await store.newestBuild() }
    }

    public func recordBuild(_ sighting: BuildSighting) async throws(StoreError) {
        try await passingToOperators { store throws(StoreError) in try await store.recordBuild(sighting) }
    }

    public func builds(_ query: BuildsQuery) async throws(StoreError) -> Page<ListedBuild> {
        try await passingToOperators { store throws(StoreError) in try await store.builds(query) }
    }

    public func addServerCounts(_ counts: [ServerCount]) async throws(StoreError) {
        try await passingToOperators { store throws(StoreError) in try await store.addServerCounts(counts) }
    }

    public func serverCounts(since: Date) async throws(StoreError) -> [ServerCount] {
        try await passingToOperators { store throws(StoreError) in try await store.serverCounts(since: since) }
    }

    public func graph(_ query: GraphQuery) async throws(StoreError) -> Graph {
        try await passingToOperators { store throws(StoreError) in try await store.graph(query) }
    }

    public func funnel(_ query: FunnelQuery) async throws(StoreError) -> Funnel {
        try await passingToOperators { store throws(StoreError) in try await store.funnel(query) }
    }

    public func record(_ entry: AuditEntry) async throws(StoreError) {
        try await passingToOperators { store throws(StoreError) in try await store.record(entry) }
    }

    public func audit(_ query: AuditQuery) async throws(StoreError) -> Page<AuditEntry> {
        try await passingToOperators { store throws(StoreError) in try await store.audit(query) }
    }

    public func addBatch(_ batch: SessionBatch) async throws(StoreError) -> Bool {
        try await passingToOperators { store throws(StoreError) in try await store.addBatch(batch) }
    }

    public func batches(_ query: BatchesQuery) async throws(StoreError) -> Page<SessionBatch> {
        try await passingToOperators { store throws(StoreError) in try await store.batches(query) }
    }

    public func batch(_ id: String) async throws(StoreError) -> SessionBatch? {
        try await passingToOperators { store throws(StoreError) in try await store.batch(id) }
    }

    public func erasedBatches(limit: Int) async throws(StoreError) -> [SessionBatch] {
        try await passingToOperators { store throws(StoreError) in try await store.erasedBatches(limit: limit) }
    }

    public func runningBatch() async throws(StoreError) -> SessionBatch? {
        try await passingToOperators { store throws(StoreError) in try await store.runningBatch() }
    }

    public func setProgress(
        _ progress: BatchProgress,
        of batch: String,
        state: SessionBatch.State,
        at date: Date
    ) async throws(StoreError) -> SessionBatch.State? {
        try await passingToOperators { store throws(StoreError) in
            try await store.setProgress(progress, of: batch, state: state, at: date)
        }
    }

    public func stopBatch(_ id: String, at date: Date) async throws(StoreError) -> SessionBatch.Action? {
        try await passingToOperators { store throws(StoreError) in try await store.stopBatch(id, at: date) }
    }

    public func foldJournal(limit: Int) async throws(StoreError) -> Int {
        try await passingToOperators { store throws(StoreError) in try await store.foldJournal(limit: limit) }
    }

    public func eraseUser(_ user: String, limit: Int) async throws(StoreError) -> [String] {
        try await passingToOperators { store throws(StoreError) in try await store.eraseUser(user, limit: limit) }
    }

    public func erase(_ sessions: [String]) async throws(StoreError) -> [String] {
        try await passingToOperators { store throws(StoreError) in try await store.erase(sessions) }
    }

    public func finishErasure() async throws(StoreError) -> Bool {
        try await passingToOperators { store throws(StoreError) in
            let isFinished = try await store.finishErasure()
            return isFinished && !areFilesRead
        }
    }

    public func integrityProblems() async throws(StoreError) -> [String] {
        try await passingToOperators { store throws(StoreError) in try await store.integrityProblems() }
    }

    public func backup(to path: String) async throws(StoreError) {
        try await passingToOperators { store throws(StoreError) in try await store.backup(to: path) }
    }

    public func delete(_ rows: OperatorRows, before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await passingToOperators { store throws(StoreError) in
            try await store.delete(rows, before: date, limit: limit)
        }
    }

    private func passingToOperators<Result: Sendable>(
        _ name: String = #function,
        _ call: (any OperatorStore) async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try await passing(name) { store throws(StoreError) in
            guard let store = store as? any OperatorStore else {
                throw StoreError(.unsupported, "The wrapped store does not keep what operators need.")
            }
            return try await call(store)
        }
    }
}
