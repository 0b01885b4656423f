import Fairway

/// Writes the rows of sessions, and judges whether a commit may be written at all.
final class SessionWriter {
    private let connection: Connection
    private let findByID: Statement
    private let findByNumber: Statement
    private let findReply: Statement
    private let insertion: Statement
    private let advance: Statement
    private let advanceUnlessAnswered: Statement
    private let update: Statement
    private let places: SessionPlaces

    /// What became of a session's part of a commit.
    enum Outcome {
        case written(Written)
        /// Nothing was written.
        case refused(CommitOutcome)
    }

    /// A session whose row is as the commit wants it.
    struct Written {
        let place: SessionPlaces.Place
        let isNew: Bool
        /// The number of what was its newest entry of the journal until then.
        let previousEntry: Int?
    }

    /// A session as it is before a commit, as far as the commit depends on it.
    struct Found {
        var place: SessionPlaces.Place
        let revision: Int

        init(_ row: Statement) {
            place = SessionPlaces.Place(number: row.int(0), newestEntry: row.optionalInt(2))
            revision = row.int(1)
        }
    }

    init(_ connection: Connection, _ places: SessionPlaces) throws(SQLiteFailure) {
        let columns = SessionRow.plainColumns + SessionRow.keyColumns
        self.connection = connection
        self.places = places
        findByID = try connection.statement("SELECT number, revision, newest_entry FROM sessions WHERE id = ?")
        findByNumber = try connection.statement(
            "SELECT number, revision, newest_entry FROM sessions WHERE number = ? AND id = ?"
        )
        findReply = try connection.statement(StoredReply.query)
        insertion = try connection.statement(.insertion(into: "sessions", columns + ["newest_entry", "id"]))
        // Where the columns that keys hold stay the same, which is nearly always, no key is written.
        let advancing = String.update(
            "sessions",
            SessionRow.plainColumns + ["newest_entry"],
            where: "number = ? AND is_over = ? AND touched_hour = ? AND id = ? AND revision = ? AND newest_entry IS ?"
        )
        advance = try connection.statement(advancing)
        advanceUnlessAnswered = try connection.statement(
            advancing + " AND NOT EXISTS (SELECT 1 FROM replies WHERE replies.session = sessions.number AND key = ?)"
        )
        update = try connection.statement(.update("sessions", columns + ["newest_entry"], where: "number = ?"))
    }

    /// Writes the session's row, if the session is as the commit expects it and its request has not been answered.
    ///
    /// - Parameter prepared: The commit.
    /// - Parameter entry: The number that the commit's entry of the journal is going to have, if it has one.
    func write(_ prepared: PreparedCommit, entry: Int?) throws(SQLiteFailure) -> Outcome {
        if let written = try advanced(prepared, entry) { return .written(written) }
        let commit = prepared.commit
        let found = try find(commit.session)
        if let found, let key = commit.reply?.key,
            let reply = try findReply.bind(found.place.number).bind(key).first(StoredReply.init)
        {
            return .refused(.answered(reply))
        }
        let isKept = found != nil || commit.row != nil || commit.creation != nil
        guard found?.revision == commit.expectedRevision, isKept else { return .refused(.conflict) }
        guard let row = commit.row else {
            let place = found?.place ?? SessionPlaces.Place(number: 0, newestEntry: nil)
            return .written(Written(place: place, isNew: found == nil, previousEntry: nil))
        }
        let previous = found?.place.newestEntry
        let bound = row.bindKeyColumns(
            row.bindPlainColumns(found == nil ? insertion : update, device: prepared.device)
        ).bind(entry ?? previous)
        if let found { try bound.bind(found.place.number).run() } else { try bound.bind(commit.session).run() }
        let number = found?.place.number ?? connection.insertedRow
        let front = found?.place.front
        let place = SessionPlaces.Place(number: number, newestEntry: entry ?? previous, front: front)
        return .written(Written(place: place, isNew: found == nil, previousEntry: previous))
    }

    /// The session of that id, and its revision; nil when there is none.
    func find(_ session: String) throws(SQLiteFailure) -> Found? {
        var found: Found?
        let place = places[session]
        if let place { found = try findByNumber.bind(place.number).bind(session).first(Found.init) }
        if found == nil { found = try findByID.bind(session).first(Found.init) }
        // Its own row does not say where its flows are.
        found?.place.front = place?.front
        if let found { places.note(found.place, of: session) }
        return found
    }

    /// Judges and writes in one statement, which is all that nearly every change needs: a look first would go down the
    /// table once more. Nil where there is more to it; nothing has been written then.
    private func advanced(_ prepared: PreparedCommit, _ entry: Int?) throws(SQLiteFailure) -> Written? {
        let commit = prepared.commit
        guard let row = commit.row, let expected = commit.expectedRevision else { return nil }
        var remembered = places[commit.session]
        if remembered == nil { remembered = try find(commit.session)?.place }
        guard let place = remembered else { return nil }
        let newest = entry ?? place.newestEntry
        let key = commit.reply?.key
        // Without a key the replies are not even to be opened.
        let statement = key == nil ? advance : advanceUnlessAnswered
        let bound = row.bindPlainColumns(statement, device: prepared.device).bind(newest).bind(place.number)
        row.bindKeyColumns(bound).bind(commit.session).bind(expected).bind(place.newestEntry)
        if let key { statement.bind(key) }
        try statement.run()
        guard connection.changedRows == 1 else { return nil }
        let new = SessionPlaces.Place(number: place.number, newestEntry: newest, front: place.front)
        return Written(place: new, isNew: false, previousEntry: place.newestEntry)
    }
}
