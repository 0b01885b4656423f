public import Fairway
public import FairwayWire
public import Foundation

/// All calls but `commit`. They are forwarded unless the store is unavailable or the interceptor throws.
extension FaultyStore {
    /// Forwards to the store.
    public func load(_ session: String) async throws(StoreError) -> StoredSession? {
        try await passing { store throws(StoreError) in try await store.load(session) }
    }

    /// Forwards to the store.
    public func access(_ session: String) async throws(StoreError) -> SessionAccess? {
        try await passing { store throws(StoreError) in try await store.access(session) }
    }

    /// Forwards to the store.
    public func reply(_ session: String, key: String) async throws(StoreError) -> StoredReply? {
        try await passing { store throws(StoreError) in try await store.reply(session, key: key) }
    }

    /// Forwards to the store.
    @discardableResult
    public func setDraft(_ draft: RawJSON?, _ session: String, screen: String) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.setDraft(draft, session, screen: screen) }
    }

    /// Forwards to the store.
    public func journal(_ session: String, after revision: Int, limit: Int) async throws(StoreError) -> [JournalEntry] {
        try await passing { store throws(StoreError) in try await store.journal(session, after: revision, limit: limit)
        }
    }

    /// Forwards to the store.
    public func work(_ session: String) async throws(StoreError) -> [StoredWork] {
        try await passing { store throws(StoreError) in try await store.work(session) }
    }

    /// Forwards to the store.
    public func work(_ session: String, id: String) async throws(StoreError) -> StoredWork? {
        try await passing { store throws(StoreError) in try await store.work(session, id: id) }
    }

    /// Forwards to the store.
    public func nextWork(in queues: [WorkQueue]) async throws(StoreError) -> Date? {
        try await passing { store throws(StoreError) in try await store.nextWork(in: queues) }
    }

    /// Forwards to the store.
    public func lease(_ lease: WorkLease) async throws(StoreError) -> [StoredWork] {
        try await passing { store throws(StoreError) in try await store.lease(lease) }
    }

    /// Forwards to the store.
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

    /// Forwards to the store.
    public func work(_ query: WorkQuery) async throws(StoreError) -> Page<StoredWork> {
        try await passing { store throws(StoreError) in try await store.work(query) }
    }

    /// Forwards to the store.
    public func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) async throws(StoreError) {
        try await passing { store throws(StoreError) in
            try await store.addHandoff(code, session: session, expiresAt: expiresAt)
        }
    }

    /// Forwards to the store.
    public func handoff(_ code: [UInt8]) async throws(StoreError) -> StoredHandoff? {
        try await passing { store throws(StoreError) in try await store.handoff(code) }
    }

    /// Forwards to the store.
    public func creation(_ key: [UInt8]) async throws(StoreError) -> StoredCreation? {
        try await passing { store throws(StoreError) in try await store.creation(key) }
    }

    /// Forwards to the store.
    public func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow> {
        try await passing { store throws(StoreError) in try await store.flows(query) }
    }

    /// Forwards to the store.
    public func summary() async throws(StoreError) -> StoreSummary {
        try await passing { store throws(StoreError) in try await store.summary() }
    }

    /// Forwards to the store.
    public func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionRow> {
        try await passing { store throws(StoreError) in try await store.sessions(query) }
    }

    /// Forwards to the store.
    public func graph(_ query: GraphQuery) async throws(StoreError) -> Graph {
        try await passing { store throws(StoreError) in try await store.graph(query) }
    }

    /// Forwards to the store.
    public func newestTime() async throws(StoreError) -> Date? {
        try await passing { store throws(StoreError) in try await store.newestTime() }
    }

    /// Forwards to the store.
    public func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String> {
        try await passing { store throws(StoreError) in
            try await store.idleSessions(since: since, cursor: cursor, limit: limit)
        }
    }

    /// Forwards to the store.
    public func deleteSessions(overBy date: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.deleteSessions(overBy: date, limit: limit) }
    }

    /// Forwards to the store.
    public func foldJournal(limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.foldJournal(limit: limit) }
    }

    /// Forwards to the store.
    public func deleteJournal(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.deleteJournal(before: date, limit: limit) }
    }

    /// Forwards to the store.
    public func deleteCounts(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.deleteCounts(before: date, limit: limit) }
    }

    /// Forwards to the store.
    public func deleteReplies(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.deleteReplies(before: date, limit: limit) }
    }

    /// Forwards to the store.
    public func deleteExpired(at now: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.deleteExpired(at: now, limit: limit) }
    }

    /// Forwards to the store.
    public func probe() async throws(StoreError) {
        try await passing { store throws(StoreError) in try await store.probe() }
    }

    /// Forwards to the store.
    public func integrityProblems() async throws(StoreError) -> [String] {
        try await passing { store throws(StoreError) in try await store.integrityProblems() }
    }

    /// Forwards to the store.
    public func backup(to path: String) async throws(StoreError) {
        try await passing { store throws(StoreError) in try await store.backup(to: path) }
    }
}
