public import Fairway

extension PostgresStore {
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
            SQLStatement("SELECT is_over, count(*) FROM sessions GROUP BY is_over"),
            SQLStatement(StoreSummary.counts),
        ])
        let sessions = Dictionary(rows[0].all { ($0.bool(0), $0.int(1)) }, uniquingKeysWith: +)
        return StoreSummary(
            activeSessions: sessions[false] ?? 0,
            overSessions: sessions[true] ?? 0,
            counts: rows[1].all(StoreSummary.Count.init)
        )
    }

    /// A page of sessions, newest first.
    public func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionRow> {
        let rows = try await readList(.sessions(query, after: try ListPosition(cursor: query.cursor)))
        return Page(
            rows.all { (ListPosition($0.int(SessionRow.arrival), $0.text(0)), SessionRow($0)) },
            limit: query.limit
        )
    }

    /// The transitions between screens, and for each screen the number of sessions that have it in front.
    public func graph(_ query: GraphQuery) async throws(StoreError) -> Graph {
        let sql = """
            SELECT min(flow), from_screen, action, to_screen, stay_class, sum(count)::bigint FROM edges
            WHERE hour >= $1 \(query.flow == nil ? "" : "AND flow = $2")
            GROUP BY from_screen, action, to_screen, stay_class
            """
        var edges = SQLStatement(sql).bind(query.since.map(EdgeCount.hour) ?? .min)
        if let flow = query.flow { edges = edges.bind(flow) }
        let rows = try await readLists([
            edges,
            SQLStatement("SELECT screen, count(*) FROM flows WHERE is_front AND screen IS NOT NULL GROUP BY screen"),
            .unfolded(GraphQuery.mostUnfolded),
        ])
        let front = Dictionary(rows[1].all { ($0.text(0), $0.int(1)) }, uniquingKeysWith: +)
        let unfolded = UncountedEntries(rows[2]).edges.filter(query.matches)
        return Graph(rows[0].all(EdgeCount.init) + unfolded, front: front)
    }
}

extension PostgresStore {
    /// Throws if the database cannot be written to. A store that is open for reading throws if it cannot be read.
    public func probe() async throws(StoreError) {
        guard access == .serving else {
            _ = try await readList(SQLStatement("SELECT probes FROM bookkeeping"))
            return
        }
        _ = try await write(SQLStatement("UPDATE bookkeeping SET probes = probes + 1"))
    }

    /// Describes rows of sessions that do not exist. To find damaged files, use PostgreSQL's `pg_amcheck`.
    public func integrityProblems() async throws(StoreError) -> [String] {
        var problems: [String] = []
        for table in ["flows", "journal", "drafts", "replies", "jobs", "handoffs"] {
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
