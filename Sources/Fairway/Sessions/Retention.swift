/// How long things are kept. Each in seconds.
public struct Retention: Sendable {
    /// A session nobody touches for so long ends as `expired`.
    public var idleSeconds = 30.0 * 86_400
    /// A session that is over is deleted after so long.
    public var overSeconds = 7.0 * 86_400
    /// What happened is kept so long.
    public var journalSeconds = 30.0 * 86_400
    /// How often it happened is kept so long, by the hour.
    public var countSeconds = 365.0 * 86_400
    /// Answers are kept under their idempotency keys for so long.
    public var replySeconds = 86_400.0

    /// The times as they are unless something else is asked for.
    public init() {}
}
