public import Fairway

/// A store in PostgreSQL that several servers can share.
///
/// A change is one call of the SQL function `commit_change`. Changes of many sessions use few connections; changes that
/// arrive while all connections are busy share a transaction.
public final class PostgresStore: Store {
    /// The database's name in error messages. Contains no password.
    let place: String
    let access: StoreAccess
    /// The monotonic clock of this process.
    let clock: any WallClock
    /// The wall clock that all nodes share.
    let time: DatabaseClock
    let writers: ConnectionPool
    let readers: ConnectionPool
    let listReaders: ConnectionPool
    let noticePool: ConnectionPool
    let notices: Notices
    let statistics = TransactionCounters()
    /// The build of this node.
    let build = OwnBuild()

    /// The default maximum number of changes in a transaction.
    public static let usualMostChangesInGroup = 32

    init(
        place: String,
        access: StoreAccess,
        clock: any WallClock,
        time: DatabaseClock.Reading,
        mostChangesInGroup: Int = usualMostChangesInGroup,
        connect: @escaping PoolConnector
    ) {
        self.place = place
        self.access = access
        self.clock = clock
        self.time = DatabaseClock(time, own: clock)
        func pool(_ limits: PoolLimits, _ role: ConnectionRole) -> ConnectionPool {
            ConnectionPool(limits, clock: clock) { connect(role, $0) }
        }
        // A store that is open for reading connects only for lists, to leave connections to the servers.
        writers = ConnectionPool(
            access == .serving ? .writing(together: mostChangesInGroup) : .none,
            clock: clock,
            record: statistics.record
        ) { connect(.writing, $0) }
        readers = pool(access == .serving ? .reading : .none, .reading)
        listReaders = pool(.listing, .listing)
        let notices = Notices(clock: clock)
        self.notices = notices
        noticePool = ConnectionPool(access == .serving ? .noticing : .none, clock: clock, onEvent: notices.handle) {
            connect(.noticing, $0)
        }
        if access == .serving { keepTime() }
    }

    typealias PoolConnector =
        @Sendable (ConnectionRole, @escaping @Sendable (ConnectionEvent) -> Void) -> any DatabaseConnection

    /// Statistics of the write transactions; nil if the store is open for reading.
    public var writeStatistics: WriteStatistics? {
        access == .serving ? statistics.value(waiting: writers.load) : nil
    }

    /// None. PostgreSQL reports damage when it reads it.
    public var warnings: [StoreWarning] { [] }

    /// Waits for running statements, then closes the connections.
    public func close() async {
        for pool in [writers, noticePool, readers, listReaders] { await pool.close() }
    }

    // MARK: Running statements

    func read(_ call: SQLStatement) async throws(StoreError) -> Rows { try await read([call])[0] }

    /// Runs reads on one snapshot.
    func read(_ calls: [SQLStatement]) async throws(StoreError) -> [Rows] {
        try await read(calls, from: access == .serving ? readers : listReaders)
    }

    /// Runs a slow read on the connection for lists.
    func readList(_ call: SQLStatement) async throws(StoreError) -> Rows { try await readLists([call])[0] }

    /// Runs slow reads on the connection for lists, on one snapshot.
    func readLists(_ calls: [SQLStatement]) async throws(StoreError) -> [Rows] {
        try await read(calls, from: listReaders)
    }

    /// Runs a write. If the connection is lost before the answer arrives, throws without repeating the write.
    func write(_ call: SQLStatement) async throws(StoreError) -> Rows {
        try result(await runWrite([call]))[0]
    }

    /// Runs writes, and repeats them after serialization failures and deadlocks. If they write only to `session`, they
    /// may share a transaction with writes to other sessions.
    func runWrite(_ calls: [SQLStatement], of session: String? = nil) async -> Result<[Rows], PostgresFailure> {
        guard access == .serving else {
            return .failure(PostgresFailure(kind: .closed, message: "the store is open for reading only"))
        }
        for _ in 1..<Self.mostAttempts {
            let result = await writers.run(calls, of: session)
            if case .failure(let failure) = result, failure.mayPassNextTime { continue }
            return result
        }
        return await writers.run(calls, of: session)
    }

    /// The maximum number of attempts of a write that conflicts with concurrent writes.
    private static let mostAttempts = 5

    private func read(_ calls: [SQLStatement], from pool: ConnectionPool) async throws(StoreError) -> [Rows] {
        let first = await pool.run(calls)
        // The connection was lost before the answer arrived. A read can safely be repeated.
        if case .failure(let failure) = first, failure.kind == .cut { return try result(await pool.run(calls)) }
        return try result(first)
    }

    func result<Value>(_ result: Result<Value, PostgresFailure>) throws(StoreError) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let failure): throw failure.storeError(place)
        }
    }
}

/// Coordination of several nodes on one database.
extension PostgresStore: SharedStore {
    /// The store itself if it is open for serving.
    public var sharing: (any SharedStore)? { access == .serving ? self : nil }

    /// The database's clock.
    public var commonClock: (any WallClock)? { time }

    /// The current versions of the sessions that exist.
    public func versions(of sessions: [String]) async throws(StoreError) -> [String: SessionVersion] {
        guard !sessions.isEmpty else { return [:] }
        let rows = try await read(
            SQLStatement("SELECT id, revision, draft_edits FROM sessions WHERE id = ANY ($1)").bind(sessions)
        )
        let versions = rows.all { ($0.text(0), SessionVersion(revision: $0.int(1), draftEdits: $0.int(2))) }
        return Dictionary(versions) { _, last in last }
    }

    /// Calls `listener` for each notice from another node.
    public func listen(_ listener: @escaping @Sendable (StoreNotice) -> Void) { notices.listen(listener) }

    /// Acquires, renews or releases a duty. Returns whether the claim's holder has it now.
    public func claim(_ claim: DutyClaim) async throws(StoreError) -> Bool {
        guard claim.until > claim.now else {
            let sql = "DELETE FROM duties WHERE duty = $1 AND holder = $2"
            _ = try await write(SQLStatement(sql).bind(claim.duty.rawValue).bind(claim.holder))
            return false
        }
        let sql = """
            INSERT INTO duties AS old (duty, holder, until_ms) VALUES ($1, $2, $3)
            ON CONFLICT (duty) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
            WHERE old.holder = excluded.holder OR old.until_ms <= $4
            """
        let call = SQLStatement(sql).bind(claim.duty.rawValue).bind(claim.holder).bind(claim.until).bind(claim.now)
        return try await write(call).affected > 0
    }
}
