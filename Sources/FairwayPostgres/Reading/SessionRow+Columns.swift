import Fairway

extension SessionRow {
    /// What is read of a session: its own columns, and behind them how often drafts were set and when it came.
    static let allColumns = "\(columns), draft_edits, arrived_us"

    /// Where among them stands how often drafts were set.
    static let draftEdits = columnNames.count
    /// Where among them stands when it came.
    static let arrival = columnNames.count + 1
}
