public import Fairway
public import FairwayWire
public import Foundation

/// All calls but `commit`. They are forwarded unless the store is unavailable or the interceptor throws.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FaultyStore {
    public func load(_ session: String) async throws(StoreError) -> StoredSession? {
        try await passing { store throws(StoreError) in try await store.load(session) }
    }

    public func access(_ session: String) async throws(StoreError) -> SessionAccess? {
        try await passing { store throws(StoreError) in try await store.access(session) }
    }

    public func reply(_ session: String, key: String) async throws(StoreError) -> StoredReply? {
        try await passing { store throws(StoreError) in try await store.reply(session, key: key) }
    }

    @discardableResult
    public func setDraft(_ draft: RawJSON?, _ session: String, screen: String) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.setDraft(draft, session, screen: screen) }
    }

    public func journal(_ session: String, after revision: Int, limit: Int) async throws(StoreError) -> [JournalEntry] {
        try await passing { store throws(StoreError) in try await store.journal(session, after: revision, limit: limit)
        }
    }

    public func keepStates(_ states: [KeptState], most: Int) async throws(StoreError) {
        try await passing { store throws(StoreError) in try await store.keepStates(states, most: most) }
    }

    public func keptState(_ session: String, revision: Int) async throws(StoreError) -> KeptState? {
        try await passing { store throws(StoreError) in try await store.keptState(session, revision: revision) }
    }

    public func keptRevisions(_ session: String) async throws(StoreError) -> [Int] {
        try await passing { store throws(StoreError) in try await store.keptRevisions(session) }
    }

    public func addSandbox(_ commit: Commit, most: Int) async throws(StoreError) -> CommitOutcome? {
        try await passing { store throws(StoreError) in try await store.addSandbox(commit, most: most) }
    }

    public func deleteSandboxes(before date: Date, limit: Int) async throws(StoreError) -> [String] {
        try await passing { store throws(StoreError) in try await store.deleteSandboxes(before: date, limit: limit) }
    }

    public func work(_ session: String) async throws(StoreError) -> [StoredWork] {
        try await passing { store throws(StoreError) in try await store.work(session) }
    }

    public func work(_ session: String, id: String) async throws(StoreError) -> StoredWork? {
        try await passing { store throws(StoreError) in try await store.work(session, id: id) }
    }

    public func nextWork(in queues: [WorkQueue]) async throws(StoreError) -> Date? {
        try await passing { store throws(StoreError) in try await store.nextWork(in: queues) }
    }

    public func lease(_ lease: WorkLease) async throws(StoreError) -> [StoredWork] {
        try await passing { store throws(StoreError) in try await store.lease(lease) }
    }

    public func setProgress(
        _ progress: WorkProgress,
        of id: String,
        _ session: String,
        heldBy holder: String?
    ) async throws(StoreError) -> Bool {
        try await passing { store throws(StoreError) in
            try await store.setProgress(progress, of: id, session, heldBy: holder)
        }
    }

    public func work(_ query: WorkQuery) async throws(StoreError) -> Page<StoredWork> {
        try await passing { store throws(StoreError) in try await store.work(query) }
    }

    public func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) async throws(StoreError) {
        try await passing { store throws(StoreError) in
            try await store.addHandoff(code, session: session, expiresAt: expiresAt)
        }
    }

    public func handoff(_ code: [UInt8]) async throws(StoreError) -> StoredHandoff? {
        try await passing { store throws(StoreError) in try await store.handoff(code) }
    }

    public func creation(_ key: [UInt8]) async throws(StoreError) -> StoredCreation? {
        try await passing { store throws(StoreError) in try await store.creation(key) }
    }

    public func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow> {
        try await passing { store throws(StoreError) in try await store.flows(query) }
    }

    public func summary() async throws(StoreError) -> StoreSummary {
        try await passing { store throws(StoreError) in try await store.summary() }
    }

    public func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionListRow> {
        try await passing { store throws(StoreError) in try await store.sessions(query) }
    }

    public func userSessions(_ query: SessionsQuery) async throws(StoreError) -> Page<UserSessionRow> {
        try await passing { store throws(StoreError) in try await store.userSessions(query) }
    }

    public func count(_ query: SessionsQuery) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.count(query) }
    }

    public func add(_ incidents: [Incident]) async throws(StoreError) {
        try await passing { store throws(StoreError) in try await store.add(incidents) }
    }

    public func incidents(_ session: String) async throws(StoreError) -> [Incident] {
        try await passing { store throws(StoreError) in try await store.incidents(session) }
    }

    public func graph(_ query: GraphQuery) async throws(StoreError) -> Graph {
        try await passing { store throws(StoreError) in try await store.graph(query) }
    }

    public func funnel(_ query: FunnelQuery) async throws(StoreError) -> Funnel {
        try await passing { store throws(StoreError) in try await store.funnel(query) }
    }

    public func record(_ entry: AuditEntry) async throws(StoreError) {
        try await passing { store throws(StoreError) in try await store.record(entry) }
    }

    public func audit(_ query: AuditQuery) async throws(StoreError) -> Page<AuditEntry> {
        try await passing { store throws(StoreError) in try await store.audit(query) }
    }

    public func addBatch(_ batch: SessionBatch) async throws(StoreError) -> Bool {
        try await passing { store throws(StoreError) in try await store.addBatch(batch) }
    }

    public func batches(_ query: BatchesQuery) async throws(StoreError) -> Page<SessionBatch> {
        try await passing { store throws(StoreError) in try await store.batches(query) }
    }

    public func batch(_ id: String) async throws(StoreError) -> SessionBatch? {
        try await passing { store throws(StoreError) in try await store.batch(id) }
    }

    public func erasedBatches(limit: Int) async throws(StoreError) -> [SessionBatch] {
        try await passing { store throws(StoreError) in try await store.erasedBatches(limit: limit) }
    }

    public func runningBatch() async throws(StoreError) -> SessionBatch? {
        try await passing { store throws(StoreError) in try await store.runningBatch() }
    }

    public func setProgress(
        _ progress: BatchProgress,
        of batch: String,
        state: SessionBatch.State,
        at date: Date
    ) async throws(StoreError) -> SessionBatch.State? {
        try await passing { store throws(StoreError) in
            try await store.setProgress(progress, of: batch, state: state, at: date)
        }
    }

    public func stopBatch(_ id: String, at date: Date) async throws(StoreError) -> SessionBatch.Action? {
        try await passing { store throws(StoreError) in try await store.stopBatch(id, at: date) }
    }

    public func newestTime() async throws(StoreError) -> Date? {
        try await passing { store throws(StoreError) in try await store.newestTime() }
    }

    public func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String> {
        try await passing { store throws(StoreError) in
            try await store.idleSessions(since: since, cursor: cursor, limit: limit)
        }
    }

    public func foldJournal(limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.foldJournal(limit: limit) }
    }

    public func delete(_ rows: SweptRows, before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.delete(rows, before: date, limit: limit) }
    }

    public func eraseUser(_ user: String, limit: Int) async throws(StoreError) -> [String] {
        try await passing { store throws(StoreError) in try await store.eraseUser(user, limit: limit) }
    }

    public func erase(_ sessions: [String]) async throws(StoreError) -> [String] {
        try await passing { store throws(StoreError) in try await store.erase(sessions) }
    }

    public func finishErasure() async throws(StoreError) -> Bool {
        try await passing { store throws(StoreError) in
            let isFinished = try await store.finishErasure()
            return isFinished && !areFilesRead
        }
    }

    public func probe() async throws(StoreError) {
        try await passing { store throws(StoreError) in try await store.probe() }
    }

    public func integrityProblems() async throws(StoreError) -> [String] {
        try await passing { store throws(StoreError) in try await store.integrityProblems() }
    }

    public func backup(to path: String) async throws(StoreError) {
        try await passing { store throws(StoreError) in try await store.backup(to: path) }
    }
}
