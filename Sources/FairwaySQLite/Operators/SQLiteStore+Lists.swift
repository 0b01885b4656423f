public import Fairway
public import FairwayOperators
import FairwayWire

/// The operators' lists and checks, which ``OperatorStore`` documents.
///
/// Lists are ordered by row number, and a cursor is the row number of a page's last row. A row keeps its number, so a change does
/// not move it in the list.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore: OperatorStore {
    public func flows(_ query: FlowsQuery) async throws(StoreError) -> Page<ListedFlow> {
        let cursor = try Int(cursor: query.cursor)
        return try await readForAdmin { connection in
            let statement = try connection.statement(Self.statement(query))
            if let session = query.session { statement.bind(session) }
            if let user = query.user { statement.bind(user) }
            if let screen = query.screen { statement.bind(screen) }
            if let flow = query.flow { statement.bind(flow) }
            if let since = query.idleSince { statement.bind(since) }
            if let cursor { statement.bind(cursor) }
            let rows = try statement.bind(query.limit.withNextRow).all { ($0.int(0), ListedFlow($0)) }
            return Page(rows, limit: query.limit)
        }
    }

    public func summary() async throws(StoreError) -> StoreSummary {
        try await readForAdmin { connection in
            StoreSummary(
                activeSessions: try connection.number(Self.count(isOver: 0)),
                overSessions: try connection.number(Self.count(isOver: 1)),
                failedWork: try connection.number(StoreSummary.failedWork),
                counts: try connection.statement(StoreSummary.counts(sandboxes: Self.sandboxes))
                    .all(StoreSummary.Count.init)
            )
        }
    }

    public func work(_ query: WorkQuery) async throws(StoreError) -> Page<StoredWork> {
        let cursor = try Int(cursor: query.cursor)
        return try await readForAdmin { connection in
            let statement = try connection.statement(Self.statement(query)).bind(cursor ?? .max)
            if let session = query.session { statement.bind(session) }
            let rows = try statement.bind(query.limit.withNextRow).all {
                ($0.int(StoredWork.columnNames.count), StoredWork($0))
            }
            return Page(rows, limit: query.limit)
        }
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

/// Incidents, which ``OperatorStore`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func add(_ incidents: [Incident]) async throws(StoreError) {
        guard !incidents.isEmpty else { return }
        try await write { writer in
            var changed: Set<Int> = []
            for incident in incidents {
                guard let session = try writer.connection.number(of: incident.session) else { continue }
                try writer.insert(incident, of: session)
                changed.insert(session)
            }
            for session in changed.sorted() {
                try writer.connection.statement(CommitWriter.incidentDeletion).bind(session)
                    .bind(Incident.mostPerSession).run()
            }
        }
    }

    public func incidents(_ session: String) async throws(StoreError) -> [Incident] {
        try await read { connection in
            guard let number = try connection.number(of: session) else { return [] }
            let sql = "SELECT \(Incident.columns) FROM incidents WHERE session = ? ORDER BY number DESC LIMIT ?"
            return try connection.statement(sql).bind(number).bind(Incident.mostPerSession).all {
                Incident($0, of: session)
            }
        }
    }
}

extension CommitWriter {
    fileprivate func insert(_ incident: Incident, of session: Int) throws(SQLiteFailure) {
        try connection.statement(Self.incidentInsertion).bind(session).bind(incident.revision).bind(incident.at)
            .bind(incident.kind).bind(incident.node).bind(incident.flow).bind(incident.screen).bind(incident.name)
            .bind(incident.code).bind(incident.storedErrors).bind(incident.cause).bind(incident.request).run()
    }

    private static let incidentInsertion = String.insertion(into: "incidents", ["session"] + Incident.columnNames)

    /// Deletes the oldest incidents of a session that are folded into `runs`. Parameters: session, the number of
    /// incidents to keep.
    static let incidentDeletion = """
        DELETE FROM incidents WHERE number IN (
            SELECT number FROM incidents INDEXED BY incidents_by_session WHERE session = ?
            ORDER BY number DESC LIMIT -1 OFFSET ?
        ) AND number <= (SELECT folded_incident_number FROM bookkeeping)
        """
}

/// The statements that count sessions.
extension SQLiteStore {
    /// The numbers of sandboxes.
    static let sandboxes = "SELECT number FROM sessions INDEXED BY sessions_sandboxes WHERE is_sandbox = 1"

    /// Counts sessions by an index, and subtracts the sandboxes. A store has few sandboxes, so counting them is cheap.
    static func count(isOver: Int) -> String {
        """
        SELECT (SELECT count(*) FROM sessions WHERE is_over = \(isOver)) -
            (SELECT count(*) FROM sessions INDEXED BY sessions_sandboxes WHERE is_sandbox = 1 AND is_over = \(isOver))
        """
    }
}

/// The statements of lists. Each names its index (https://sqlite.org/lang_indexedby.html): the cost of a page must not depend on
/// the estimates of SQLite's planner.
extension SQLiteStore {
    /// Parameters: session, user, screen, flow, untouched since, cursor, each only if the query has it; then the limit.
    static func statement(_ query: FlowsQuery) -> String {
        let index =
            if query.session != nil || query.user != nil {
                "INDEXED BY sqlite_autoindex_flows_1"
            } else if query.screen != nil {
                "INDEXED BY flows_by_screen"
            } else if query.flow != nil {
                "INDEXED BY flows_by_flow"
            } else {
                "NOT INDEXED"
            }
        let touched = FrontFlow.expression("touched_at_ms", of: "flows")
        var conditions = ["is_sandbox = 0"]
        if query.session != nil { conditions.append("flows.session = (SELECT number FROM sessions WHERE id = ?)") }
        if query.user != nil {
            let owned = "SELECT number FROM sessions INDEXED BY sessions_by_user WHERE user_id = ?"
            conditions.append("flows.session IN (\(owned))")
        }
        if query.screen != nil { conditions.append("flows.screen = ?") }
        if query.flow != nil { conditions.append("flows.flow = ?") }
        if query.idleSince != nil { conditions.append("user_acted_at_ms <= ?") }
        if query.cursor != nil { conditions.append("flows.number \(query.order == .newest ? "<" : ">") ?") }
        return """
            SELECT flows.number, sessions.id, node, parent, depth, path, flow, version, screen, is_front, started_at_ms,
            \(touched), user_acted_at_ms, device_json, user_id
            FROM flows \(index) CROSS JOIN sessions ON sessions.number = flows.session
            WHERE \(conditions.joined(separator: " AND "))
            ORDER BY flows.number \(query.order == .newest ? "DESC" : "ASC") LIMIT ?
            """
    }

    /// Lists timers and jobs. SQLite sorts those of one session, because they are few.
    static func statement(_ query: WorkQuery) -> String {
        var conditions = ["number < ?"]
        conditions.append(
            query.session == nil
                ? "(is_held = 0 OR kind = 'signal')" : "session = (SELECT number FROM sessions WHERE id = ?)"
        )
        if let state = query.state { conditions.append("next_at_ms IS \(state == .failed ? "" : "NOT ")NULL") }
        let index =
            if query.session != nil {
                "INDEXED BY sqlite_autoindex_jobs_1"
            } else if query.state == .failed {
                "INDEXED BY jobs_given_up"
            } else {
                "NOT INDEXED"
            }
        return """
            SELECT \(StoredWork.columns), number FROM jobs \(index) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY number DESC LIMIT ?
            """
    }
}
