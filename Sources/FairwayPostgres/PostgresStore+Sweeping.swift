public import Fairway
import FairwayEvents
public import Foundation

extension PostgresStore {
    /// The newest time in the journal. If the journal is empty, the time of the last change of any session.
    public func newestTime() async throws(StoreError) -> Date? {
        let newest = ["is_folded ORDER BY at_ms DESC", "NOT is_folded ORDER BY number DESC, at_ms DESC"].map {
            "(SELECT at_ms FROM journal WHERE \($0) LIMIT 1)"
        }
        let sql = """
            SELECT coalesce(greatest(\(newest.joined(separator: ", "))), (SELECT max(touched_at_ms) FROM sessions))
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
        switch rows {
        case .sessions:
            return try await deleteEvents(Self.sessionDeletion(Self.endedSessions, before: date, limit))
        case .sessionsOf(let flows):
            let deletion = Self.sessionDeletion(Self.endedSessionsOfFlows, movingFeed: false, before: date, limit)
            return try await deleteEvents(deletion.bind(flows.sorted()))
        case .sessionsExcept(let flows):
            let others = try await rootFlowsOfEndedSessions().filter { !flows.contains($0) }
            return try await deleteEvents(
                Self.sessionDeletion(Self.endedSessionsOfFlows, before: date, limit).bind(others)
            )
        case .journal(let uncounted):
            let deletion = Self.journalDeletion(of: uncounted ? Self.oldEntries : Self.oldCountedEntries)
            return try await deleteEvents(SQLStatement(deletion).bind(date).bind(limit))
        case .replies: return try await write(SQLStatement(Self.replyDeletion).bind(date).bind(limit)).affected
        case .expired:
            let creations = SQLStatement(Self.expiredDeletion("creations", "key_sha256")).bind(date).bind(limit)
            let deleted = try await write(creations).affected
            let handoffs = Self.expiredDeletion("handoffs", "code_sha256")
            return try await deleted + write(SQLStatement(handoffs).bind(date).bind(limit - deleted)).affected
        }
    }

    /// Runs a deletion of journal entries. It takes the lock of the feed first, as numbering and folding do, to avoid deadlocks.
    private func deleteEvents(_ deletion: SQLStatement) async throws(StoreError) -> Int {
        try result(await runWrite([SQLStatement("SELECT FROM feed FOR UPDATE"), deletion]))[1].affected
    }

    /// The tables, besides `sessions`, whose rows belong to a session.
    static let tablesOfSessions = [
        "flows", "journal", "drafts", "replies", "jobs", "handoffs", "session_keys", "incidents", "problem_sessions",
        "kept_states",
    ]

    /// Deletes the sessions that a query selects, with all their rows. Parameters of the query: the date's hour, the date, limit.
    private static func sessionDeletion(
        _ selection: String,
        movingFeed movesFeed: Bool = true,
        before date: Date,
        _ limit: Int
    ) -> SQLStatement {
        SQLStatement(sessionDeletion(selection, movingFeed: movesFeed)).bind(date.hour).bind(date).bind(limit)
    }

    /// A statement that deletes the sessions that a query selects, with all their rows.
    ///
    /// - Parameter movesFeed: Whether all events of this age are out of the feed.
    static func sessionDeletion(_ selection: String, movingFeed movesFeed: Bool = false) -> String {
        let deletions = tablesOfSessions.map {
            let returned = $0 == "journal" ? "RETURNING number" : ""
            return "\($0)_gone AS (DELETE FROM \($0) USING gone WHERE session = gone.id \(returned))"
        }
        let feedMove = movesFeed ? "moved AS (\(feedMove(behind: "journal_gone")))," : ""
        return """
            WITH gone AS (\(selection)), \(deletions.joined(separator: ", ")), \(feedMove) detached AS (
                \(runDetachment) FROM gone WHERE session = gone.id
            ), released AS (
                DELETE FROM quarantine USING gone WHERE session_id = gone.id
            )
            DELETE FROM sessions USING gone WHERE sessions.id = gone.id
            """
    }

    /// Moves the beginning of the feed behind entries that age has removed.
    private static func feedMove(behind entries: String) -> String {
        "UPDATE feed SET beginning = greatest(beginning, (SELECT max(number) FROM \(entries)))"
    }

    private static let removableEvents = "(SELECT removable_events(\(EventLimits.heldEvents)))"

    /// Keeps the runs of deleted sessions. Active ones end.
    static let runDetachment = "UPDATE runs SET session = NULL, outcome = coalesce(outcome, 'ended')"

    private static let endedSessions = """
        SELECT id FROM sessions WHERE is_over AND touched_hour <= $1 AND touched_at_ms <= $2
        AND newest_event_of(id) <= \(removableEvents)
        ORDER BY touched_hour, id LIMIT $3 FOR UPDATE SKIP LOCKED
        """

    /// Sessions of the root flows in the fourth parameter. Searches the index once for each flow.
    static let endedSessionsOfFlows = """
        SELECT old.id FROM unnest($4) AS root (flow) CROSS JOIN LATERAL (
            SELECT id FROM sessions
            WHERE is_over AND root_flow = root.flow AND touched_hour <= $1 AND touched_at_ms <= $2
            AND newest_event_of(id) <= \(removableEvents)
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

    /// Entries older than a date. Parameters: the date, limit.
    ///
    /// No index is ordered by the time alone, because a commit would write it. Each part walks one of the existing indexes. Of the
    /// uncounted entries with a number, the last part reads only the first, which are the oldest unless clocks differ.
    static let oldEntries = """
        (
            SELECT session, revision FROM journal WHERE is_folded AND at_ms < $1
            AND coalesce(number, 0) <= \(removableEvents) ORDER BY at_ms LIMIT $2
        ) UNION ALL (
            SELECT session, revision FROM journal WHERE NOT is_folded AND number IS NULL AND at_ms < $1
            ORDER BY number, at_ms LIMIT $2
        ) UNION ALL (
            SELECT session, revision FROM (
                SELECT session, revision, at_ms FROM journal
                WHERE NOT is_folded AND number <= \(removableEvents) ORDER BY number LIMIT $2
            ) AS first WHERE at_ms < $1
        ) LIMIT $2
        """

    /// The same, if they are counted. Entries after an uncounted one are kept.
    private static let oldCountedEntries = """
        SELECT session, revision FROM journal AS entry WHERE is_folded AND at_ms < $1
        AND coalesce(number, 0) <= \(removableEvents) AND NOT EXISTS (
            SELECT FROM journal AS unfolded WHERE unfolded.session = entry.session
            AND unfolded.revision < entry.revision AND NOT unfolded.is_folded
        )
        ORDER BY at_ms, revision LIMIT $2
        """

    /// Deletes the entries that a query selects, and all entries before them in their sessions, so no gaps remain even if nodes'
    /// clocks differ.
    private static func journalDeletion(of selection: String) -> String {
        """
        WITH old AS (
            SELECT session, max(revision) AS revision FROM (\(selection)) AS oldest GROUP BY session
        ), gone AS (
            DELETE FROM journal USING old
            WHERE journal.session = old.session AND journal.revision <= old.revision RETURNING number
        ), moved AS (
            \(feedMove(behind: "gone"))
        )
        SELECT FROM gone
        """
    }

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
