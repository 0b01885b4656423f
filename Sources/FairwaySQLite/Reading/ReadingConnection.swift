import Fairway

/// A connection that reads, with the statements that every session needs which is loaded.
final class ReadingConnection {
    let connection: Connection
    private let begin: Statement
    private let commit: Statement
    private let findSession: Statement
    private let findFlows: Statement
    private let findDrafts: Statement

    init(_ file: DatabaseFile) throws(StoreError) {
        connection = try file.openForReading()
        do {
            begin = try connection.statement("BEGIN")
            commit = try connection.statement("COMMIT")
            findSession = try connection.statement(
                "SELECT \(SessionRow.columns), number, newest_entry FROM sessions WHERE id = ?"
            )
            findFlows = try connection.statement(
                "SELECT \(FlowRow.columns), number FROM flows WHERE session = ? ORDER BY node"
            )
            findDrafts = try connection.statement("SELECT screen, draft_json FROM drafts WHERE session = ?")
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
        let found = try findSession.bind(id).first { row in
            let place = SessionPlaces.Place(number: row.int(column), newestEntry: row.optionalInt(column + 1))
            return (row: SessionRow(row), place: place)
        }
        guard let found else { return nil }
        var place = found.place
        let stored = try session(found.row, place.number) { place.front = $0 }
        return (stored, place)
    }

    /// A session's row with those of its flows and drafts.
    ///
    /// - Parameter note: is told where the flow in front is.
    func session(
        _ row: SessionRow,
        _ number: Int,
        _ note: (SessionPlaces.Flow) -> Void = { _ in }
    ) throws(SQLiteFailure) -> StoredSession {
        let column = FlowRow.columnNames.count
        let flows = try findFlows.bind(number).all { row in
            let flow = FlowRow(row)
            if flow.isFront { note(SessionPlaces.Flow(node: flow.node, number: row.int(column))) }
            return flow
        }
        let drafts = try findDrafts.bind(number).all { ($0.text(0), $0.json(1)) }
        return StoredSession(session: row, flows: flows, drafts: Dictionary(drafts) { _, last in last })
    }
}
