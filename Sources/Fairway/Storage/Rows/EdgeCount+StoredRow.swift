extension EdgeCount {
    /// Reads the columns of a graph: flow, from, action, to, class of stay and count.
    package init(_ row: some StoredRow) {
        self.init(
            hour: 0,
            flow: row.textUnlessEmpty(0),
            from: row.textUnlessEmpty(1),
            action: row.text(2),
            to: row.textUnlessEmpty(3),
            stay: StayLength(number: row.int(4)),
            count: row.int(5)
        )
    }

    /// The columns of ``init(ofEntry:)``: of a journal entry and of the session's entry before it, a left join.
    package static let columnsOfEntry = columnNamesOfEntry.joined(separator: ", ")

    package static let columnNamesOfEntry = [
        "entry.revision", "entry.at_ms", "entry.kind", "entry.flow", "entry.screen", "entry.name", "entry.to_screen",
        "before.at_ms", "before.to_screen",
    ]

    /// Reads the columns of an entry; nil for what takes a user nowhere.
    package init?(ofEntry row: some StoredRow) {
        let entry = JournalEntry(
            revision: row.int(0),
            at: row.date(1),
            kind: row.text(2),
            flow: row.optionalText(3),
            screen: row.optionalText(4),
            name: row.optionalText(5),
            to: row.optionalText(6)
        )
        let previous =
            row.isNull(7)
            ? nil : JournalEntry(revision: entry.revision - 1, at: row.date(7), kind: "", to: row.optionalText(8))
        self.init(entry, after: previous)
    }
}
