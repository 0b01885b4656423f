import Fairway

/// Statements for a session's journal. The journal is a linked list: each entry contains the number of the one before it.
///
/// An index by session would be as large as the journal, and each change would write a page of it.
enum SessionJournal {
    /// A page of the entries after a revision, oldest first. Parameters: session, revision, limit.
    ///
    /// One entry in 64 is a landmark, which is indexed. The walk begins at the first landmark with enough entries before it to
    /// fill the page, or at the newest entry. So its cost does not depend on the length of the journal.
    static let page = """
        WITH RECURSIVE chain (number, previous, revision) AS (
            SELECT number, previous, revision FROM journal WHERE number = coalesce(
                (SELECT number FROM journal INDEXED BY journal_landmarks
                    WHERE session = ?1 AND revision % 64 = 0 AND revision > ?2 ORDER BY revision LIMIT 1 OFFSET ?3 / 64 + 1),
                (SELECT newest_entry FROM sessions WHERE number = ?1)
            )
            UNION ALL
            SELECT journal.number, journal.previous, journal.revision
            FROM chain CROSS JOIN journal ON journal.number = chain.previous
            WHERE journal.revision > ?2 AND journal.session = ?1
        )
        SELECT \(JournalEntry.columns(of: "journal")) FROM chain CROSS JOIN journal ON journal.number = chain.number
        WHERE chain.revision > ?2 ORDER BY chain.revision LIMIT ?3
        """

    /// Deletes all entries of a session. Parameter: session.
    static let deletion = """
        WITH RECURSIVE chain (number) AS (
            SELECT newest_entry FROM sessions WHERE number = ?1
            UNION ALL
            SELECT journal.previous FROM chain CROSS JOIN journal ON journal.number = chain.number
        )
        DELETE FROM journal WHERE number IN (SELECT number FROM chain) AND session = ?1
        """

    /// Lists broken links: entries without a session, sessions with a wrong `newest_entry`, and entries that follow an entry of
    /// another session or of a revision that is not earlier.
    static let problems = """
        SELECT 'entry ' || journal.number || ' of the journal refers to a missing session' FROM journal
        LEFT JOIN sessions ON sessions.number = journal.session WHERE sessions.number IS NULL
        UNION ALL
        SELECT 'session ' || id || ' does not refer to entry ' || newest || ' as its newest'
        FROM (SELECT session, max(number) AS newest FROM journal GROUP BY session)
        JOIN sessions ON sessions.number = session WHERE newest_entry IS NOT newest
        UNION ALL
        SELECT 'entry ' || journal.number || ' of the journal cannot follow entry ' || earlier.number
        FROM journal JOIN journal AS earlier ON earlier.number = journal.previous
        WHERE earlier.session <> journal.session OR earlier.revision >= journal.revision
        """
}

/// The next journal entries to be added to the hourly counts in `edges`.
struct JournalRollup {
    let entryCount: Int
    let edges: [EdgeCount]
    /// The number of the last entry.
    private let last: Int

    static let query = """
        SELECT \(EdgeCount.columnsOfEntry), entry.number FROM journal AS entry
        LEFT JOIN journal AS before ON before.number = entry.previous AND before.revision = entry.revision - 1
        WHERE entry.number > ? ORDER BY entry.number LIMIT ?
        """

    /// Reads entries. Must be called in a transaction.
    init(_ connection: SQLiteConnection, limit: Int) throws(SQLiteFailure) {
        let lastFolded = try connection.number("SELECT folded_journal_number FROM bookkeeping")
        let entries = try connection.statement(Self.query).bind(lastFolded).bind(limit).all { row in
            (number: row.int(EdgeCount.columnNamesOfEntry.count), edge: EdgeCount(ofEntry: row))
        }
        last = entries.last?.number ?? lastFolded
        entryCount = entries.count
        edges = EdgeCount.sum(entries.compactMap(\.edge))
    }

    /// Adds the entries to `edges`. Must be called in the transaction that has read them.
    func fold(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        try connection.statement("UPDATE bookkeeping SET folded_journal_number = ?").bind(last).run()
        let addition = """
            INSERT INTO edges (hour, flow, from_screen, action, to_screen, stay_class, count) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET count = count + excluded.count
            """
        for edge in edges {
            try connection.statement(addition).bind(edge.hour).bind(edge.flow ?? "").bind(edge.from ?? "")
                .bind(edge.action).bind(edge.to ?? "").bind(edge.stay.number).bind(edge.count).run()
        }
    }
}
