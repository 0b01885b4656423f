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
        let session: SessionLookup
        let flows: Statement
        let drafts: Statement

        init(_ connection: Connection) throws(SQLiteFailure) {
            session = try SessionLookup(FoundSession.columns, connection)
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
        try SessionLookup("number", connection).first(session) { $0.int(0) }
    }

    /// A session with its flows and drafts, and where it is; nil when there is none of that id. To be called outside of
    /// transactions: most sessions are one row, which one statement sees at one moment.
    func load(_ id: String) throws -> (stored: StoredSession, place: SessionPlaces.Place)? {
        guard let found = try find(id) else { return nil }
        if let alone = found.alone { return (alone, found.place) }
        return try transaction { _ in try find(id).map { try complete($0) } }
    }

    /// A session with its flows and drafts, and where it is.
    func complete(_ found: FoundSession) throws(SQLiteFailure) -> (stored: StoredSession, place: SessionPlaces.Place) {
        if let alone = found.alone { return (alone, found.place) }
        var place = found.place
        let column = FlowRow.columnNames.count
        var flows = try prepared().flows.bind(found.number).all { row in
            let flow = FlowRow(row)
            if flow.isFront { place.front = SessionPlaces.Flow(node: flow.node, number: row.int(column)) }
            return flow
        }
        if let front = found.front {
            flows.removeAll { $0.node == front.mark.node }
            flows.insert(front.row, at: flows.firstIndex { $0.node > front.mark.node } ?? flows.endIndex)
        }
        let drafts = try prepared().drafts.bind(found.number).all { ($0.text(0), $0.json(1)) }
        return (StoredSession(session: found.row, flows: flows, drafts: Dictionary(drafts) { _, last in last }), place)
    }

    private func find(_ id: String) throws(SQLiteFailure) -> FoundSession? {
        try prepared().session.first(id, FoundSession.init)
    }

    private func prepared() throws(SQLiteFailure) -> Loading {
        if let loading { return loading }
        let new = try Loading(connection)
        loading = new
        return new
    }
}
