public import Fairway
public import FairwayWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Every call but a commit: passed on, unless the store is to be unavailable.
extension FaultyStore {
    /// Passes on.
    public func load(_ session: String) async throws(StoreError) -> StoredSession? {
        try await passing { store throws(StoreError) in try await store.load(session) }
    }

    /// Passes on.
    public func access(_ session: String) async throws(StoreError) -> SessionAccess? {
        try await passing { store throws(StoreError) in try await store.access(session) }
    }

    /// Passes on.
    public func reply(_ session: String, key: String) async throws(StoreError) -> StoredReply? {
        try await passing { store throws(StoreError) in try await store.reply(session, key: key) }
    }

    /// Passes on.
    @discardableResult
    public func setDraft(_ draft: RawJSON?, _ session: String, screen: String) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.setDraft(draft, session, screen: screen) }
    }

    /// Passes on.
    public func journal(_ session: String, after revision: Int, limit: Int) async throws(StoreError) -> [JournalEntry] {
        try await passing { store throws(StoreError) in try await store.journal(session, after: revision, limit: limit)
        }
    }

    /// Passes on.
    public func work(_ session: String) async throws(StoreError) -> [StoredWork] {
        try await passing { store throws(StoreError) in try await store.work(session) }
    }

    /// Passes on.
    public func work(_ session: String, id: String) async throws(StoreError) -> StoredWork? {
        try await passing { store throws(StoreError) in try await store.work(session, id: id) }
    }

    /// Passes on.
    public func nextWork(in queues: [WorkQueue]) async throws(StoreError) -> Date? {
        try await passing { store throws(StoreError) in try await store.nextWork(in: queues) }
    }

    /// Passes on.
    public func lease(_ lease: WorkLease) async throws(StoreError) -> [StoredWork] {
        try await passing { store throws(StoreError) in try await store.lease(lease) }
    }

    /// Passes on.
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

    /// Passes on.
    public func work(_ query: WorkQuery) async throws(StoreError) -> Page<StoredWork> {
        try await passing { store throws(StoreError) in try await store.work(query) }
    }

    /// Passes on.
    public func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) async throws(StoreError) {
        try await passing { store throws(StoreError) in
            try await store.addHandoff(code, session: session, expiresAt: expiresAt)
        }
    }

    /// Passes on.
    public func handoff(_ code: [UInt8]) async throws(StoreError) -> StoredHandoff? {
        try await passing { store throws(StoreError) in try await store.handoff(code) }
    }

    /// Passes on.
    public func creation(_ key: [UInt8]) async throws(StoreError) -> StoredCreation? {
        try await passing { store throws(StoreError) in try await store.creation(key) }
    }

    /// Passes on.
    public func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow> {
        try await passing { store throws(StoreError) in try await store.flows(query) }
    }

    /// Passes on.
    public func summary() async throws(StoreError) -> StoreSummary {
        try await passing { store throws(StoreError) in try await store.summary() }
    }

    /// Passes on.
    public func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionRow> {
        try await passing { store throws(StoreError) in try await store.sessions(query) }
    }

    /// Passes on.
    public func graph(_ query: GraphQuery) async throws(StoreError) -> Graph {
        try await passing { store throws(StoreError) in try await store.graph(query) }
    }

    /// Passes on.
    public func newestTime() async throws(StoreError) -> Date? {
        try await passing { store throws(StoreError) in try await store.newestTime() }
    }

    /// Passes on.
    public func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String> {
        try await passing { store throws(StoreError) in
            try await store.idleSessions(since: since, cursor: cursor, limit: limit)
        }
    }

    /// Passes on.
    public func deleteSessions(overBy date: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.deleteSessions(overBy: date, limit: limit) }
    }

    /// Passes on.
    public func foldJournal(limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.foldJournal(limit: limit) }
    }

    /// Passes on.
    public func deleteJournal(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.deleteJournal(before: date, limit: limit) }
    }

    /// Passes on.
    public func deleteCounts(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.deleteCounts(before: date, limit: limit) }
    }

    /// Passes on.
    public func deleteReplies(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.deleteReplies(before: date, limit: limit) }
    }

    /// Passes on.
    public func deleteExpired(at now: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.deleteExpired(at: now, limit: limit) }
    }

    /// Passes on.
    public func probe() async throws(StoreError) {
        try await passing { store throws(StoreError) in try await store.probe() }
    }

    /// Passes on.
    public func integrityProblems() async throws(StoreError) -> [String] {
        try await passing { store throws(StoreError) in try await store.integrityProblems() }
    }

    /// Passes on.
    public func liveSessions(cursor: String?, limit: Int) async throws(StoreError) -> Page<StoredSession> {
        try await passing { store throws(StoreError) in try await store.liveSessions(cursor: cursor, limit: limit) }
    }

    /// Passes on.
    public func backup(to path: String) async throws(StoreError) {
        try await passing { store throws(StoreError) in try await store.backup(to: path) }
    }
}
