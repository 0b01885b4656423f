public import Fairway

/// The operators' lists and checks, which ``Store`` documents.
///
/// Lists are ordered by row number, and a cursor is the row number of a page's last row. A row keeps its number, so a change does
/// not move it in the list.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow> {
        let cursor = try Int(cursor: query.cursor)
        return try await readForAdmin { connection in
            let statement = try connection.statement(Self.statement(query))
            if let session = query.session { statement.bind(session) }
            if let screen = query.screen { statement.bind(screen) }
            if let flow = query.flow { statement.bind(flow) }
            if let since = query.untouchedSince { statement.bind(since) }
            if let cursor { statement.bind(cursor) }
            let rows = try statement.bind(query.limit.withNextRow).all { ($0.int(0), ListedFlow($0)) }
            return Page(rows, limit: query.limit)
        }
    }

    public func sessions(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionRow> {
        let cursor = try Int(cursor: query.cursor)
        return try await readForAdmin { connection in
            let statement = try connection.statement(Self.statement(query))
            if let status = query.status { statement.bind(status == .over) }
            let rows = try statement.bind(cursor ?? .max).bind(query.limit.withNextRow).all {
                ($0.int(SessionRow.columnNames.count), SessionRow($0))
            }
            return Page(rows, limit: query.limit)
        }
    }

    public func summary() async throws(StoreError) -> StoreSummary {
        try await readForAdmin { connection in
            StoreSummary(
                activeSessions: try connection.number("SELECT count(*) FROM sessions WHERE is_over = 0"),
                overSessions: try connection.number("SELECT count(*) FROM sessions WHERE is_over = 1"),
                counts: try connection.statement(StoreSummary.counts).all(StoreSummary.Count.init)
            )
        }
    }

    public func graph(_ query: GraphQuery) async throws(StoreError) -> Graph {
        try await readForAdmin { connection in
            let sql = """
                SELECT flow, from_screen, action, to_screen, stay_class, sum(count) FROM edges
                WHERE hour >= ? \(query.flow == nil ? "" : "AND flow = ?")
                GROUP BY from_screen, action, to_screen, stay_class
                """
            let statement = try connection.statement(sql)
            statement.bind(query.since.map(EdgeCount.hour) ?? .min)
            if let flow = query.flow { statement.bind(flow) }
            let folded = try statement.all(EdgeCount.init)
            let unfolded = try JournalRollup(connection, limit: GraphQuery.mostUnfolded).edges.filter(query.matches)
            let front = try connection.statement(
                "SELECT screen, count(*) FROM flows WHERE is_front AND screen IS NOT NULL GROUP BY flow, screen"
            ).all { ($0.text(0), $0.int(1)) }
            return Graph(folded + unfolded, front: Dictionary(front, uniquingKeysWith: +))
        }
    }

    public func probe() async throws(StoreError) {
        guard access == .serving else { return try await readForAdmin { _ in } }
        try await write { try $0.probe() }
    }

    public func integrityProblems() async throws(StoreError) -> [String] {
        try await readForAdmin { connection in
            // One row `ok`, or a row for each problem: https://sqlite.org/pragma.html#pragma_integrity_check
            let damage = try connection.statement("PRAGMA integrity_check").all { $0.text(0) }.filter { $0 != "ok" }
            let orphans = try connection.statement("PRAGMA foreign_key_check").all {
                "row \($0.int(1)) of \($0.text(0)) refers to a missing row of \($0.text(2))"
            }
            return try [SessionJournal.problems, FrontFlow.problems].reduce(damage + orphans) { problems, sql in
                problems + (try connection.statement(sql).all { $0.text(0) })
            }
        }
    }

    public func backup(to path: String) async throws(StoreError) {
        guard FileIdentity(path) == nil else {
            throw StoreError(.unusable, "\(path) exists already: name a new file for the backup.")
        }
        try await Backup(file: file, target: path).run()
    }
}

/// The statements of lists. Each names its index (https://sqlite.org/lang_indexedby.html): the cost of a page must not depend on
/// the estimates of SQLite's planner.
extension SQLiteStore {
    /// Parameters: session, screen, flow, untouched since, cursor, each only if the query has it; then the limit.
    static func statement(_ query: FlowsQuery) -> String {
        let index =
            if query.session != nil {
                "INDEXED BY sqlite_autoindex_flows_1"
            } else if query.screen != nil {
                "INDEXED BY flows_by_screen"
            } else if query.flow != nil {
                "INDEXED BY flows_by_flow"
            } else {
                "NOT INDEXED"
            }
        let touched = FrontFlow.expression("touched_at_ms", of: "flows")
        var conditions: [String] = []
        if query.session != nil { conditions.append("flows.session = (SELECT number FROM sessions WHERE id = ?)") }
        if query.screen != nil { conditions.append("flows.screen = ?") }
        if query.flow != nil { conditions.append("flows.flow = ?") }
        if query.untouchedSince != nil { conditions.append("\(touched) <= ?") }
        if query.cursor != nil { conditions.append("flows.number \(query.order == .newest ? "<" : ">") ?") }
        return """
            SELECT flows.number, sessions.id, node, parent, depth, path, flow, version, screen, is_front, started_at_ms,
            \(touched), device_json
            FROM flows \(index) CROSS JOIN sessions ON sessions.number = flows.session
            \(conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))")
            ORDER BY flows.number \(query.order == .newest ? "DESC" : "ASC") LIMIT ?
            """
    }

    static func statement(_ query: SessionsQuery) -> String {
        let (index, condition) =
            query.status == nil ? ("NOT INDEXED", "") : ("INDEXED BY sessions_by_status", "is_over = ? AND")
        return """
            SELECT \(SessionRow.columns), number FROM sessions \(index) WHERE \(condition) number < ?
            ORDER BY number DESC LIMIT ?
            """
    }
}
