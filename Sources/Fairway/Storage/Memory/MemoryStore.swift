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

    package func use<Result>(_ body: (inout MemoryRecords) throws(StoreError) -> Result) throws(StoreError) -> Result {
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
            records.addHandoff(code, StoredHandoff(session: session, expiresAt: expiresAt))
        }
    }

    public func handoff(_ code: [UInt8]) throws(StoreError) -> StoredHandoff? {
        try use { $0.handoffs[code]?.stored }
    }

    public func creation(_ key: [UInt8]) throws(StoreError) -> StoredCreation? {
        try use { $0.creations[key] }
    }

    public func userSessions(_ query: UserSessionsQuery) throws(StoreError) -> Page<UserSessionRow> {
        let start = try Int(cursor: query.cursor)
        return try use { records in
            let own = records.sessions.values.filter { record in
                !record.row.isSandbox && record.row.user.isSameUser(as: query.user)
                    && (query.status == nil || query.status == record.row.status)
            }
            return makePage(own.map { ($0.number, UserSessionRow($0.row)) }, from: start, .newest, query.limit)
        }
    }

    /// A page of rows in order of their numbers, which are its cursors.
    package func makePage<Row>(
        _ rows: [(position: Int, row: Row)],
        from start: Int?,
        _ order: PageOrder,
        _ limit: Int
    ) -> Page<Row> {
        let sorted = rows.sorted { order == .newest ? $0.position > $1.position : $0.position < $1.position }
        let rest = sorted.drop { row in
            start.map { order == .newest ? row.position >= $0 : row.position <= $0 } ?? false
        }
        return Page(Array(rest), limit: limit)
    }

    public var writeStatistics: WriteStatistics? { nil }

    public var warnings: [StoreWarning] { [] }

    public func probe() throws(StoreError) { try use { _ in } }

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

/// Memory that several stores share. Tests use it to run several nodes in one process, and to control the notices between them.
package final class SharedMemory: Sendable {
    let records = Mutex(MemoryRecords())
    let clock: (any WallClock)?
    private let nodes = Mutex<[ObjectIdentifier: Node]>([:])

    /// The delivery of notices to a node.
    package enum Delivery: Sendable {
        /// Right after the commit.
        case immediate
        /// After the delivery is set to ``immediate``.
        case held
        /// Never. ``StoreNotice/missed`` follows when the delivery is set to ``immediate``.
        case lost
    }

    private struct Node {
        /// Nodes are notified in the order of their numbers.
        var number: Int
        var listener: @Sendable (StoreNotice) -> Void
        var delivery = Delivery.immediate
        var held: [StoreNotice] = []
    }

    /// - Parameter clock: The clock of all nodes; nil if they use their own.
    package init(clock: (any WallClock)? = nil) { self.clock = clock }

    /// Opens a node's store.
    package func open() -> MemoryStore { MemoryStore(sharing: self) }

    /// Sets the delivery of notices to a node. ``Delivery/immediate`` also delivers the notices that were held.
    package func deliver(_ delivery: Delivery, to store: MemoryStore) {
        let (listener, held) = nodes.withLock { nodes in
            let node = nodes[ObjectIdentifier(store)]
            nodes[ObjectIdentifier(store)]?.delivery = delivery
            nodes[ObjectIdentifier(store)]?.held = []
            return (node?.listener, node?.delivery == .lost ? [.missed] : node?.held ?? [])
        }
        if delivery == .immediate { for notice in held { listener?(notice) } }
    }

    func listen(_ store: MemoryStore, _ listener: @escaping @Sendable (StoreNotice) -> Void) {
        nodes.withLock { nodes in
            let number = (nodes.values.map(\.number).max() ?? 0) + 1
            nodes[ObjectIdentifier(store)] = Node(number: number, listener: listener)
        }
        listener(.missed)
    }

    func leave(_ store: MemoryStore) { nodes.withLock { $0[ObjectIdentifier(store)] = nil } }

    /// Notifies every node, including the one that has committed, as a database does.
    func tell(_ notices: [StoreNotice]) {
        let listeners = nodes.withLock { nodes in
            for (id, node) in nodes where node.delivery == .held { nodes[id]?.held += notices }
            return nodes.values.filter { $0.delivery == .immediate }.sorted { $0.number < $1.number }.map(\.listener)
        }
        for listener in listeners { for notice in notices { listener(notice) } }
    }
}
