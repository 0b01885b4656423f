/// Which timers and background work are asked for.
public struct WorkQuery: Hashable, Sendable {
    /// Only that of a session.
    public var session: String?
    /// Only what will be taken up, or only what was given up.
    public var state: State?
    /// Where the page begins, from the page before it; nil for the first.
    public var cursor: String?
    /// How many rows at most.
    public var limit: Int

    /// What becomes of work by itself.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It waits until it is due, is under way, or will be tried again.
        case pending
        /// It was given up, and waits for an operator.
        case failed
    }

    /// All work but for what is asked for.
    public init(session: String? = nil, state: State? = nil, cursor: String? = nil, limit: Int = 50) {
        self.session = session
        self.state = state
        self.cursor = cursor
        self.limit = limit
    }
}
