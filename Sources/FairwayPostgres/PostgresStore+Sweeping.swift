public import Fairway
public import Foundation

extension PostgresStore {
    /// The newest time in the journal. If the journal is empty, the time of the last change of any session.
    public func newestTime() async throws(StoreError) -> Date? {
        let newest = "SELECT max(at_ms) FROM journal WHERE"
        let sql = """
            SELECT coalesce(
                greatest((\(newest) is_folded), (\(newest) NOT is_folded)), (SELECT max(touched_at_ms) FROM sessions)
            )
            """
        return try await read(SQLStatement(sql)).first { $0.isNull(0) ? nil : $0.date(0) } ?? nil
    }

    /// A page of active sessions that have been idle since a date.
    public func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String> {
        let position = try ListPosition(cursor: cursor)
        let rows = try await readList(.idleSessions(since: since, after: position, limit: limit))
        return Page(rows.all { (ListPosition($0.int(0), $0.text(1)), $0.text(1)) }, limit: limit)
    }

    /// Deletes rows that are older than a date.
    public func delete(_ rows: SweptRows, before date: Date, limit: Int) async throws(StoreError) -> Int {
        let call =
            switch rows {
            case .sessions: Self.sessionDeletion(Self.endedSessions, before: date, limit)
            case .sessionsOf(let flows):
                Self.sessionDeletion(Self.endedSessionsOfFlows, before: date, limit).bind(flows.sorted())
            case .sessionsExcept(let flows):
                Self.sessionDeletion(Self.endedSessionsOfFlows, before: date, limit)
                    .bind(try await rootFlowsOfEndedSessions().filter { !flows.contains($0) })
            case .journal: SQLStatement(Self.journalDeletion).bind(date).bind(limit)
            case .replies: SQLStatement(Self.replyDeletion).bind(date).bind(limit)
            case .expired: SQLStatement(Self.expiredDeletion("creations", "key_sha256")).bind(date).bind(limit)
            }
        let deleted = try await write(call).affected
        guard case .expired = rows else { return deleted }
        let second = Self.expiredDeletion("handoffs", "code_sha256")
        return try await deleted + write(SQLStatement(second).bind(date).bind(limit - deleted)).affected
    }

    /// The tables, besides `sessions`, whose rows belong to a session.
    static let tablesOfSessions = [
        "flows", "journal", "drafts", "replies", "jobs", "handoffs", "incidents", "problem_sessions", "kept_states",
    ]

    /// Deletes the sessions that a query selects, with all their rows. Parameters of the query: the date's hour, the date, limit.
    private static func sessionDeletion(_ selection: String, before date: Date, _ limit: Int) -> SQLStatement {
        SQLStatement(sessionDeletion(selection)).bind(date.hour).bind(date).bind(limit)
    }

    /// A statement that deletes the sessions that a query selects, with all their rows.
    static func sessionDeletion(_ selection: String) -> String {
        let deletions = tablesOfSessions.map { "\($0)_gone AS (DELETE FROM \($0) USING gone WHERE session = gone.id)" }
        return """
            WITH gone AS (\(selection)), \(deletions.joined(separator: ", ")), detached AS (
                \(runDetachment) FROM gone WHERE session = gone.id
            ), released AS (
                DELETE FROM quarantine USING gone WHERE session_id = gone.id
            )
            DELETE FROM sessions USING gone WHERE sessions.id = gone.id
            """
    }

    /// Keeps the runs of deleted sessions. Active ones end.
    static let runDetachment = "UPDATE runs SET session = NULL, outcome = coalesce(outcome, 'ended')"

    private static let endedSessions = """
        SELECT id FROM sessions WHERE is_over AND touched_hour <= $1 AND touched_at_ms <= $2
        ORDER BY touched_hour, id LIMIT $3 FOR UPDATE SKIP LOCKED
        """

    /// Sessions of the root flows in the fourth parameter. Searches the index once for each flow.
    static let endedSessionsOfFlows = """
        SELECT old.id FROM unnest($4) AS root (flow) CROSS JOIN LATERAL (
            SELECT id FROM sessions
            WHERE is_over AND root_flow = root.flow AND touched_hour <= $1 AND touched_at_ms <= $2
            ORDER BY touched_hour, id LIMIT $3 FOR UPDATE SKIP LOCKED
        ) AS old LIMIT $3
        """

    /// Looks up each root flow in the index, without reading all of its sessions.
    static let rootFlowsOfEndedSessions = """
        WITH RECURSIVE roots (flow) AS (
            (SELECT root_flow FROM sessions WHERE is_over ORDER BY root_flow LIMIT 1)
            UNION ALL
            SELECT (SELECT root_flow FROM sessions WHERE is_over AND root_flow > roots.flow ORDER BY root_flow LIMIT 1)
            FROM roots WHERE roots.flow IS NOT NULL
        )
        SELECT flow FROM roots WHERE flow IS NOT NULL
        """

    private func rootFlowsOfEndedSessions() async throws(StoreError) -> [String] {
        try await readList(SQLStatement(Self.rootFlowsOfEndedSessions)).all { $0.text(0) }
    }

    /// Deletes counted entries older than a date, and all entries before them in their sessions, so no gaps remain even if
    /// nodes' clocks differ. Entries after an uncounted one are kept.
    private static let journalDeletion = """
        WITH old AS (
            SELECT session, max(revision) AS revision FROM (
                SELECT session, revision FROM journal AS entry WHERE is_folded AND at_ms < $1 AND NOT EXISTS (
                    SELECT FROM journal AS unfolded WHERE unfolded.session = entry.session
                    AND unfolded.revision < entry.revision AND NOT unfolded.is_folded
                )
                ORDER BY at_ms, revision LIMIT $2
            ) AS oldest GROUP BY session
        )
        DELETE FROM journal USING old
        WHERE journal.session = old.session AND journal.revision <= old.revision
        """

    private static let replyDeletion = """
        DELETE FROM replies WHERE (session, key) IN (
            SELECT session, key FROM replies WHERE at_ms < $1 ORDER BY at_ms LIMIT $2
        )
        """

    private static func expiredDeletion(_ table: String, _ key: String) -> String {
        """
        DELETE FROM \(table) WHERE \(key) IN (
            SELECT \(key) FROM \(table) WHERE expires_at_ms <= $1 ORDER BY expires_at_ms LIMIT $2
        )
        """
    }
}
