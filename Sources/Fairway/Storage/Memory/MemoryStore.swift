public import FairwayWire
public import Foundation
import Synchronization

/// A store in memory, for tests and experiments. Its content is lost when the process ends.
public final class MemoryStore: Store {
    let memory: SharedMemory
    private let isShared: Bool
    private let isClosed = Atomic<Bool>(false)

    /// An empty store.
    public init() {
        memory = SharedMemory()
        isShared = false
    }

    /// A node's store.
    init(sharing memory: SharedMemory) {
        self.memory = memory
        isShared = true
    }

    /// This store if a `SharedMemory` has opened it; nil otherwise.
    public var sharing: (any SharedStore)? { isShared ? self : nil }

    /// A snapshot of a store's content, for tests that restart a server.
    package struct Image: Sendable {
        fileprivate let records: MemoryRecords
    }

    package var image: Image {
        get { memory.records.withLock { Image(records: $0) } }
        set { memory.records.withLock { $0 = newValue.records } }
    }

    func use<Result>(_ body: (inout MemoryRecords) throws(StoreError) -> Result) throws(StoreError) -> Result {
        guard !isClosed.load(ordering: .acquiring) else {
            throw StoreError(.unavailable, "The store has been closed.")
        }
        return try memory.records.withLock { records throws(StoreError) in try body(&records) }
    }
}

/// Sessions, and the calls for operation. ``Store`` documents them.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore {
    public func load(_ session: String) throws(StoreError) -> StoredSession? {
        try use { $0.sessions[session]?.stored }
    }

    public func access(_ session: String) throws(StoreError) -> SessionAccess? {
        try use { $0.sessions[session]?.stored.session.access }
    }

    public func commit(_ commit: Commit) throws(StoreError) -> CommitOutcome {
        try commit.checkParts()
        let outcome = try use { $0.commit(commit) }
        if isShared, outcome == .committed { memory.tell(commit.notices) }
        return outcome
    }

    public func reply(_ session: String, key: String) throws(StoreError) -> StoredReply? {
        try use { $0.sessions[session]?.replies[key] }
    }

    @discardableResult
    public func setDraft(_ draft: RawJSON?, _ session: String, screen: String) throws(StoreError) -> Int {
        try use { $0.sessions[session]?.setDraft(draft, screen) ?? 0 }
    }

    public func journal(_ session: String, after revision: Int, limit: Int) throws(StoreError) -> [JournalEntry] {
        try use { Array($0.sessions[session]?.journal.filter { $0.revision > revision }.prefix(limit) ?? []) }
    }

    public func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) throws(StoreError) {
        try use { records in
            guard records.sessions[session] != nil else { return }
            records.handoffs[code] = StoredHandoff(session: session, expiresAt: expiresAt)
        }
    }

    public func handoff(_ code: [UInt8]) throws(StoreError) -> StoredHandoff? {
        try use { $0.handoffs[code] }
    }

    public func creation(_ key: [UInt8]) throws(StoreError) -> StoredCreation? {
        try use { $0.creations[key] }
    }

    public var writeStatistics: WriteStatistics? { nil }

    public func probe() throws(StoreError) { try use { _ in } }

    public func integrityProblems() throws(StoreError) -> [String] { try use { _ in [] } }

    public func backup(to path: String) throws(StoreError) {
        throw StoreError(.unsupported, "A memory store cannot be backed up: serve with --store sqlite:PATH.")
    }

    /// Deletes everything, unless it is shared.
    public func close() {
        isClosed.store(true, ordering: .releasing)
        memory.leave(self)
        if !isShared { memory.records.withLock { $0 = MemoryRecords() } }
    }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore: SharedStore {
    public var commonClock: (any WallClock)? { memory.clock }

    public func versions(of sessions: [String]) throws(StoreError) -> [String: SessionVersion] {
        try use { records in
            var versions: [String: SessionVersion] = [:]
            for session in sessions { versions[session] = records.sessions[session]?.version }
            return versions
        }
    }

    public func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void) { memory.listen(self, listener) }

    public func claim(_ claim: DutyClaim) throws(StoreError) -> Bool {
        try use { records in
            let duty = records.duties[claim.duty]
            if let duty, duty.holder != claim.holder, duty.until > claim.now { return false }
            records.duties[claim.duty] = claim
            return claim.until > claim.now
        }
    }
}
