import Fairway

/// A connection that reads.
///
/// It holds the statements that every session needs which is loaded: to find one among the connection's by its text takes as
/// long as a short read.
final class ReadingConnection {
    let connection: Connection
    private let begin: Statement
    private let commit: Statement
    /// Prepared when a session is loaded for the first time: a file that lacks one of their tables can be looked into.
    private var loading: Loading?

    private struct Loading {
        let session: Statement
        let flows: Statement
        let drafts: Statement

        init(_ connection: Connection) throws(SQLiteFailure) {
            session = try connection.statement(
                "SELECT \(SessionRow.columns), number, newest_entry FROM sessions WHERE id = ?"
            )
            flows = try connection.statement(
                "SELECT \(FlowRow.columns), number FROM flows WHERE session = ? ORDER BY node"
            )
            drafts = try connection.statement("SELECT screen, draft_json FROM drafts WHERE session = ?")
        }
    }

    init(_ file: DatabaseFile) throws(StoreError) {
        connection = try file.openForReading()
        do {
            begin = try connection.statement("BEGIN")
            commit = try connection.statement("COMMIT")
        } catch {
            throw file.storeError(error)
        }
    }

    /// Reads in one transaction: all statements see the same moment (https://sqlite.org/isolation.html).
    func transaction<Result>(_ body: (ReadingConnection) throws -> Result) throws -> Result {
        try begin.run()
        do {
            let result = try body(self)
            try commit.run()
            return result
        } catch {
            if !connection.isOutsideTransactions { try? statement("ROLLBACK").run() }
            throw error
        }
    }

    /// A statement, prepared once and kept.
    func statement(_ sql: String) throws(SQLiteFailure) -> Statement { try connection.statement(sql) }

    /// The number of a session; nil when there is none of that id.
    func number(of session: String) throws(SQLiteFailure) -> Int? {
        try statement("SELECT number FROM sessions WHERE id = ?").bind(session).first { $0.int(0) }
    }

    /// A session with its flows and drafts, and where it is; nil when there is none of that id.
    func session(_ id: String) throws(SQLiteFailure) -> (stored: StoredSession, place: SessionPlaces.Place)? {
        let column = SessionRow.columnNames.count
        let found = try prepared().session.bind(id).first { row in
            (row: SessionRow(row), number: row.int(column), newestEntry: row.optionalInt(column + 1))
        }
        guard let found else { return nil }
        let (stored, front) = try session(found.row, found.number)
        return (stored, SessionPlaces.Place(number: found.number, newestEntry: found.newestEntry, front: front))
    }

    /// A session's row with those of its flows and drafts, and where the flow in front is.
    func session(
        _ row: SessionRow,
        _ number: Int
    ) throws(SQLiteFailure) -> (stored: StoredSession, front: SessionPlaces.Flow?) {
        let column = FlowRow.columnNames.count
        var front: SessionPlaces.Flow?
        let flows = try prepared().flows.bind(number).all { row in
            let flow = FlowRow(row)
            if flow.isFront { front = SessionPlaces.Flow(node: flow.node, number: row.int(column)) }
            return flow
        }
        let drafts = try prepared().drafts.bind(number).all { ($0.text(0), $0.json(1)) }
        return (StoredSession(session: row, flows: flows, drafts: Dictionary(drafts) { _, last in last }), front)
    }

    private func prepared() throws(SQLiteFailure) -> Loading {
        if let loading { return loading }
        let new = try Loading(connection)
        loading = new
        return new
    }
}
