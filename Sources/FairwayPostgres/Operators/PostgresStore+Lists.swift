public import Fairway
public import FairwayOperators

extension PostgresStore: OperatorStore {
    /// A page of active flows.
    public func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow> {
        let position = try ListPosition(cursor: query.cursor)
        guard position == nil || position.flatMap({ Int($0.rest) }) != nil else { throw .invalidCursor }
        let rows = try await readList(.flows(query, after: position))
        return Page(
            rows.all { (ListPosition($0.int(0), $0.text(1), "\($0.int(2))"), ListedFlow($0)) },
            limit: query.limit
        )
    }

    /// The numbers of sessions and flows.
    public func summary() async throws(StoreError) -> StoreSummary {
        let rows = try await readLists([
            Self.count(isOver: false), Self.count(isOver: true),
            SQLStatement(StoreSummary.counts(sandboxes: Self.sandboxes)),
            SQLStatement(StoreSummary.failedWork),
        ])
        return StoreSummary(
            activeSessions: rows[0].first { $0.int(0) } ?? 0,
            overSessions: rows[1].first { $0.int(0) } ?? 0,
            failedWork: rows[3].first { $0.int(0) } ?? 0,
            counts: rows[2].all(StoreSummary.Count.init)
        )
    }

    /// Counts the active or the ended sessions by using an index, and subtracts the sandboxes among them. A store has few
    /// sandboxes, so counting them is cheap.
    static func count(isOver: Bool) -> SQLStatement {
        let sql = """
            SELECT (SELECT count(*) FROM sessions WHERE is_over = $1)
                - (SELECT count(*) FROM sessions WHERE is_sandbox AND is_over = $1)
            """
        return SQLStatement(sql).bind(isOver)
    }

    /// A query for the ids of the sandboxes.
    static let sandboxes = "SELECT id FROM sessions WHERE is_sandbox"

    /// A page of sessions, newest first.
    public func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionListRow> {
        try await page(query, SessionListRow.allColumns) { SessionListRow($0) }
    }

    /// A page of sessions, newest first, with the columns that their user sees.
    public func userSessions(_ query: UserSessionsQuery) async throws(StoreError) -> Page<UserSessionRow> {
        try await page(SessionsQuery(query), UserSessionRow.columnNames) { UserSessionRow($0) }
    }

    /// - Parameter columns: The columns that `read` reads, the id first.
    private func page<Value: Sendable>(
        _ query: SessionsQuery,
        _ columns: [String],
        _ read: (Row) -> Value
    ) async throws(StoreError) -> Page<Value> {
        let position = try ListPosition(cursor: query.cursor)
        let sessions = try await sessions(with: query.run)
        let lists = try await readLists(
            query.withIndexedOrder.map { .sessions($0, columns, in: sessions, after: position) }
        )
        var rows = lists.flatMap { rows in
            rows.all { (position: ListPosition($0.int(columns.count), $0.text(0)), row: read($0)) }
        }
        if lists.count > 1 {
            rows.sort { left, right in
                let (one, other) = (left.position, right.position)
                return query.order.isDescending ? other.isBefore(one) : one.isBefore(other)
            }
        }
        return Page(rows, limit: query.limit)
    }

    /// The number of sessions that match a query.
    public func count(_ query: SessionsQuery) async throws(StoreError) -> Int {
        if let statuses = query.onlyStatuses {
            let counts = try await readLists(statuses.map { Self.count(isOver: $0 == .over) })
            return counts.reduce(0) { $0 + ($1.first { $0.int(0) } ?? 0) }
        }
        return try await readList(.count(query, in: sessions(with: query.run))).first { $0.int(0) } ?? 0
    }

    /// A page of timers and jobs, newest first.
    public func work(_ query: WorkQuery) async throws(StoreError) -> Page<StoredWork> {
        let call = Self.call(query, after: try ListPosition(cursor: query.cursor))
        let rows = try await readList(call).all { row in
            (position: ListPosition(row.int(StoredWork.arrival), row.text(0), row.text(1)), row: StoredWork(row))
        }
        return Page(rows, limit: query.limit)
    }

