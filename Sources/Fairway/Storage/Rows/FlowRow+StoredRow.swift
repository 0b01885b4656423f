extension FlowRow {
    /// The columns in the order in which they are read.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "node", "parent", "depth", "path", "flow", "stored_name", "version", "slot", "state_json", "screens_json",
        "screen", "is_front", "started_at_ms", "touched_at_ms",
    ]

    /// Reads the columns.
    package init(_ row: some StoredRow) {
        let flow = row.text(4)
        self.init(
            node: row.int(0),
            parent: row.optionalInt(1),
            depth: row.int(2),
            path: row.text(3),
            flow: flow,
            storedName: row.optionalText(5) ?? flow,
            version: row.int(6),
            slot: row.optionalText(7),
            state: row.json(8),
            screens: row.json(9),
            screen: row.optionalText(10),
            isFront: row.bool(11),
            startedAt: row.date(12),
            touchedAt: row.date(13)
        )
    }
}
