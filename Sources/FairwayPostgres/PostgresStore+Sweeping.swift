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

    /// Adds uncounted journal entries to the hourly counts.
    ///
    /// Reads and counts the entries, then marks them and adds the counts in one transaction. The transaction fails if
    /// another node has marked one of them in the meantime, so each entry is counted once.
    public func foldJournal(limit: Int) async throws(StoreError) -> Int {
        for _ in 0..<Self.mostFoldingAttempts {
            let unfolded = UncountedEntries(try await read(.unfolded(limit)))
            guard !unfolded.revisions.isEmpty else { return 0 }
            switch await runWrite(SQLStatement.fold(unfolded)) {
            case .success: return unfolded.revisions.count
            case .failure(let failure) where failure.kind == .refused(state: SQLStatement.foldedByAnother): continue
            case .failure(let failure): throw failure.storeError(place)
            }
        }
        throw StoreError(
            .unavailable,
            "\(place) could not count journal entries, because other nodes are counting the same ones. Retry later."
        )
    }

    private static let mostFoldingAttempts = 3

    /// Deletes rows that are older than a date.
    public func delete(_ rows: SweptRows, before date: Date, limit: Int) async throws(StoreError) -> Int {
        let call =
            switch rows {
            case .sessions: SQLStatement(Self.sessionDeletion).bind(EdgeCount.hour(of: date)).bind(date).bind(limit)
            case .journal: SQLStatement(Self.journalDeletion).bind(date).bind(limit)
            case .counts: SQLStatement(Self.countDeletion).bind(EdgeCount.hour(of: date)).bind(limit)
            case .replies: SQLStatement(Self.replyDeletion).bind(date).bind(limit)
            case .expired: SQLStatement(Self.expiredDeletion("creations", "key_sha256")).bind(date).bind(limit)
            }
        let deleted = try await write(call).affected
        guard rows == .expired else { return deleted }
        let handoffs = SQLStatement(Self.expiredDeletion("handoffs", "code_sha256")).bind(date).bind(limit - deleted)
        return try await deleted + write(handoffs).affected
    }

    private static let sessionDeletion: String = {
        let tables = ["flows", "journal", "drafts", "replies", "jobs", "handoffs"]
        let deletions = tables.map { "\($0)_gone AS (DELETE FROM \($0) USING gone WHERE session = gone.id)" }
        return """
            WITH gone AS (
                SELECT id FROM sessions WHERE is_over AND touched_hour <= $1 AND touched_at_ms <= $2
                ORDER BY touched_hour, id LIMIT $3 FOR UPDATE SKIP LOCKED
            ), \(deletions.joined(separator: ", "))
            DELETE FROM sessions USING gone WHERE sessions.id = gone.id
            """
    }()

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

    /// Uses the primary key's index, which begins with the hour.
    private static let countDeletion: String = {
        let key = "hour, flow, from_screen, action, to_screen, stay_class"
        return "DELETE FROM edges WHERE (\(key)) IN (SELECT \(key) FROM edges WHERE hour < $1 ORDER BY hour LIMIT $2)"
    }()

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

/// Journal entries that have not been added to the hourly counts.
struct UncountedEntries: Sendable {
    let sessions: [String]
    let revisions: [Int]
    let edges: [EdgeCount]

    /// Reads the rows that ``SQLStatement/unfolded(_:)`` returns.
    init(_ rows: Rows) {
        let entries = rows.all { row in
            let session = row.text(EdgeCount.columnNamesOfEntry.count)
            return (session: session, revision: row.int(0), edge: EdgeCount(ofEntry: row))
        }
        sessions = entries.map(\.session)
        revisions = entries.map(\.revision)
        edges = EdgeCount.sum(entries.compactMap(\.edge))
    }
}

extension SQLStatement {
    /// Reads uncounted entries, each joined with its predecessor in the session.
    static func unfolded(_ limit: Int) -> SQLStatement {
        let sql = """
            SELECT \(EdgeCount.columnsOfEntry), entry.session
            FROM journal AS entry
            LEFT JOIN journal AS before ON before.session = entry.session AND before.revision = entry.revision - 1
            WHERE NOT entry.is_folded ORDER BY entry.at_ms, entry.session, entry.revision LIMIT $1
            """
        return SQLStatement(sql).bind(limit)
    }

    /// The SQLSTATE of `fold` if another node has counted one of the entries: division by zero.
    static let foldedByAnother = "22012"

    /// Marks entries as counted and adds them to the counts, in one transaction.
    static func fold(_ journal: UncountedEntries) -> [SQLStatement] {
        // Divides by zero if one entry is already marked, which rolls the transaction back.
        let mark = """
            WITH marked AS (
                UPDATE journal SET is_folded = true FROM unnest($1, $2) AS entry (session, revision)
                WHERE journal.session = entry.session AND journal.revision = entry.revision AND NOT is_folded
                RETURNING 1
            ) SELECT 1 / (CASE count(*) WHEN $3 THEN 1 ELSE 0 END) FROM marked
            """
        let add = """
            INSERT INTO edges AS old (hour, flow, from_screen, action, to_screen, stay_class, count)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (hour, flow, from_screen, action, to_screen, stay_class)
            DO UPDATE SET count = old.count + excluded.count
            """
        let edges = journal.edges
        let marking = SQLStatement(mark).bind(journal.sessions).bind(journal.revisions).bind(journal.sessions.count)
        guard !edges.isEmpty else { return [marking] }
        return [
            marking,
            SQLStatement(add).bind(edges.map(\.hour)).bind(edges.map { $0.flow ?? "" }).bind(
                edges.map { $0.from ?? "" }
            )
            .bind(edges.map(\.action)).bind(edges.map { $0.to ?? "" }).bind(edges.map(\.stay.number))
            .bind(edges.map(\.count)),
        ]
    }
}
