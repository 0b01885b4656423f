import Fairway

/// Writes the rows of flows.
final class FlowWriter {
    private let find: Statement
    private let insert: Statement
    private let update: Statement
    private let updateWithKeys: Statement
    private let delete: Statement

    init(_ connection: Connection) throws(SQLiteFailure) {
        let columns = FlowRow.plainColumns + FlowRow.keyColumns
        find = try connection.statement(
            "SELECT number, flow, screen, is_front FROM flows WHERE session = ? AND node = ?"
        )
        insert = try connection.statement(.insertion(into: "flows", columns + ["session", "node"]))
        update = try connection.statement(.update("flows", FlowRow.plainColumns))
        updateWithKeys = try connection.statement(.update("flows", columns))
        delete = try connection.statement("DELETE FROM flows WHERE session = ? AND node = ?")
    }

    /// Writes a flow's row. One that is there keeps its number, and with it its place in lists.
    func write(_ row: FlowRow, of session: Int) throws(SQLiteFailure) {
        let found = try find.bind(session).bind(row.node).first { found in
            let keepsKeys =
                found.bool(3) == row.isFront && found.optionalText(2) == row.screen && found.text(1) == row.flow
            return (number: found.int(0), keepsKeys: keepsKeys)
        }
        switch found {
        case nil:
            try row.bindKeyColumns(row.bindPlainColumns(insert)).bind(session).bind(row.node).run()
        case let found? where found.keepsKeys:
            try row.bindPlainColumns(update).bind(found.number).run()
        case let found?:
            try row.bindKeyColumns(row.bindPlainColumns(updateWithKeys)).bind(found.number).run()
        }
    }

    /// Deletes a flow's row.
    func remove(_ node: Int, of session: Int) throws(SQLiteFailure) {
        try delete.bind(session).bind(node).run()
    }
}
