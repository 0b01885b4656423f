public import Fairway
public import FairwayWire
public import Foundation

/// All calls of ``Store`` but `commit`. They are forwarded unless the store is unavailable or the interceptor throws.
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

    public func userSessions(_ query: UserSessionsQuery) async throws(StoreError) -> Page<UserSessionRow> {
        try await passing { store throws(StoreError) in try await store.userSessions(query) }
    }

    public func newestTime() async throws(StoreError) -> Date? {
        try await passing { store throws(StoreError) in try await store.newestTime() }
    }

    public func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String> {
        try await passing { store throws(StoreError) in
            try await store.idleSessions(since: since, cursor: cursor, limit: limit)
        }
    }

    public func delete(_ rows: SweptRows, before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await passing { store throws(StoreError) in try await store.delete(rows, before: date, limit: limit) }
    }

    public func probe() async throws(StoreError) {
        try await passing { store throws(StoreError) in try await store.probe() }
    }
}
