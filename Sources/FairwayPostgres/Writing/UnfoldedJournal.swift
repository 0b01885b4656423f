import Fairway

/// Entries of the journal that have not been counted yet.
struct UnfoldedJournal: Sendable {
    /// Of each entry.
    let sessions: [String]
    let revisions: [Int]
    /// What they come to.
    let edges: [EdgeCount]

    /// Reads the columns that they are counted by, and the session.
    init(_ rows: Rows) {
        let entries = rows.all { row in
            let session = row.text(EdgeCount.columnNamesOfEntry.count)
            return (session: session, revision: row.int(0), edge: EdgeCount(ofEntry: row))
        }
        sessions = entries.map(\.session)
        revisions = entries.map(\.revision)
        edges = EdgeCount.sum(entries.compactMap(\.edge))
    }
}

extension Call {
    /// The next entries that have not been counted, each with the one before it in its session.
    static func unfolded(_ limit: Int) -> Call {
        let sql = """
            SELECT \(EdgeCount.columnsOfEntry), entry.session
            FROM journal AS entry
            LEFT JOIN journal AS before ON before.session = entry.session AND before.revision = entry.revision - 1
            WHERE NOT entry.is_folded ORDER BY entry.at_ms, entry.session, entry.revision LIMIT $1
            """
        return Call(sql).bind(limit)
    }

    /// What a fold fails with when one of its entries has been counted by another.
    static let foldedByAnother = "22012"

    /// Marks entries as counted and adds them up, as one transaction.
    static func fold(_ journal: UnfoldedJournal) -> [Call] {
        // Divides by nothing when one of them is marked already, which undoes all of it.
        let mark = """
            WITH marked AS (
                UPDATE journal SET is_folded = true FROM unnest($1, $2) AS entry (session, revision)
                WHERE journal.session = entry.session AND journal.revision = entry.revision AND NOT is_folded
                RETURNING 1
            ) SELECT 1 / (CASE count(*) WHEN $3 THEN 1 ELSE 0 END) FROM marked
            """
        let add = """
            INSERT INTO edges AS old (hour, flow, from_screen, action, to_screen, stay_class, count)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (hour, flow, from_screen, action, to_screen, stay_class)
            DO UPDATE SET count = old.count + excluded.count
            """
        let edges = journal.edges
        let marking = Call(mark).bind(journal.sessions).bind(journal.revisions).bind(journal.sessions.count)
        guard !edges.isEmpty else { return [marking] }
        return [
            marking,
            Call(add).bind(edges.map(\.hour)).bind(edges.map { $0.flow ?? "" }).bind(edges.map { $0.from ?? "" })
                .bind(edges.map(\.action)).bind(edges.map { $0.to ?? "" }).bind(edges.map(\.stay.number))
                .bind(edges.map(\.count)),
        ]
    }
}
