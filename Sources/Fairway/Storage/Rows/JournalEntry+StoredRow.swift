extension JournalEntry {
    /// The columns in the order in which they are read.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "revision", "at_ms", "kind", "flow", "screen", "name", "params_json", "moves_json", "effects_json", "to_screen",
        "took_microseconds",
    ]

    /// The same of a table that goes by another name in its statement.
    package static func columns(of alias: String) -> String {
        columnNames.map { "\(alias).\($0)" }.joined(separator: ", ")
    }

    /// Reads the columns.
    package init(_ row: some StoredRow) {
        self.init(
            revision: row.int(0),
            at: row.date(1),
            kind: row.text(2),
            flow: row.optionalText(3),
            screen: row.optionalText(4),
            name: row.optionalText(5),
            params: row.optionalJSON(6),
            moves: row.list(7),
            effects: row.list(8),
            to: row.optionalText(9),
            microseconds: row.int(10)
        )
    }
}
