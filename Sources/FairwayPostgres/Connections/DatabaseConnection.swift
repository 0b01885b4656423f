/// One connection to a server, as a ``Pool`` uses it.
protocol DatabaseConnection: AnyObject, Sendable {
    /// Sends a batch behind those that are under way. One that cannot be sent is told so.
    func send(_ batch: Batch)
    /// Ends it once all that is under way has been answered.
    func close()
}

/// What a connection tells of itself.
enum ConnectionEvent: Sendable {
    /// Batches can be sent.
    case opened
    /// A batch has been answered.
    case answered
    /// Another connection has sent a notice.
    case notified(String)
    /// It could not be made, or was lost. It tells nothing more.
    case lost(PostgresFailure)
    /// It was ended as it was told to. It tells nothing more.
    case closed
}
