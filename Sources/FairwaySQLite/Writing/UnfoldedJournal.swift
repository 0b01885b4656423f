import Fairway

/// Entries of the journal that have not been added up into hourly edges, the next ones in the order in which they were
/// written.
struct UnfoldedJournal: Sendable {
    /// The last entry that has been added up.
    private let begin: Int
    /// The last of these.
    private let end: Int
    /// How many they are.
    let entries: Int
    /// What they come to.
    let edges: [EdgeCount]

    /// Reads so many at most, and changes nothing.
    init(_ connection: Connection, limit: Int) throws(SQLiteFailure) {
        let sql = """
            SELECT \(EdgeCount.columnsOfEntry), entry.number FROM journal AS entry
            LEFT JOIN journal AS before ON before.number = entry.previous AND before.revision = entry.revision - 1
            WHERE entry.number > ? ORDER BY entry.number LIMIT ?
            """
        let begin = try connection.number("SELECT folded_journal_number FROM bookkeeping")
        let rows = try connection.statement(sql).bind(begin).bind(limit).all {
            (edge: EdgeCount(ofEntry: $0), number: $0.int(EdgeCount.columnNamesOfEntry.count))
        }
        self.begin = begin
        end = rows.last?.number ?? begin
        entries = rows.count
        edges = EdgeCount.sum(rows.compactMap(\.edge))
    }

    /// Adds them up: whether nobody else had done so since they were read.
    func fold(_ connection: Connection) throws(SQLiteFailure) -> Bool {
        let sql = "UPDATE bookkeeping SET folded_journal_number = ? WHERE folded_journal_number = ?"
        try connection.statement(sql).bind(end).bind(begin).run()
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
