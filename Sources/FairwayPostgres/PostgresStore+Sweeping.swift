public import Fairway

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The sweeper's calls.
extension PostgresStore {
    /// The newest time in the journal; of a journal that has been deleted, that of the last touched session.
    public func newestTime() async throws(StoreError) -> Date? {
        let newest = "SELECT max(at_ms) FROM journal WHERE"
        let sql = """
            SELECT coalesce(
                greatest((\(newest) is_folded), (\(newest) NOT is_folded)), (SELECT max(touched_at_ms) FROM sessions)
            )
            """
        return try await read(Call(sql)).first { $0.isNull(0) ? nil : $0.date(0) } ?? nil
    }

    /// A page of the sessions that go on and were not touched since.
    public func idleSessions(since: Date, cursor: String?, limit: Int) async throws(StoreError) -> Page<String> {
        let position = try Position(cursor: cursor)
        let rows = try await readList(.idleSessions(since: since, after: position, limit: limit))
        return Page(rows.all { (Position($0.int(0), $0.text(1)), $0.text(1)) }, limit: limit)
    }

    /// Deletes sessions that were over by then, with all their rows.
    public func deleteSessions(overBy date: Date, limit: Int) async throws(StoreError) -> Int {
        let tables = ["flows", "journal", "drafts", "replies", "jobs", "handoffs"]
        let deletions = tables.map { "\($0)_gone AS (DELETE FROM \($0) USING gone WHERE session = gone.id)" }
        let sql = """
            WITH gone AS (
                SELECT id FROM sessions WHERE is_over AND touched_hour <= $1 AND touched_at_ms <= $2
                ORDER BY touched_hour, id LIMIT $3 FOR UPDATE SKIP LOCKED
            ), \(deletions.joined(separator: ", "))
            DELETE FROM sessions USING gone WHERE sessions.id = gone.id
            """
        return try await write(Call(sql).bind(EdgeCount.hour(of: date)).bind(date).bind(limit)).affected
    }

    /// Counts entries of the journal that have not been counted yet.
    ///
    /// They are read, counted here, and marked and added in one transaction, which fails when one of them has been
    /// marked meanwhile: so each is counted once, whoever folds.
    public func foldJournal(limit: Int) async throws(StoreError) -> Int {
        for _ in 0..<Self.mostFoldingRaces {
            let unfolded = UnfoldedJournal(try await read(.unfolded(limit)))
            guard !unfolded.revisions.isEmpty else { return 0 }
            switch await runWrite(Call.fold(unfolded)) {
            case .success: return unfolded.revisions.count
            case .failure(let failure) where failure.kind == .refused(state: Call.foldedByAnother): continue
            case .failure(let failure): throw failure.storeError(place)
            }
        }
        throw StoreError(.unavailable, "Another node counts the journal of \(place) at the same time: one is enough.")
    }

    private static let mostFoldingRaces = 3

    /// Deletes folded entries of the journal that are older, and all before them in their sessions, whatever the clocks were of
    /// the nodes that wrote them, so that no gap is left. Those behind one that has not been folded wait.
    public func deleteJournal(before date: Date, limit: Int) async throws(StoreError) -> Int {
        let sql = """
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
        return try await write(Call(sql).bind(date).bind(limit)).affected
    }

    /// Deletes what the journal was folded into, of the hours before a date's. Their key begins with the hour.
    public func deleteCounts(before date: Date, limit: Int) async throws(StoreError) -> Int {
        let key = "hour, flow, from_screen, action, to_screen, stay_class"
        let sql =
            "DELETE FROM edges WHERE (\(key)) IN (SELECT \(key) FROM edges WHERE hour < $1 ORDER BY hour LIMIT $2)"
        return try await write(Call(sql).bind(EdgeCount.hour(of: date)).bind(limit)).affected
    }

    /// Forgets answers kept before a date.
    public func deleteReplies(before date: Date, limit: Int) async throws(StoreError) -> Int {
        let sql = """
            DELETE FROM replies WHERE (session, key) IN (
                SELECT session, key FROM replies WHERE at_ms < $1 ORDER BY at_ms LIMIT $2
            )
            """
        return try await write(Call(sql).bind(date).bind(limit)).affected
    }

    /// Forgets creations and handoff codes whose time is over.
    public func deleteExpired(at now: Date, limit: Int) async throws(StoreError) -> Int {
        var left = limit
        for (table, key) in [("creations", "key_sha256"), ("handoffs", "code_sha256")] {
            let sql = """
                DELETE FROM \(table) WHERE \(key) IN (
                    SELECT \(key) FROM \(table) WHERE expires_at_ms <= $1 ORDER BY expires_at_ms LIMIT $2
                )
                """
            left -= try await write(Call(sql).bind(now).bind(left)).affected
        }
        return limit - left
    }
}
