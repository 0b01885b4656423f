import Fairway
import FairwayWire

/// Writes commits on one connection, in transactions that its owner begins and ends.
final class CommitWriter {
    let connection: SQLiteConnection
    /// The highest number of a journal entry so far, including deleted entries. The writer numbers the entries itself,
    /// because SQLite would reuse the numbers of deleted ones. The sweeper folds only entries above
    /// `folded_journal_number`, so it would skip an entry with a reused number. Cursors of the event feed contain numbers, too.
    private var journalNumber: Int
    /// The number of the server's build; nil if it has recorded none.
    private(set) var build: Int?

    init(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        self.connection = connection
        journalNumber = try connection.newestEvent()
        build = try connection.statement("SELECT build FROM bookkeeping").first { $0.optionalInt(0) } ?? nil
    }

    /// From now on, changes belong to this build.
    func setBuild(_ number: Int) throws(SQLiteFailure) {
        try connection.statement("UPDATE bookkeeping SET build = ?").bind(number).run()
        build = number
    }

    /// Writes a commit, or refuses it before anything is written.
    func write(_ prepared: PreparedCommit) throws(SQLiteFailure) -> CommitOutcome {
        let commit = prepared.commit
        if let new = commit.creation, let old = try connection.creation(new.key) { return .created(old) }
        if let code = commit.handoff,
            try !connection.statement("SELECT 1 FROM handoffs WHERE code_sha256 = ?").bind(blob: code).hasRow()
        {
            return .conflict
        }
        let found = try FoundSession.lookup.first(commit.session, on: connection) { row in
            FoundSession(row, for: prepared)
        }
        if let found, let key = commit.reply?.key, let reply = try connection.reply(found.number, key: key) {
            return .answered(reply)
        }
        guard try mayBind(commit, as: found?.number) else { return .conflict }
        let isKept = found != nil || commit.row != nil || commit.creation != nil
        guard found?.revision == commit.expectedRevision, isKept else { return .conflict }

        var session = found?.number ?? 0
        if let row = commit.row {
            let entry = commit.journal == nil ? found?.newestEntry : journalNumber + 1
            session = try write(row, prepared, found, newestEntry: entry)
        }
        for (screen, draft) in commit.drafts { try setDraft(draft, of: session, screen: screen) }
        if let entry = commit.journal { try insert(entry, prepared, of: session, after: found?.newestEntry) }
        if let reply = commit.reply { try insert(reply, of: session) }
        for change in commit.work { try write(change, of: session) }
        if let row = commit.row, found?.holdsSignals == true { try releaseSignals(of: session, at: row.touchedAt) }
        for node in commit.removedFlows {
            try cancelWork(of: "f\(node)", in: session)
            try releaseKeys(of: node, in: session)
        }
        for binding in commit.keys { try bind(binding, to: session) }
        for receipt in commit.receipts { try write(receipt) }
        if let code = commit.handoff {
            try connection.statement("DELETE FROM handoffs WHERE code_sha256 = ?").bind(blob: code).run()
        }
        if !commit.links.isEmpty { try add(commit.links, to: session) }
        if let creation = commit.creation { try insert(creation) }
        return .committed
    }

    /// Stores a draft; nil removes it.
    func setDraft(_ draft: RawJSON?, of session: Int, screen: String) throws(SQLiteFailure) {
        guard let draft else {
            let sql = "DELETE FROM drafts WHERE session = ? AND screen = ?"
            return try connection.statement(sql).bind(session).bind(screen).run()
        }
        let sql = """
            INSERT INTO drafts (session, screen, draft_json) VALUES (?, ?, ?)
            ON CONFLICT (session, screen) DO UPDATE SET draft_json = excluded.draft_json
            """
        try connection.statement(sql).bind(session).bind(screen).bind(draft).run()
    }

