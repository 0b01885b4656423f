import Fairway

/// Writes the rows of sessions, and judges whether a commit may be written at all.
final class SessionWriter {
    private let connection: Connection
    private let lookup: SessionLookup
    private let findReply: Statement
    private let insertion: Statement
    private let advance: Advance
    private let advanceWithState: Advance
    private let advanceWithWholeFront: Advance
    private let update: Statement
    private let updateWithFront: Statement
    private let places: SessionPlaces

    /// The number of a new session: the one that its id says, unless it has none or that is taken; then SQLite chooses.
    private static let number = """
        (SELECT said FROM (SELECT ? AS said) WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.number = said))
        """

    /// Statements that judge and write at once.
    private struct Advance {
        /// Where the change has no key. The replies are not even to be opened then.
        let always: Statement
        let unlessAnswered: Statement

        init(_ columns: [String], _ connection: Connection) throws(SQLiteFailure) {
            // Where the columns that keys hold stay the same, which is nearly always, no key is written.
            let sql = String.update(
                "sessions",
                columns,
                where: """
                    number = ? AND is_over = ? AND touched_hour = ? AND id = ? AND revision = ? AND newest_entry IS ?
                    AND front_flow_node IS ? AND front_flow_hash IS ?
                    """
            )
            always = try connection.statement(sql)
            unlessAnswered = try connection.statement(
                sql + " AND NOT EXISTS (SELECT 1 FROM replies WHERE replies.session = sessions.number AND key = ?)"
            )
        }
    }

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
        /// Whether what stands in the row of the flow in front, too, stays as it is.
        let frontGoesOn: Bool
        /// The number of what was its newest entry of the journal until then.
        let previousEntry: Int?
    }

    /// A session as it is before a commit, as far as the commit depends on it.
    struct Found {
        var place: SessionPlaces.Place
        let revision: Int

        init(_ row: Statement) {
            place = SessionPlaces.Place(
                number: row.int(0),
                newestEntry: row.optionalInt(2),
                mark: FrontFlow.Mark(row, from: 3)
            )
            revision = row.int(1)
        }
    }

    init(_ connection: Connection, _ places: SessionPlaces) throws(SQLiteFailure) {
        let plainColumns = SessionRow.plainColumns + ["newest_entry", FrontFlow.onlyColumn]
        let columns = plainColumns + SessionRow.keyColumns
        let foundColumns = ["number", "revision", "newest_entry"] + FrontFlow.Mark.columns
        self.connection = connection
        self.places = places
        lookup = try SessionLookup(foundColumns.joined(separator: ", "), connection)
        findReply = try connection.statement(StoredReply.query)
        insertion = try connection.statement(
            .insertion(
                into: "sessions",
                (columns + FrontFlow.columns + ["id"]).map { ($0, "?") } + [("number", Self.number)]
            )
        )
        advance = try Advance(plainColumns, connection)
        advanceWithState = try Advance(plainColumns + FrontFlow.changingColumns, connection)
        advanceWithWholeFront = try Advance(plainColumns + FrontFlow.columns, connection)
        update = try connection.statement(.update("sessions", columns, where: "number = ?"))
        updateWithFront = try connection.statement(
            .update("sessions", columns + FrontFlow.columns, where: "number = ?")
        )
    }

    /// Writes the session's row, if the session is as the commit expects it and its request has not been answered.
    ///
    /// - Parameter write: The commit.
    /// - Parameter entry: The number that the commit's entry of the journal is going to have, if it has one.
    /// - Parameter settle: Gives a flow's own row what its session's row says of it.
    func write(
        _ write: CommitWrite,
        entry: Int?,
        settle: (_ node: Int, _ session: Int) throws(SQLiteFailure) -> Void
    ) throws(SQLiteFailure) -> Outcome {
        if let written = try advanced(write, entry) { return .written(written) }
        let commit = write.commit
        let found = try find(commit.session)
        if let found, let key = commit.reply?.key,
            let reply = try findReply.bind(found.place.number).bind(key).first(StoredReply.init)
        {
            return .refused(.answered(reply))
        }
        let isKept = found != nil || commit.row != nil || commit.creation != nil
        guard found?.revision == commit.expectedRevision, isKept else { return .refused(.conflict) }
        let before = found?.place
        guard let row = commit.row else {
            let place = before ?? SessionPlaces.Place(number: 0, newestEntry: nil, mark: nil)
            return .written(Written(place: place, isNew: found == nil, frontGoesOn: false, previousEntry: nil))
        }
        let change = write.frontChange(after: before?.mark)
        if let before, let old = before.mark, case .settlesAndBecomes = change { try settle(old.node, before.number) }
        let mark = change.mark(after: before?.mark)
        let entry = entry ?? before?.newestEntry
        let statement =
            switch (before, change) {
            case (nil, _): insertion
            case (_, .stays): update
            default: updateWithFront
            }
        bind(row, write, entry, mark, statement)
        row.bindKeyColumns(statement)
        if statement !== update { FrontFlow.bind(write.frontFlow, mark, statement) }
        if let before {
            try statement.bind(before.number).run()
        } else {
            try statement.bind(commit.session).bind(SessionID.number(of: commit.session)).run()
        }
        let number = before?.number ?? connection.insertedRow
        let place = SessionPlaces.Place(number: number, newestEntry: entry, mark: mark, front: before?.front)
        return .written(
            Written(
                place: place,
                isNew: found == nil,
                frontGoesOn: change.goesOn,
                previousEntry: before?.newestEntry
            )
        )
    }

    /// Binds what every statement that writes sets first.
    private func bind(
        _ row: SessionRow,
        _ write: CommitWrite,
        _ entry: Int?,
        _ mark: FrontFlow.Mark?,
        _ statement: Statement
    ) {
        row.bindPlainColumns(statement, device: write.device).bind(entry).bind(write.isOnly(mark))
    }

    /// The session of that id, and its revision; nil when there is none.
    func find(_ session: String) throws(SQLiteFailure) -> Found? {
        let place = places[session]
        var found = try lookup.first(session, at: place?.number, Found.init)
        // Its own row does not say where its flows are.
        found?.place.front = place?.front
        if let found { places.note(found.place, of: session) }
        return found
    }

    /// Judges and writes in one statement, which is all that nearly every change needs: a look first would go down the
    /// table once more. Nil where there is more to it; nothing has been written then.
    private func advanced(_ write: CommitWrite, _ entry: Int?) throws(SQLiteFailure) -> Written? {
        let commit = write.commit
        guard let row = commit.row, let expected = commit.expectedRevision else { return nil }
        var remembered = places[commit.session]
        if remembered == nil { remembered = try find(commit.session)?.place }
        guard let place = remembered else { return nil }
        let change = write.frontChange(after: place.mark)
        let advance: Advance
        switch change {
        case .stays: advance = self.advance
        case .goesOn: advance = advanceWithState
        case .becomes: advance = advanceWithWholeFront
        case .settlesAndBecomes: return nil
        }
        let newest = entry ?? place.newestEntry
        let mark = change.mark(after: place.mark)
        let key = commit.reply?.key
        let statement = key == nil ? advance.always : advance.unlessAnswered
        bind(row, write, newest, mark, statement)
        switch change {
        case .goesOn: write.frontFlow?.bindChangingColumns(statement)
        case .becomes: FrontFlow.bind(write.frontFlow, mark, statement)
        case .stays, .settlesAndBecomes: break
        }
        row.bindKeyColumns(statement.bind(place.number)).bind(commit.session).bind(expected).bind(place.newestEntry)
        FrontFlow.Mark.bind(place.mark, statement)
        if let key { statement.bind(key) }
        try statement.run()
        guard connection.changedRows == 1 else { return nil }
        let new = SessionPlaces.Place(number: place.number, newestEntry: newest, mark: mark, front: place.front)
        return Written(place: new, isNew: false, frontGoesOn: change.goesOn, previousEntry: place.newestEntry)
    }
}
