import Fairway

/// Loads sessions on one connection.
final class SessionReader {
    let connection: SQLiteConnection
    /// Prepared by the first load, because a damaged file may lack the tables.
    private var statements: Statements?

    private struct Statements {
        let session: SessionLookup
        let flows: Statement
        let drafts: Statement

        init(_ connection: SQLiteConnection) throws(SQLiteFailure) {
            session = try SessionLookup(LoadedRow.columns, connection)
            flows = try connection.statement("SELECT \(FlowRow.columns) FROM flows WHERE session = ? ORDER BY node")
            drafts = try connection.statement("SELECT screen, draft_json FROM drafts WHERE session = ?")
        }
    }

    /// A session's row, with the front flow that is denormalised into it.
    private struct LoadedRow {
        let session: SessionRow
        let number: Int
        let front: FlowRow?
        let hasOtherFlows: Bool
        let hasDrafts: Bool

        static let columns =
            (SessionRow.columnNames + [
                "number", "coalesce(front_flow_is_only, 0) = 0",
                "EXISTS (SELECT 1 FROM drafts WHERE drafts.session = sessions.number)",
            ] + FrontFlow.columnsOfFlowRow).joined(separator: ", ")

        init(_ row: Statement) {
            let column = SessionRow.columnNames.count
            session = SessionRow(row)
            number = row.int(column)
            hasOtherFlows = row.bool(column + 1)
            hasDrafts = row.bool(column + 2)
            front = row.isNull(column + 3) ? nil : FlowRow(row, from: column + 3)
        }

        /// The session; nil if it may have other flows or drafts, which have to be read too.
        var whole: StoredSession? {
            guard let front, !hasOtherFlows, !hasDrafts else { return nil }
            return StoredSession(session: session, flows: [front], drafts: [:])
        }
    }

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Runs statements in one transaction: all see the same state.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try connection.statement("BEGIN").run()
        do {
            let result = try body()
            try connection.statement("COMMIT").run()
            return result
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// A session with its flows and drafts; nil for an unknown id. Must not be called in a transaction.
    func load(_ id: String) throws -> StoredSession? {
        // Most sessions consist of one row, which a single statement reads.
        guard let row = try prepared().session.first(id, LoadedRow.init) else { return nil }
        if let whole = row.whole { return whole }
        return try transaction { try prepared().session.first(id, LoadedRow.init).map { try complete($0) } }
    }

    private func complete(_ row: LoadedRow) throws(SQLiteFailure) -> StoredSession {
        if let whole = row.whole { return whole }
        var flows = try prepared().flows.bind(row.number).all { FlowRow($0) }
        if let front = row.front {
            flows.removeAll { $0.node == front.node }
            flows.insert(front, at: flows.firstIndex { $0.node > front.node } ?? flows.endIndex)
        }
        let drafts = try prepared().drafts.bind(row.number).all { ($0.text(0), $0.json(1)) }
        return StoredSession(session: row.session, flows: flows, drafts: Dictionary(drafts) { _, last in last })
    }

    private func prepared() throws(SQLiteFailure) -> Statements {
        if let statements { return statements }
        let new = try Statements(connection)
        statements = new
        return new
    }
}
