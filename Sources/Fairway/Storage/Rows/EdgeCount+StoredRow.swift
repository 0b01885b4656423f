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

    /// What is read of an entry of the journal to count it, and of the one before it: nothing that would have to be decoded,
    /// since every change is counted once.
    package static let columnsOfEntry = columnNamesOfEntry.joined(separator: ", ")

    /// They are columns of `entry`, and of `before` where there is one: a left join.
    package static let columnNamesOfEntry = [
        "entry.revision", "entry.at_ms", "entry.kind", "entry.flow", "entry.screen", "entry.name", "entry.to_screen",
        "before.at_ms", "before.to_screen",
    ]

    /// Those of them that are texts.
    static let textsOfEntry = [2, 3, 4, 5, 6, 8]

    /// Reads the columns of an entry; nil for what takes a user nowhere.
    init?(ofEntry row: some StoredRow) {
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

extension EdgeCount.Passage {
    /// Reads the columns of an entry.
    init(ofEntry row: some StoredRow) {
        self.init(row.date(1), after: row.isNull(7) ? nil : row.date(7))
    }
}
