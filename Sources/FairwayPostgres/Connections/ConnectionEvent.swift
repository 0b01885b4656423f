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
