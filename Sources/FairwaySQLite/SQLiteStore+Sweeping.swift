public import Fairway
public import Foundation
import Synchronization

/// The sweeper's calls, which ``Store`` documents. Deletions share transactions with changes, so their batches have to be small.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore {
    public func newestTime() async throws(StoreError) -> Date? {
        try await readForAdmin { connection in
            let sql = """
                SELECT coalesce(
                    (SELECT at_ms FROM journal ORDER BY number DESC LIMIT 1), (SELECT max(touched_at_ms) FROM sessions)
                )
                """
            return try connection.statement(sql).first { $0.isNull(0) ? nil : $0.date(0) } ?? nil
        }
    }

    public func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String> {
        // A cursor is an hour and a row number.
        let start = (cursor ?? "\(Int.min)/0").split(separator: "/").compactMap { Int($0) }
        guard start.count == 2 else { throw .invalidCursor }
        return try await readForAdmin { connection in
            let sql = """
                SELECT id, touched_hour, number FROM sessions INDEXED BY sessions_by_hour
                WHERE is_over = 0 AND touched_hour <= ? AND (touched_hour, number) > (?, ?) AND touched_at_ms <= ?
                ORDER BY touched_hour, number LIMIT ?
                """
            let rows = try connection.statement(sql).bind(since.hour).bind(start[0]).bind(start[1])
                .bind(since).bind(limit.withNextRow).all { ("\($0.int(1))/\($0.int(2))", $0.text(0)) }
            return Page(rows, limit: limit)
        }
    }

    public func delete(_ rows: SweptRows, before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await write { writer in
            switch rows {
            case .sessions: return try writer.deleteSessions(Self.endedSessions, before: date, limit: limit)
            case .sessionsOf(let flows):
                return try writer.deleteSessions(of: flows.sorted(), movingFeed: false, before: date, limit: limit)
            case .sessionsExcept(let flows):
                let others = try writer.rootFlowsOfEndedSessions().filter { !flows.contains($0) }
                return try writer.deleteSessions(of: others, before: date, limit: limit)
            case .journal(let uncounted):
                return try writer.deleteJournal(before: date, uncounted: uncounted, limit: limit)
            case .replies: return try writer.delete(Self.replyDeletion, date.milliseconds, limit)
            case .expired:
                let creations = try writer.delete(Self.expiredDeletion("creations"), date.milliseconds, limit)
                let handoffs = Self.expiredDeletion("handoffs")
                return try creations + writer.delete(handoffs, date.milliseconds, limit - creations)
            }
        }
    }

    /// The numbers of sessions that ended, and of their newest entries. Parameters: the date's hour, the date, the highest number of an
    /// entry, limit.
    static let endedSessions = """
        SELECT number, newest_entry FROM sessions INDEXED BY sessions_by_hour
        WHERE is_over = 1 AND touched_hour <= ? AND touched_at_ms <= ? AND coalesce(newest_entry, 0) <= ? LIMIT ?
        """

    /// The same for one root flow, which is the first parameter.
    static let endedSessionsOfFlow = """
        SELECT number, newest_entry FROM sessions INDEXED BY sessions_over_by_flow
        WHERE is_over = 1 AND root_flow = ? AND touched_hour <= ? AND touched_at_ms <= ?
        AND coalesce(newest_entry, 0) <= ? LIMIT ?
        """

    /// Looks up each root flow in the index, without reading all of its sessions.
    static let rootFlowsOfEndedSessions = """
        WITH RECURSIVE roots (flow) AS (
            SELECT min(root_flow) FROM sessions INDEXED BY sessions_over_by_flow WHERE is_over = 1
            UNION ALL
            SELECT (SELECT min(root_flow) FROM sessions INDEXED BY sessions_over_by_flow
                WHERE is_over = 1 AND root_flow > roots.flow)
            FROM roots WHERE roots.flow IS NOT NULL
        )
        SELECT flow FROM roots WHERE flow IS NOT NULL
        """

    /// The last entry to delete. If the clock went back, deleting by time alone would break a session's linked list. Parameters: the date,
    /// limit, the highest number, whether to delete entries that are not folded.
    fileprivate static let lastOldEntry = """
        SELECT min(
            (SELECT max(number) FROM (SELECT number, at_ms FROM journal ORDER BY number LIMIT ?2) WHERE at_ms < ?1),
            iif(?4, ?3, (SELECT folded_journal_number FROM bookkeeping)), ?3
        )
        """

    /// The times have no index, so this reads only the first rows, which are the oldest unless the clock went back.
    private static let replyDeletion =
        "DELETE FROM replies WHERE number IN (SELECT number FROM replies ORDER BY number LIMIT ?2) AND at_ms < ?1"

    private static func expiredDeletion(_ table: String) -> String {
        let expired = "SELECT number FROM \(table) WHERE expires_at_ms <= ?1 ORDER BY expires_at_ms LIMIT ?2"
        return "DELETE FROM \(table) WHERE number IN (\(expired))"
    }
}

extension CommitWriter {
    /// Deletes ended sessions with all their rows, and returns their number.
    ///
    /// - Parameter movesFeed: Whether all events of this age are out of the feed.
    fileprivate func deleteSessions(
        _ selection: String,
        of rootFlow: String? = nil,
        movingFeed movesFeed: Bool = true,
        before date: Date,
        limit: Int
    ) throws(SQLiteFailure) -> Int {
        let statement = try connection.statement(selection)
        if let rootFlow { statement.bind(rootFlow) }
        let ended = try statement.bind(date.hour).bind(date).bind(removableEvents()).bind(limit).all {
            (number: $0.int(0), newestEntry: $0.int(1))
        }
        for (number, _) in ended { try deleteSession(number) }
        if movesFeed, let last = ended.map(\.newestEntry).max() { try moveFeedBeginning(behind: last) }
        return ended.count
    }

    fileprivate func deleteSessions(
        of rootFlows: [String],
        movingFeed movesFeed: Bool = true,
        before date: Date,
        limit: Int
    ) throws(SQLiteFailure) -> Int {
        var deleted = 0
        for flow in rootFlows where deleted < limit {
            deleted += try deleteSessions(
                SQLiteStore.endedSessionsOfFlow,
                of: flow,
                movingFeed: movesFeed,
                before: date,
                limit: limit - deleted
            )
        }
        return deleted
    }

    fileprivate func deleteJournal(before date: Date, uncounted: Bool, limit: Int) throws(SQLiteFailure) -> Int {
        let last =
            try connection.statement(SQLiteStore.lastOldEntry).bind(date).bind(limit).bind(removableEvents())
            .bind(uncounted).first { $0.int(0) } ?? 0
        guard last > 0 else { return 0 }
        try connection.statement("DELETE FROM journal WHERE number <= ?").bind(last).run()
        let deleted = connection.changedRows
        try moveFeedBeginning(behind: last)
        return deleted
    }

    fileprivate func rootFlowsOfEndedSessions() throws(SQLiteFailure) -> [String] {
        try connection.statement(SQLiteStore.rootFlowsOfEndedSessions).all { $0.text(0) }
    }

    /// Runs a deletion with a time and a limit, and returns the number of deleted rows.
    func delete(_ sql: String, _ time: Int, _ limit: Int) throws(SQLiteFailure) -> Int {
        try connection.statement(sql).bind(time).bind(limit).run()
        return connection.changedRows
    }
}
