public import Fairway

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The sweeper's calls. Most are one write among others, so a batch is to be small.
extension SQLiteStore {
    /// The time of the last change in the journal; of a journal that has been deleted, that of the last touched session.
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

    /// A page of the sessions that go on and were not touched since. A cursor is an hour and a row id.
    public func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String> {
        let start = (cursor ?? "\(Int.min)/0").split(separator: "/").compactMap { Int($0) }
        guard start.count == 2 else { throw .invalidCursor }
        return try await readForAdmin { connection in
            let sql = """
                SELECT id, touched_hour, number FROM sessions INDEXED BY sessions_by_hour
                WHERE is_over = 0 AND touched_hour <= ? AND (touched_hour, number) > (?, ?) AND touched_at_ms <= ?
                ORDER BY touched_hour, number LIMIT ?
                """
            let rows = try connection.statement(sql).bind(EdgeCount.hour(of: since)).bind(start[0]).bind(start[1])
                .bind(since).bind(limit + 1).all { (id: $0.text(0), place: "\($0.int(1))/\($0.int(2))") }
            let page = rows.prefix(limit)
            return Page(rows: page.map(\.id), next: rows.count > limit ? page.last?.place : nil)
        }
    }

    /// Deletes sessions that were over by then, with all their rows.
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
                try connection.statement(JournalChain.deletion).bind(number).run()
                for table in ["flows", "drafts", "replies", "handoffs"] {
                    try connection.statement("DELETE FROM \(table) WHERE session = ?").bind(number).run()
                }
                try writer.work.deleteAll(of: number)
                try connection.statement("DELETE FROM sessions WHERE number = ?").bind(number).run()
            }
            return over.count
        }
    }

    /// Counts entries of the journal that have not been counted yet. They are read beside the writer's queue, where reading
    /// them would keep changes waiting.
    public func foldJournal(limit: Int) async throws(StoreError) -> Int {
        for _ in 0..<Self.mostFoldingRaces {
            let unfolded = try await readForAdmin { try UnfoldedJournal($0.connection, limit: limit) }
            guard unfolded.entryCount > 0 else { return 0 }
            if try await write({ try unfolded.fold($0.connection) }) { return unfolded.entryCount }
        }
        throw StoreError(
            .unavailable,
            "The journal of \(file.path) is being counted by somebody else, or is another each time."
        )
    }

    private static let mostFoldingRaces = 3

    /// Deletes folded entries of the journal that are older, and all before them, whatever the clock was then: an entry that
    /// stayed behind a gap would be on no chain.
    public func deleteJournal(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await deleteOldest(
            """
            DELETE FROM journal WHERE number <= min(
                (SELECT max(number) FROM (SELECT number, at_ms FROM journal ORDER BY number LIMIT ?) WHERE at_ms < ?),
                (SELECT folded_journal_number FROM bookkeeping)
            )
            """,
            before: date,
            limit
        )
    }

    /// Deletes what the journal was folded into, of the hours before a date's. Their key begins with the hour.
    public func deleteCounts(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await write { writer in
            let key = "hour, flow, from_screen, action, to_screen, stay_class"
            let sql =
                "DELETE FROM edges WHERE (\(key)) IN (SELECT \(key) FROM edges WHERE hour < ? ORDER BY hour LIMIT ?)"
            try writer.connection.statement(sql).bind(EdgeCount.hour(of: date)).bind(limit).run()
            return writer.connection.changedRows
        }
    }

    /// Forgets answers kept before a date.
    public func deleteReplies(before date: Date, limit: Int) async throws(StoreError) -> Int {
        try await deleteOldest(
            "DELETE FROM replies WHERE number IN (SELECT number FROM replies ORDER BY number LIMIT ?) AND at_ms < ?",
            before: date,
            limit
        )
    }

    /// Forgets creations and handoff codes whose time is over.
    public func deleteExpired(at now: Date, limit: Int) async throws(StoreError) -> Int {
        try await write { writer in
            var left = limit
            for table in ["creations", "handoffs"] {
                let sql = """
                    DELETE FROM \(table) WHERE number IN
                    (SELECT number FROM \(table) WHERE expires_at_ms <= ? ORDER BY expires_at_ms LIMIT ?)
                    """
                try writer.connection.statement(sql).bind(now).bind(left).run()
                left -= writer.connection.changedRows
            }
            return limit - left
        }
    }

    /// Among the first rows of a table, which came first. There is no key for their age to be kept up: rows come in its
    /// order, so at worst one that came with a clock behind the others' waits until it is among the first.
    private func deleteOldest(_ sql: String, before date: Date, _ limit: Int) async throws(StoreError) -> Int {
        try await write { writer in
            try writer.connection.statement(sql).bind(limit).bind(date).run()
            return writer.connection.changedRows
        }
    }
}
