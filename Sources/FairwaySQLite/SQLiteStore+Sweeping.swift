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

    public func deleteSessions(overBy date: Date, limit: Int) async throws(StoreError) -> Int {
        try await write { writer in
            let connection = writer.connection
            let sql = """
                SELECT number FROM sessions INDEXED BY sessions_by_hour
                WHERE is_over = 1 AND touched_hour <= ? AND touched_at_ms <= ? LIMIT ?
                """
            let over = try connection.statement(sql).bind(EdgeCount.hour(of: date)).bind(date).bind(limit).all {
                $0.int(0)
            }
            for number in over {
                try connection.statement(SessionJournal.deletion).bind(number).run()
                for table in ["flows", "drafts", "replies", "handoffs"] {
                    try connection.statement("DELETE FROM \(table) WHERE session = ?").bind(number).run()
                }
                try writer.deleteWork(of: number)
                try connection.statement("DELETE FROM sessions WHERE number = ?").bind(number).run()
            }
            return over.count
        }
    }

    public func foldJournal(limit: Int) async throws(StoreError) -> Int {
        try await write { writer in
            let rollup = try JournalRollup(writer.connection, limit: limit)
            if rollup.entryCount > 0 { try rollup.fold(writer.connection) }
            return rollup.entryCount
        }
    }

    public func deleteJournal(before date: Date, limit: Int) async throws(StoreError) -> Int {
        // If the clock went back, deleting by time alone would break a session's linked list.
        try await delete(
            """
            DELETE FROM journal WHERE number <= min(
                (SELECT max(number) FROM (SELECT number, at_ms FROM journal ORDER BY number LIMIT ?2) WHERE at_ms < ?1),
                (SELECT folded_journal_number FROM bookkeeping)
            )
            """,
            before: date.milliseconds,
            limit
        )
    }

    public func deleteCounts(before date: Date, limit: Int) async throws(StoreError) -> Int {
        let key = "hour, flow, from_screen, action, to_screen, stay_class"
        return try await delete(
            "DELETE FROM edges WHERE (\(key)) IN (SELECT \(key) FROM edges WHERE hour < ?1 ORDER BY hour LIMIT ?2)",
            before: EdgeCount.hour(of: date),
            limit
        )
    }

    public func deleteReplies(before date: Date, limit: Int) async throws(StoreError) -> Int {
        // The times have no index, so this reads only the first rows, which are the oldest unless the clock went back.
        try await delete(
            "DELETE FROM replies WHERE number IN (SELECT number FROM replies ORDER BY number LIMIT ?2) AND at_ms < ?1",
            before: date.milliseconds,
            limit
        )
    }

    public func deleteExpired(at now: Date, limit: Int) async throws(StoreError) -> Int {
        var deleted = 0
        for table in ["creations", "handoffs"] {
            let expired = "SELECT number FROM \(table) WHERE expires_at_ms <= ?1 ORDER BY expires_at_ms LIMIT ?2"
            deleted += try await delete(
                "DELETE FROM \(table) WHERE number IN (\(expired))",
                before: now.milliseconds,
                limit - deleted
            )
        }
        return deleted
    }

    private func delete(_ sql: String, before time: Int, _ limit: Int) async throws(StoreError) -> Int {
        try await write { writer in
            try writer.connection.statement(sql).bind(time).bind(limit).run()
            return writer.connection.changedRows
        }
    }
}
