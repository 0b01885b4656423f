/// Retention times, in seconds.
///
/// ```swift
/// var retention = Retention()
/// retention.journalSeconds = 90 * 86_400
/// let sweeper = Sweeper(engine, retention)
/// ```
public struct Retention: Sendable {
    /// Idle sessions end as `expired` after this time.
    public var idleSeconds = 30.0 * 86_400
    /// Sessions that are over are deleted after this time.
    public var overSeconds = 7.0 * 86_400
    /// The retention of journal entries.
    public var journalSeconds = 30.0 * 86_400
    /// The retention of hourly counts.
    public var countSeconds = 365.0 * 86_400
    /// The retention of answers under idempotency keys.
    public var replySeconds = 86_400.0

    /// The default retention times.
    public init() {}
}
