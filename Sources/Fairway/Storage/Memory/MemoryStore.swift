public import FairwayWire
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store that lasts as long as its process: for tests and for trying things out.
public final class MemoryStore: Store {
    let memory: SharedMemory
    private let isShared: Bool
    private let isClosed = Atomic<Bool>(false)

    /// An empty store.
    public init() {
        memory = SharedMemory()
        isShared = false
    }

    /// One of several stores on the same memory.
    init(sharing memory: SharedMemory) {
        self.memory = memory
        isShared = true
    }

    /// Other nodes, when it was made for them.
    public var sharing: (any SharedStore)? { isShared ? self : nil }

    /// A session with its flows and drafts.
    public func load(_ session: String) throws(StoreError) -> StoredSession? {
        try use { $0.sessions[session]?.stored }
    }

    /// By what a call is let into a session.
    public func access(_ session: String) throws(StoreError) -> SessionAccess? {
        try use { $0.sessions[session]?.stored.session.access }
    }

    /// Writes a change if the session is at the expected revision and the idempotency key is new.
    public func commit(_ commit: Commit) throws(StoreError) -> CommitOutcome {
        try commit.checkParts()
        let outcome = try use { $0.commit(commit) }
        if isShared, outcome == .committed { memory.tell(commit.notices) }
        return outcome
    }

    /// The answer that was kept under a key.
    public func reply(_ session: String, key: String) throws(StoreError) -> StoredReply? {
        try use { $0.sessions[session]?.replies[key] }
    }

    /// Keeps or removes what a user has typed.
    @discardableResult
    public func setDraft(_ draft: RawJSON?, _ session: String, screen: String) throws(StoreError) -> Int {
        try use { $0.sessions[session]?.setDraft(draft, screen) ?? 0 }
    }

    /// What happened to a session after a revision, oldest first.
    public func journal(_ session: String, after revision: Int, limit: Int) throws(StoreError) -> [JournalEntry] {
        try use { Array($0.sessions[session]?.journal.filter { $0.revision > revision }.prefix(limit) ?? []) }
    }

    /// Keeps a handoff code.
    public func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) throws(StoreError) {
        try use { records in
            guard records.sessions[session] != nil else { return }
            records.handoffs[code] = StoredHandoff(session: session, expiresAt: expiresAt)
        }
    }

    /// The session that a handoff code belongs to.
    public func handoff(_ code: [UInt8]) throws(StoreError) -> StoredHandoff? {
        try use { $0.handoffs[code] }
    }

    /// What was answered to a request that gave out a token.
    public func creation(_ key: [UInt8]) throws(StoreError) -> StoredCreation? {
        try use { $0.creations[key] }
    }

    /// All that a store holds, as a value: for tests that decide what of it outlives its process.
    package struct Image: Sendable {
        fileprivate let records: MemoryRecords
    }

    /// All that it holds.
    package var image: Image {
        get { memory.records.withLock { Image(records: $0) } }
        set { memory.records.withLock { $0 = newValue.records } }
    }

    /// Nobody writes to a disk.
    public var writeStatistics: WriteStatistics? { nil }

    /// Throws once the store has been closed.
    public func probe() throws(StoreError) { try use { _ in } }

    /// Nothing: what is only in memory is not damaged on its own.
    public func integrityProblems() throws(StoreError) -> [String] { try use { _ in [] } }

    /// There is no file to copy.
    public func backup(to path: String) throws(StoreError) {
        throw StoreError(.unsupported, "A memory store cannot be backed up: serve with --store sqlite:PATH.")
    }

    /// Forgets everything; what is shared stays with the others.
    public func close() {
        isClosed.store(true, ordering: .releasing)
        memory.leave(self)
        if !isShared { memory.records.withLock { $0 = MemoryRecords() } }
    }

    func use<Result>(_ body: (inout MemoryRecords) throws(StoreError) -> Result) throws(StoreError) -> Result {
        guard !isClosed.load(ordering: .acquiring) else {
            throw StoreError(.unavailable, "The store has been closed.")
        }
        return try memory.records.withLock { records throws(StoreError) in try body(&records) }
    }
}
