/// The limits of the event feed.
public struct EventLimits: Sendable {
    /// Calls that wait for events at a time, and streams. Further ones are refused.
    public var readers = 64
    /// The time after which committed changes are numbered, on a store that several servers share.
    public var secondsBetweenNumberings = 0.25
    /// The time after which changes are numbered that another server may have left, because it ended after the commit.
    public var secondsBetweenLooks = 2.0
    /// The time after which the consumers' positions are read again for the log and the metrics.
    public var secondsBetweenConsumerLooks = 60.0

    /// The default limits.
    public init() {}
}

/// The limits of stores. They are fixed, because all servers on a store share its content.
extension EventLimits {
    /// Events that are kept for a consumer that has not read them, in addition to those that are kept for their age. Beyond this, the oldest
    /// are removed unread.
    public static let heldEvents = 1_000_000
    /// Events numbered in one transaction.
    package static let eventsPerNumbering = 1_000
    /// Journal entries that one read with a filter examines. The reply then has fewer events than requested.
    package static let entriesPerRead = 20_000
    /// Timelines that a store remembers, one for each start of a server that was followed by a change. Cursors of older ones are gone.
    package static let timelines = 1_000
    /// Consumers whose positions a store keeps.
    public static let consumers = 100
}
