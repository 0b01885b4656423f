import Fairway

/// Entries of the journal that have not been added up into hourly edges, the next ones in the order in which they were
/// written.
struct UnfoldedJournal: Sendable {
    /// How many they are.
    let entryCount: Int
    /// What they come to.
    let edges: [EdgeCount]
    /// The number of the last entry that has been added up, and of the last of these.
    private let lastFolded, last: Int

    static let query = """
        SELECT \(EdgeCount.columnsOfEntry), entry.number FROM journal AS entry
        LEFT JOIN journal AS before ON before.number = entry.previous AND before.revision = entry.revision - 1
        WHERE entry.number > ? ORDER BY entry.number LIMIT ?
        """

    /// Reads so many at most, within one transaction, and changes nothing.
    init(_ connection: Connection, limit: Int) throws(SQLiteFailure) {
        lastFolded = try connection.number("SELECT folded_journal_number FROM bookkeeping")
        let entries = try connection.statement(Self.query).bind(lastFolded).bind(limit).all { row in
            (number: row.int(EdgeCount.columnNamesOfEntry.count), edge: EdgeCount(ofEntry: row))
        }
        last = entries.last?.number ?? lastFolded
        entryCount = entries.count
        edges = EdgeCount.sum(entries.compactMap(\.edge))
    }

    /// Adds them up: whether they were still there, and nobody else had done so since they were read. Meanwhile a backup may
    /// have been put in the file's place, in which as many were added up, and which ends before them.
    func fold(_ connection: Connection) throws(SQLiteFailure) -> Bool {
        let sql = """
            UPDATE bookkeeping SET folded_journal_number = ?1
            WHERE folded_journal_number = ?2 AND EXISTS (SELECT 1 FROM journal WHERE number = ?1)
            """
        try connection.statement(sql).bind(last).bind(lastFolded).run()
        guard connection.changedRows == 1 else { return false }
        for edge in edges { try add(edge, connection) }
        return true
    }

    private func add(_ edge: EdgeCount, _ connection: Connection) throws(SQLiteFailure) {
        let sql = """
            INSERT INTO edges (hour, flow, from_screen, action, to_screen, stay_class, count) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET count = count + excluded.count
            """
        try connection.statement(sql).bind(edge.hour).bind(edge.flow ?? "").bind(edge.from ?? "").bind(edge.action)
            .bind(edge.to ?? "").bind(edge.stay.number).bind(edge.count).run()
    }
}
