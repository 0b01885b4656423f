import Fairway

/// Writes the rows of sessions, and judges whether a commit may be written at all.
final class SessionWriter {
    private let connection: Connection
    private let findByID: Statement
    private let findByNumber: Statement
    private let findReply: Statement
    private let insertion: Statement
    private let advance: Statement
    private let update: Statement
    private var numbers = SessionNumbers()

    /// What became of a session's part of a commit.
    enum Outcome {
        /// The session has this number, and its row is as the commit wants it.
        case written(number: Int, isNew: Bool)
        /// Nothing was written.
        case refused(CommitOutcome)
    }

    /// A session as it is before a commit, as far as the commit depends on it.
    struct Found {
        let number: Int
        let revision: Int

        init(_ row: Statement) {
            number = row.int(0)
            revision = row.int(1)
        }
    }

    init(_ connection: Connection) throws(SQLiteFailure) {
        let columns = SessionRow.plainColumns + SessionRow.keyColumns
        self.connection = connection
        findByID = try connection.statement("SELECT number, revision FROM sessions WHERE id = ?")
        findByNumber = try connection.statement("SELECT number, revision FROM sessions WHERE number = ? AND id = ?")
        findReply = try connection.statement(StoredReply.query)
        insertion = try connection.statement(.insertion(into: "sessions", columns + ["id"]))
        // Where the columns that keys hold stay the same, which is nearly always, no key is written.
        advance = try connection.statement(
            .update(
                "sessions",
                SessionRow.plainColumns,
                where: """
                    number = ? AND is_over = ? AND touched_hour = ? AND id = ? AND revision = ?
                    AND NOT EXISTS (SELECT 1 FROM replies WHERE replies.session = sessions.number AND key = ?)
                    """
            )
        )
        update = try connection.statement(.update("sessions", columns, where: "number = ?"))
    }

    /// Writes the session's row, if the session is as the commit expects it and its request has not been answered.
    func write(_ prepared: PreparedCommit) throws(SQLiteFailure) -> Outcome {
        if let number = try advanced(prepared) { return .written(number: number, isNew: false) }
        let commit = prepared.commit
        let found = try find(commit.session)
        if let found, let key = commit.reply?.key,
            let reply = try findReply.bind(found.number).bind(key).first(StoredReply.init)
        {
            return .refused(.answered(reply))
        }
        let isKept = found != nil || commit.row != nil || commit.creation != nil
        guard found?.revision == commit.expectedRevision, isKept else { return .refused(.conflict) }
        guard let row = commit.row else { return .written(number: found?.number ?? 0, isNew: found == nil) }
        guard let found else {
            try row.bindKeyColumns(row.bindPlainColumns(insertion, device: prepared.device)).bind(commit.session).run()
            return .written(number: connection.insertedRow, isNew: true)
        }
        try row.bindKeyColumns(row.bindPlainColumns(update, device: prepared.device)).bind(found.number).run()
        return .written(number: found.number, isNew: false)
    }

    /// The session of that id, and its revision; nil when there is none.
    func find(_ session: String) throws(SQLiteFailure) -> Found? {
        if let number = numbers[session], let found = try findByNumber.bind(number).bind(session).first(Found.init) {
            numbers.note(number, of: session)
            return found
        }
        let found = try findByID.bind(session).first(Found.init)
        if let found { numbers.note(found.number, of: session) }
        return found
    }

    /// Judges and writes in one statement, which is all that nearly every change needs: a look first would go down the
    /// table once more. Nil where there is more to it; nothing has been written then.
    private func advanced(_ prepared: PreparedCommit) throws(SQLiteFailure) -> Int? {
        let commit = prepared.commit
        guard let row = commit.row, let expected = commit.expectedRevision, let number = numbers[commit.session] else {
            return nil
        }
        let bound = row.bindPlainColumns(advance, device: prepared.device).bind(number)
        try row.bindKeyColumns(bound).bind(commit.session).bind(expected).bind(commit.reply?.key).run()
        guard connection.changedRows == 1 else { return nil }
        numbers.note(number, of: commit.session)
        return number
    }
}
