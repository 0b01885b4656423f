import Fairway

extension StoredWork {
    /// What is read of work: its own columns, and behind them when it came.
    static let columns = "\(columns(session: "jobs.session")), jobs.arrived_us"

    /// Where among them stands when it came.
    static let arrival = columnNames.count
}
