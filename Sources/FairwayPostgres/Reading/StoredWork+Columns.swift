import Fairway

extension StoredWork {
    /// What is read of work: its own columns, and behind them when it came.
    static let columns = "jobs.session, \(columnsAfterSession), jobs.arrived_us"
}
