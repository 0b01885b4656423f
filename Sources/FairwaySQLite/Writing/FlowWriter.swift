import Fairway

/// Writes the rows of flows.
final class FlowWriter {
    private let connection: Connection
    private let find: Statement
    private let insertion: Statement
    private let update: Statement
    private let updateWithKeys: Statement
    private let settle: Statement
    private let delete: Statement

    init(_ connection: Connection) throws(SQLiteFailure) {
        let allColumns = FlowRow.plainColumns + FlowRow.keyColumns
        self.connection = connection
        find = try connection.statement("SELECT number FROM flows WHERE session = ? AND node = ?")
        insertion = try connection.statement(.insertion(into: "flows", allColumns + ["session", "node"]))
        let here = "number = ? AND session = ? AND node = ?"
        // Where the columns that keys hold stay the same, which is nearly always, no key is written.
        update = try connection.statement(
            .update("flows", FlowRow.plainColumns, where: here + " AND flow = ? AND screen IS ? AND is_front = ?")
        )
        updateWithKeys = try connection.statement(.update("flows", allColumns, where: here))
        let columns = FlowRow.changingColumns
        settle = try connection.statement(
            """
            UPDATE flows SET (\(columns.joined(separator: ", "))) =
                (SELECT \(columns.map(FrontFlow.column).joined(separator: ", ")) FROM sessions WHERE number = session)
            WHERE session = ? AND node = ?
            """
        )
        delete = try connection.statement("DELETE FROM flows WHERE session = ? AND node = ?")
    }

    /// Writes a flow's row. One that is there keeps its number, and with it its place in lists.
    ///
    /// - Parameters:
    ///   - isInFront: Whether the session's row says what changes of it.
    ///   - isNew: Whether the session, and so the flow, is known not to have been there.
    ///   - expected: Where one of the session's flows was last: with it the key over all flows need not be read.
    /// - Returns: the row's number.
    func write(
        _ row: FlowRow,
        of session: Int,
        isInFront: Bool,
        isNew: Bool,
        expectedAt expected: SessionPlaces.Flow?
    ) throws(SQLiteFailure) -> Int {
        if isNew { return try insert(row, of: session, isInFront) }
        if let expected, expected.node == row.node, try change(row, of: session, at: expected.number, isInFront) {
            return expected.number
        }
        guard let number = try find.bind(session).bind(row.node).first({ $0.int(0) }) else {
            return try insert(row, of: session, isInFront)
        }
        let isThere = try change(row, of: session, at: number, isInFront)
        assert(isThere, "The row was found in this transaction.")
        return number
    }

    /// Writes a row that is there; false where it is another's.
    private func change(
        _ row: FlowRow,
        of session: Int,
        at number: Int,
        _ isInFront: Bool
    ) throws(SQLiteFailure) -> Bool {
        let plain = row.bindPlainColumns(update, isInFront: isInFront)
        try row.bindKeyColumns(plain.bind(number).bind(session).bind(row.node)).run()
        if connection.changedRows > 0 { return true }
        let all = row.bindKeyColumns(row.bindPlainColumns(updateWithKeys, isInFront: isInFront))
        try all.bind(number).bind(session).bind(row.node).run()
        return connection.changedRows > 0
    }

    private func insert(_ row: FlowRow, of session: Int, _ isInFront: Bool) throws(SQLiteFailure) -> Int {
        try row.bindKeyColumns(row.bindPlainColumns(insertion, isInFront: isInFront)).bind(session).bind(row.node).run()
        return connection.insertedRow
    }

    /// Gives a flow's row what its session's row says of it.
    func settle(_ node: Int, of session: Int) throws(SQLiteFailure) {
        try settle.bind(session).bind(node).run()
    }

    /// Deletes a flow's row.
    func remove(_ node: Int, of session: Int) throws(SQLiteFailure) {
        try delete.bind(session).bind(node).run()
    }
}
