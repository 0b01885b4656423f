import Fairway
import FairwayWire

/// Large values of the front flow. They have rows of their own, and a change writes only the values that it changes.
///
/// SQLite writes a row as a whole if its length changes. In the session's row, a large state would be written by each change
/// that shows another screen, and large screens by each change of the state.
enum LargeText {
    /// The columns of `flows`, and their names.
    static let columns: [(column: FlowRow.LargeColumns, name: String)] = [
        (.state, "state_json"), (.screens, "screens_json"),
    ]
}

extension CommitWriter {
    /// Writes the large columns of the front flow.
    ///
    /// - Parameters:
    ///   - flow: The front flow.
    ///   - unchanged: The columns that have the stored values.
    ///   - before: The columns that are in `large_texts`.
    ///   - session: The number of the session's row.
    func writeLargeTexts(
        of flow: FlowRow,
        except unchanged: FlowRow.LargeColumns,
        replacing before: FlowRow.LargeColumns,
        _ session: Int
    ) throws(SQLiteFailure) {
        let large = flow.largeColumns
        let written = large.subtracting(unchanged.intersection(before))
        for (column, name) in LargeText.columns where written.contains(column) {
            let sql = """
                INSERT INTO large_texts (session, name, text) VALUES (?, ?, ?)
                ON CONFLICT (session, name) DO UPDATE SET text = excluded.text
                """
            let text = column == .state ? flow.state : flow.screens
            try connection.statement(sql).bind(session).bind(name).bind(text).run()
        }
        try deleteLargeTexts(before.subtracting(large), session)
    }

    func deleteLargeTexts(_ columns: FlowRow.LargeColumns, _ session: Int) throws(SQLiteFailure) {
        for (column, name) in LargeText.columns where columns.contains(column) {
            let sql = "DELETE FROM large_texts WHERE session = ? AND name = ?"
            try connection.statement(sql).bind(session).bind(name).run()
        }
    }
}

extension FlowRow {
    /// The columns whose values are so large that they are stored in `large_texts` while the flow is in front.
    var largeColumns: LargeColumns { LargeColumns(state: hasLargeState, screens: hasLargeScreens) }
}

extension FlowRow.LargeColumns {
    init(state: Bool, screens: Bool) {
        self = state ? .state : []
        if screens { insert(.screens) }
    }
}
