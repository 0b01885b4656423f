public import FairwayWire

/// Which sessions are asked for.
public struct SessionsQuery: Hashable, Sendable {
    /// Only sessions that go on, or only those that are over.
    public var status: SessionStatus?
    /// Where the page begins, from the page before it; nil for the first.
    public var cursor: String?
    /// How many rows at most.
    public var limit: Int

    /// All sessions but for what is asked for.
    public init(status: SessionStatus? = nil, cursor: String? = nil, limit: Int = 50) {
        self.status = status
        self.cursor = cursor
        self.limit = limit
    }
}
