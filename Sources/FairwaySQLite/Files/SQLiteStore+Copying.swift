package import Fairway

/// Reads the rows for a copy to another database. The store is open for serving, so its lock keeps servers out.
extension SQLiteStore: CopySource {
    package var name: String { "sqlite:\(file.path)" }

    package func rows(of table: StoredTable, after position: Int, limit: Int) async throws(StoreError) -> CopyBatch {
        try await readForAdmin { connection in
            // `edges` has no row numbers: a position in it is the number of rows before it.
            let isNumbered = table.name != "edges"
            let columns = table.columns.map { Self.expression($0.name, of: table.name) }.joined(separator: ", ")
            let sql =
                isNumbered
                ? "SELECT number, \(columns) FROM \(table.name) AS row WHERE number > ?1 ORDER BY number LIMIT ?2"
                : "SELECT 0, \(columns) FROM \(table.name) AS row ORDER BY \(columns) LIMIT ?2 OFFSET ?1"
            let rows = try connection.statement(sql).bind(position).bind(limit).all { row in
                (number: row.int(0), values: table.columns.indices.map { row.value($0 + 1, table.columns[$0].kind) })
            }
            return CopyBatch(
                rows: rows.map(\.values),
                last: isNumbered ? rows.last?.number ?? position : position + rows.count
            )
        }
    }

    /// The SQL expression for a column of ``StoredTable``.
    private static func expression(_ column: String, of table: String) -> String {
        switch column {
        case _ where table == "flows" && FrontFlow.changingColumns.contains(column):
            "(SELECT \(FrontFlow.expression(column, of: "row")) FROM sessions WHERE number = row.session)"
        case "problem": "(SELECT id FROM problems WHERE number = row.problem)"
        case "session": "(SELECT id FROM sessions WHERE number = row.session)"
        // Row numbers ascend with the time of insertion, and never exceed that time in microseconds (see `SessionID`).
        case "arrived_us": "row.number"
        // Only shared stores count draft edits.
        case "draft_edits": "0"
        case "is_folded": "row.number <= (SELECT folded_journal_number FROM bookkeeping)"
        default: "row.\(column)"
        }
    }
}