    static func call(_ query: WorkQuery, after position: ListPosition?) -> SQLStatement {
        var filter = SQLConditions()
        if let position {
            filter.add("(arrived_us, session, id) < (?, ?, ?)") {
                $0.bind(position.number).bind(position.session).bind(position.rest)
            }
        }
        if let session = query.session {
            filter.add("session = ?") { $0.bind(session) }
        } else {
            filter.add("(NOT is_held OR kind = 'signal')") { $0 }
        }
        if let state = query.state { filter.add("next_at_ms IS \(state == .failed ? "" : "NOT ")NULL") { $0 } }
        return filter.call("SELECT \(StoredWork.columns) FROM jobs") {
            ("ORDER BY arrived_us DESC, session DESC, id DESC LIMIT ?", $0.bind(query.limit.withNextRow))
        }
    }
}

extension PostgresStore {
    /// Adds incidents. Then deletes the oldest incidents of their sessions, down to `Incident.mostPerSession`, except those that
    /// are not folded into `runs` yet.
    public func add(_ incidents: [Incident]) async throws(StoreError) {
        guard !incidents.isEmpty else { return }
        let sessions = Set(incidents.map(\.session)).sorted()
        let insertion = SQLStatement(Self.incidentInsertion).bind(sessions).bind(incidents.map(\.session))
            .bind(incidents.map(\.revision)).bind(incidents.map(\.at.milliseconds)).bind(incidents.map(\.kind))
            .bind(incidents.map(\.node)).bind(incidents.map(\.flow)).bind(incidents.map(\.screen))
            .bind(incidents.map(\.name)).bind(incidents.map(\.code)).bind(incidents.map(\.storedErrors))
            .bind(incidents.map(\.cause)).bind(incidents.map(\.request))
        let deletion = SQLStatement(Self.incidentDeletion).bind(sessions).bind(Incident.mostPerSession)
        _ = try result(await runWrite([insertion, deletion]))
    }

    /// Inserts incidents. Locks their sessions against erasure, in the order of commit groups, to avoid deadlocks.
    private static let incidentInsertion = """
        WITH known AS (SELECT id FROM sessions WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE)
        INSERT INTO incidents (session, number, \(Incident.columns))
        SELECT new.session, (SELECT arrival_us()) + place, \(Incident.columnNames.map { "new.\($0)" }.joined(separator: ", "))
        FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) WITH ORDINALITY
            AS new (session, \(Incident.columns), place)
        JOIN known ON known.id = new.session
        """

    /// Keeps the newest incidents of each session, and deletes the older ones that are folded into `runs`. Parameters: the sessions,
    /// the number of incidents of each session to keep.
    static let incidentDeletion = """
        DELETE FROM incidents USING (
            SELECT session, number, row_number() OVER (PARTITION BY session ORDER BY number DESC) AS place
            FROM incidents WHERE session = ANY ($1)
        ) AS ranked
        WHERE incidents.session = ranked.session AND incidents.number = ranked.number AND ranked.place > $2
            AND incidents.number <= (SELECT folded_incident_number FROM bookkeeping)
        """

    /// The incidents of a session, newest first.
    public func incidents(_ session: String) async throws(StoreError) -> [Incident] {
        let sql = "SELECT \(Incident.columns) FROM incidents WHERE session = $1 ORDER BY number DESC LIMIT $2"
        return try await read(SQLStatement(sql).bind(session).bind(Incident.mostPerSession)).all {
            Incident($0, of: session)
        }
    }
}

extension PostgresStore {
    /// Describes rows of sessions that do not exist. To find damaged files, use PostgreSQL's `pg_amcheck`.
    public func integrityProblems() async throws(StoreError) -> [String] {
        var problems: [String] = []
        for table in Self.tablesOfSessions {
            let sql = """
                SELECT session, count(*) FROM \(table)
                WHERE NOT EXISTS (SELECT FROM sessions WHERE id = session) GROUP BY session LIMIT 100
                """
            problems += try await readList(SQLStatement(sql)).all {
                "\(table): session \($0.text(0)) does not exist but has rows: \($0.int(1))"
            }
        }
        return problems
    }

    /// Throws `unsupported`: use PostgreSQL's own tools.
    public func backup(to path: String) async throws(StoreError) {
        throw StoreError(
            .unsupported,
            "\(place) cannot be backed up by Fairway: use pg_dump, or a base backup with its WAL."
        )
    }
}
