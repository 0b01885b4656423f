public import Fairway
public import Foundation

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
            let rows = try connection.statement(sql).bind(EdgeCount.hour(of: since)).bind(start[0]).bind(start[1])
                .bind(since).bind(limit.withNextRow).all { ("\($0.int(1))/\($0.int(2))", $0.text(0)) }
            return Page(rows, limit: limit)
        }
    }

    public func foldJournal(limit: Int) async throws(StoreError) -> Int {
        try await write { writer in
            let rollup = try JournalRollup(writer.connection, limit: limit)
            if rollup.entryCount > 0 { try rollup.fold(writer.connection) }
            return rollup.entryCount
        }
    }

    public func delete(_ rows: SweptRows, before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await write { writer in
            switch rows {
            case .sessions: return try writer.deleteSessions(before: date, limit: limit)
            case .journal: return try writer.delete(Self.journalDeletion, date.milliseconds, limit)
            case .counts: return try writer.delete(Self.countDeletion, EdgeCount.hour(of: date), limit)
            case .replies: return try writer.delete(Self.replyDeletion, date.milliseconds, limit)
            case .expired:
                let creations = try writer.delete(Self.expiredDeletion("creations"), date.milliseconds, limit)
                let handoffs = Self.expiredDeletion("handoffs")
                return try creations + writer.delete(handoffs, date.milliseconds, limit - creations)
            }
        }
    }

    /// If the clock went back, deleting by time alone would break a session's linked list.
    private static let journalDeletion = """
        DELETE FROM journal WHERE number <= min(
            (SELECT max(number) FROM (SELECT number, at_ms FROM journal ORDER BY number LIMIT ?2) WHERE at_ms < ?1),
            (SELECT folded_journal_number FROM bookkeeping)
        )
        """

    private static let countDeletion: String = {
        let key = "hour, flow, from_screen, action, to_screen, stay_class"
        return "DELETE FROM edges WHERE (\(key)) IN (SELECT \(key) FROM edges WHERE hour < ?1 ORDER BY hour LIMIT ?2)"
    }()

    /// The times have no index, so this reads only the first rows, which are the oldest unless the clock went back.
    private static let replyDeletion =
        "DELETE FROM replies WHERE number IN (SELECT number FROM replies ORDER BY number LIMIT ?2) AND at_ms < ?1"

    private static func expiredDeletion(_ table: String) -> String {
        let expired = "SELECT number FROM \(table) WHERE expires_at_ms <= ?1 ORDER BY expires_at_ms LIMIT ?2"
        return "DELETE FROM \(table) WHERE number IN (\(expired))"
    }
}

extension CommitWriter {
    /// Runs a deletion with a time and a limit, and returns the number of deleted rows.
    fileprivate func delete(_ sql: String, _ time: Int, _ limit: Int) throws(SQLiteFailure) -> Int {
        try connection.statement(sql).bind(time).bind(limit).run()
        return connection.changedRows
    }
}
