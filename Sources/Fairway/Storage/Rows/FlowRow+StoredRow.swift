extension FlowRow {
    /// The columns in the order in which they are read.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "node", "parent", "depth", "path", "flow", "stored_name", "version", "slot", "state_json", "screens_json",
        "screen", "is_front", "started_at_ms", "touched_at_ms",
    ]

    /// Reads the columns.
    package init(_ row: some StoredRow) { self.init(row, from: 0) }

    /// Reads the columns, the first of which is not the row's first.
    package init(_ row: some StoredRow, from column: Int) {
        let flow = row.text(column + 4)
        self.init(
            node: row.int(column),
            parent: row.optionalInt(column + 1),
            depth: row.int(column + 2),
            path: row.text(column + 3),
            flow: flow,
            storedName: row.optionalText(column + 5) ?? flow,
            version: row.int(column + 6),
            slot: row.optionalText(column + 7),
            state: row.json(column + 8),
            screens: row.json(column + 9),
            screen: row.optionalText(column + 10),
            isFront: row.bool(column + 11),
            startedAt: row.date(column + 12),
            touchedAt: row.date(column + 13)
        )
    }
}
