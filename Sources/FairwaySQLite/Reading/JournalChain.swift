import Fairway

/// The statements that go along a session's journal, whose entries each name the one before.
enum JournalChain {
    /// A page of the entries after a revision, oldest first. To be bound: session, revision, limit.
    ///
    /// It steps in at a landmark that has as many landmarks behind it as leave enough entries for the page, so that a page
    /// costs what its entries cost and those up to that landmark, however long the journal is. They are counted from the
    /// first landmark that is there: what comes before may have been deleted.
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

    /// Deletes all entries of a session. To be bound: the session.
    static let deletion = """
        WITH RECURSIVE chain (number) AS (
            SELECT newest_entry FROM sessions WHERE number = ?1
            UNION ALL
            SELECT journal.previous FROM chain CROSS JOIN journal ON journal.number = chain.number
        )
        DELETE FROM journal WHERE number IN (SELECT number FROM chain) AND session = ?1
        """

    /// What is wrong with chains: entries that no session has, that are newer than what their session calls its newest, and
    /// that follow on one of another session or on a later one.
    static let problems = """
        SELECT 'entry ' || journal.number || ' of the journal belongs to no session' FROM journal
        LEFT JOIN sessions ON sessions.number = journal.session WHERE sessions.number IS NULL
        UNION ALL
        SELECT 'session ' || id || ' does not name entry ' || newest || ' as its newest'
        FROM (SELECT session, max(number) AS newest FROM journal GROUP BY session)
        JOIN sessions ON sessions.number = session WHERE newest_entry IS NOT newest
        UNION ALL
        SELECT 'entry ' || journal.number || ' of the journal follows on entry ' || earlier.number || ', where it cannot'
        FROM journal JOIN journal AS earlier ON earlier.number = journal.previous
        WHERE earlier.session <> journal.session OR earlier.revision >= journal.revision
        """
}
