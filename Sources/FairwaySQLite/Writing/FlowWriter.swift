import Fairway

/// Writes the rows of flows.
final class FlowWriter {
    private let connection: Connection
    private let insertion: Statement
    private let update: Statement
    private let updateWithKeys: Statement
    private let delete: Statement

    init(_ connection: Connection) throws(SQLiteFailure) {
        let columns = FlowRow.plainColumns + FlowRow.keyColumns
        self.connection = connection
        insertion = try connection.statement(.insertion(into: "flows", columns + ["session", "node"]))
        // Where the columns that keys hold stay the same, which is nearly always, no key is written.
        update = try connection.statement(
            .update(
                "flows",
                FlowRow.plainColumns,
                where: "session = ? AND node = ? AND flow = ? AND screen IS ? AND is_front = ?"
            )
        )
        updateWithKeys = try connection.statement(.update("flows", columns, where: "session = ? AND node = ?"))
        delete = try connection.statement("DELETE FROM flows WHERE session = ? AND node = ?")
    }

    /// Writes a flow's row. One that is there keeps its number, and with it its place in lists.
    ///
    /// - Parameter isNew: Whether the session, and so the flow, is known not to have been there.
    func write(_ row: FlowRow, of session: Int, isNew: Bool) throws(SQLiteFailure) {
        guard !isNew else { return try insert(row, of: session) }
        try row.bindKeyColumns(row.bindPlainColumns(update).bind(session).bind(row.node)).run()
        if connection.changedRows > 0 { return }
        try row.bindKeyColumns(row.bindPlainColumns(updateWithKeys)).bind(session).bind(row.node).run()
        if connection.changedRows > 0 { return }
        try insert(row, of: session)
    }

    private func insert(_ row: FlowRow, of session: Int) throws(SQLiteFailure) {
        try row.bindKeyColumns(row.bindPlainColumns(insertion)).bind(session).bind(row.node).run()
    }

    /// Deletes a flow's row.
    func remove(_ node: Int, of session: Int) throws(SQLiteFailure) {
        try delete.bind(session).bind(node).run()
    }
}
