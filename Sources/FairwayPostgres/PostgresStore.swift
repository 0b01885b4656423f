public import Fairway

/// Sessions in PostgreSQL: the store for many nodes.
///
/// A change is one call of a function. The calls of many sessions go over few connections; those that come while all are
/// busy share a transaction.
public final class PostgresStore: Store {
    /// What it is called in messages; without the password.
    let place: String
    let access: StoreAccess
    /// Counts the seconds until something is to be done.
    let clock: any WallClock
    /// What the time of day is, for all nodes.
    let time: DatabaseClock
    let writers: Pool
    let readers: Pool
    let listReaders: Pool
    let noticePool: Pool
    let notices: Notices
    let statistics = WriteRecord()

    /// How many changes share a transaction at most, unless it is said.
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
        func pool(_ limits: PoolLimits, _ role: ConnectionRole) -> Pool {
            Pool(limits, clock: clock) { connect(role, $0) }
        }
        // One that only looks keeps the connections of others free.
        writers = Pool(
            access == .serving ? .writing(together: mostChangesInGroup) : .none,
            clock: clock,
            note: statistics.note
        ) { connect(.writing, $0) }
        readers = pool(access == .serving ? .reading : .none, .reading)
        listReaders = pool(.listing, .listing)
        let notices = Notices(clock: clock)
        self.notices = notices
        noticePool = Pool(access == .serving ? .noticing : .none, clock: clock, hear: notices.hear) {
            connect(.noticing, $0)
        }
        if access == .serving { keepTime() }
    }

    /// Makes a connection for a purpose.
    typealias PoolConnector =
        @Sendable (ConnectionRole, @escaping @Sendable (ConnectionEvent) -> Void) -> any DatabaseConnection

    /// What has been written; nil when the store was opened for reading.
    public var writeStatistics: WriteStatistics? {
        access == .serving ? statistics.value(waiting: writers.load) : nil
    }

    /// Finishes what is under way, and lets go of the connections.
    public func close() async {
        for pool in [writers, noticePool, readers, listReaders] { await pool.close() }
    }

    // MARK: The ways in

    /// Runs one statement that reads.
    func read(_ call: Call) async throws(StoreError) -> Rows { try await read([call])[0] }

    /// Runs statements that read, all as of one moment.
    func read(_ calls: [Call]) async throws(StoreError) -> [Rows] {
        try await read(calls, from: access == .serving ? readers : listReaders)
    }

    /// Runs a statement that may take long.
    func readList(_ call: Call) async throws(StoreError) -> Rows { try await readLists([call])[0] }

    /// Runs statements that may take long, all as of one moment.
    func readLists(_ calls: [Call]) async throws(StoreError) -> [Rows] { try await read(calls, from: listReaders) }

    /// Runs one statement that writes. One whose answer was lost is not made again: a caller that can does so itself.
    func write(_ call: Call) async throws(StoreError) -> Rows {
        try result(await runWrite([call]))[0]
    }

    /// Runs statements that write, once more where another was let pass.
    ///
    /// - Parameter session: The one session whose rows they are about, where they may share a transaction.
    func runWrite(_ calls: [Call], of session: String? = nil) async -> Result<[Rows], PostgresFailure> {
        guard access == .serving else {
            return .failure(PostgresFailure(kind: .closed, message: "opened for reading: changes are the nodes'"))
        }
        for _ in 1..<Self.mostRaces {
            let result = await writers.run(calls, of: session)
            if case .failure(let failure) = result, failure.mayPassNextTime { continue }
            return result
        }
        return await writers.run(calls, of: session)
    }

    /// How often a write is let try against others that want the same rows.
    private static let mostRaces = 5

    private func read(_ calls: [Call], from pool: Pool) async throws(StoreError) -> [Rows] {
        let first = await pool.run(calls)
        // A read whose answer was lost does no harm a second time.
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
