package import Fairway

/// What a store that is opened to be served, and is not, is copied from: its lock keeps servers off.
extension SQLiteStore: CopySource {
    package var name: String { "sqlite:\(file.path)" }

    package func rows(
        of table: StoredTable,
        after position: Int,
        limit: Int
    ) async throws(StoreError) -> CopyBatch {
        try await readForAdmin { connection in
            // A table without row ids is in the order of its key, and a position is how many rows come before it.
            let isNumbered = table.name != "edges"
            let columns = table.columns.map { Self.expression($0.name, of: table.name) }.joined(separator: ", ")
            let sql =
                isNumbered
                ? "SELECT number, \(columns) FROM \(table.name) AS row WHERE number > ? ORDER BY number LIMIT ?"
                : "SELECT 0, \(columns) FROM \(table.name) AS row ORDER BY \(columns) LIMIT ? OFFSET ?"
            let (first, second) = isNumbered ? (position, limit) : (limit, position)
            let rows = try connection.statement(sql).bind(first).bind(second).all { row in
                (
                    number: row.int(0),
                    values: table.columns.indices.map { row.value($0 + 1, table.columns[$0].kind) }
                )
            }
            return CopyBatch(
                rows: rows.map(\.values),
                last: isNumbered ? rows.last?.number ?? position : position + rows.count
            )
        }
    }

    /// What stands here for a column of every database.
    private static func expression(_ column: String, of table: String) -> String {
        switch column {
        case _ where table == "flows" && FlowRow.changingColumns.contains(column):
            "(SELECT \(FrontFlow.expression(column, of: "row")) FROM sessions WHERE number = row.session)"
        case "session": "(SELECT id FROM sessions WHERE number = row.session)"
        // Row ids are in the order in which rows came, and before every microsecond of today.
        case "arrived_us": "row.number"
        // Counted only where several nodes share a store.
        case "draft_edits": "0"
        case "is_folded": "row.number <= (SELECT folded_journal_number FROM bookkeeping)"
        default: "row.\(column)"
        }
    }
}