    /// Changes a row, to test whether the disk accepts writes.
    func probe() throws(SQLiteFailure) {
        try connection.statement("UPDATE bookkeeping SET probes = probes + 1").run()
    }

    private func insert(
        _ entry: JournalEntry,
        _ prepared: PreparedCommit,
        of session: Int,
        after previous: Int?
    ) throws(SQLiteFailure) {
        journalNumber += 1
        try connection.statement(Self.journalInsertion).bind(journalNumber).bind(session).bind(previous)
            .bind(entry.revision).bind(entry.at).bind(entry.kind).bind(entry.flow).bind(entry.screen).bind(entry.name)
            .bind(entry.params).bind(text: prepared.moves).bind(text: prepared.effects).bind(entry.to)
            .bind(entry.microseconds).bind(text: prepared.trail).bind(text: prepared.delivery)
            .bind(entry.request).bind(build).run()
    }

    private static let journalInsertion = String.insertion(
        into: "journal",
        ["number", "session", "previous"] + JournalEntry.columnNames + ["build"]
    )

    private func insert(_ reply: StoredReply, of session: Int) throws(SQLiteFailure) {
        let sql = "INSERT INTO replies (session, \(StoredReply.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)"
        try connection.statement(sql).bind(session).bind(reply.key).bind(reply.fingerprint).bind(reply.status)
            .bind(blob: reply.body).bind(reply.revision).bind(reply.at).run()
    }

    /// Adds return links, and deletes the oldest ones beyond ``StoredLink/mostPerSession``.
    private func add(_ links: [StoredLink], to session: Int) throws(SQLiteFailure) {
        for link in links {
            let sql = "INSERT INTO handoffs (code_sha256, session, expires_at_ms, is_link) VALUES (?, ?, ?, 1)"
            try connection.statement(sql).bind(blob: link.code).bind(session).bind(link.expiresAt).run()
        }
        let sql = """
            DELETE FROM handoffs WHERE number IN (
                SELECT number FROM handoffs INDEXED BY handoffs_by_session WHERE session = ? AND is_link = 1
                ORDER BY number DESC LIMIT -1 OFFSET ?
            )
            """
        try connection.statement(sql).bind(session).bind(StoredLink.mostPerSession).run()
    }

    private func insert(_ creation: StoredCreation) throws(SQLiteFailure) {
        let sql = "INSERT INTO creations (\(StoredCreation.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        try connection.statement(sql).bind(blob: creation.key).bind(creation.fingerprint).bind(blob: creation.salt)
            .bind(creation.session).bind(creation.status).bind(blob: creation.body).bind(creation.at)
            .bind(creation.expiresAt).run()
    }
}

extension SQLiteConnection {
    func reply(_ session: Int, key: String) throws(SQLiteFailure) -> StoredReply? {
        let sql = "SELECT \(StoredReply.columns) FROM replies WHERE session = ? AND key = ?"
        return try statement(sql).bind(session).bind(key).first(StoredReply.init)
    }

    func creation(_ key: [UInt8]) throws(SQLiteFailure) -> StoredCreation? {
        let sql = "SELECT \(StoredCreation.columns) FROM creations WHERE key_sha256 = ?"
        return try statement(sql).bind(blob: key).first(StoredCreation.init)
    }
}

/// Statements for a session's journal. The journal is a linked list: each entry contains the number of the entry before
/// it.
///
/// An index by session would be as large as the journal, and each change would also write a page of the index.
enum SessionJournal {
    /// A page of the entries after a revision, oldest first. Parameters: session, revision, limit.
    ///
    /// One entry in 64 is a landmark, which is indexed. The query follows the list backwards. It begins at the first
    /// landmark with enough entries before it to fill the page, or at the newest entry. Its cost therefore does not
    /// depend on the length of the journal.
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

    /// Lists broken links: entries without a session, sessions with a wrong `newest_entry`, and entries whose
    /// `previous` is an entry of another session or does not have an earlier revision.
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
