/// One connection to a server, as a ``Pool`` uses it.
protocol DatabaseConnection: AnyObject, Sendable {
    /// Sends a batch behind those that are under way. One that cannot be sent is told so.
    func send(_ batch: Batch)
    /// Ends it once all that is under way has been answered.
    func close()
}
