import Fairway

/// Adds entries of the journal up into hourly edges.
struct JournalFolding {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// What entries come to that have not been folded.
    struct Unfolded {
        var counts: [EdgeCount] = []
        var entries = 0
        /// The number of the last.
        var last = 0
    }

    /// Folds the next entries in the order in which they were written.
    func fold(_ limit: Int) throws(SQLiteFailure) -> Int {
        let unfolded = try unfolded(limit)
        guard unfolded.entries > 0 else { return 0 }
        for count in EdgeCount.sum(unfolded.counts) { try add(count) }
        try connection.statement("UPDATE bookkeeping SET folded_journal_number = ?").bind(unfolded.last).run()
        return unfolded.entries
    }

    /// Counts the next entries, each with the one before it in its session, and changes nothing.
    func unfolded(_ limit: Int) throws(SQLiteFailure) -> Unfolded {
        let sql = """
            SELECT \(JournalEntry.columns), number, previous FROM journal
            WHERE number > (SELECT folded_journal_number FROM bookkeeping) ORDER BY number LIMIT ?
            """
        let number = JournalEntry.columnNames.count
        let entries = try connection.statement(sql).bind(limit).all {
            (entry: JournalEntry($0), number: $0.int(number), previous: $0.optionalInt(number + 1))
        }
        var unfolded = Unfolded()
        for (entry, number, previous) in entries {
            let previous = try connection.statement(
                "SELECT \(JournalEntry.columns) FROM journal WHERE number = ? AND revision = ?"
            ).bind(previous).bind(entry.revision - 1).first(JournalEntry.init)
            if let count = EdgeCount(entry, after: previous) { unfolded.counts.append(count) }
            unfolded.entries += 1
            unfolded.last = number
        }
        return unfolded
    }

    private func add(_ edge: EdgeCount) throws(SQLiteFailure) {
        let sql = """
            INSERT INTO edges (hour, flow, from_screen, action, to_screen, stay_class, count) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET count = count + excluded.count
            """
        try connection.statement(sql).bind(edge.hour).bind(edge.flow ?? "").bind(edge.from ?? "").bind(edge.action)
            .bind(edge.to ?? "").bind(edge.stay.number).bind(edge.count).run()
    }
}
