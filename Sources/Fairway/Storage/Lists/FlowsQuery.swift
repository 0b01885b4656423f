public import FairwayWire
public import Foundation

/// Selects active flows.
public struct FlowsQuery: Hashable, Sendable {
    /// Only flows with this name.
    public var flow: String?
    /// Only flows with a newest screen of this name.
    public var screen: String?
    /// Only flows of this session.
    public var session: String?
    /// Only flows that have not changed since this time.
    public var untouchedSince: Date?
    /// The order.
    public var order: PageOrder
    /// The cursor from the previous page; nil for the first page.
    public var cursor: String?
    /// The maximum number of rows.
    public var limit: Int

    /// All flows that match every given condition.
    public init(
        flow: String? = nil,
        screen: String? = nil,
        session: String? = nil,
        untouchedSince: Date? = nil,
        order: PageOrder = .newest,
        cursor: String? = nil,
        limit: Int = 50
    ) {
        self.flow = flow
        self.screen = screen
        self.session = session
        self.untouchedSince = untouchedSince
        self.order = order
        self.cursor = cursor
        self.limit = limit
    }
}

/// Selects sessions.
public struct SessionsQuery: Hashable, Sendable {
    /// Only active sessions, or only sessions that are over.
    public var status: SessionStatus?
    /// The cursor from the previous page; nil for the first page.
    public var cursor: String?
    /// The maximum number of rows.
    public var limit: Int

    /// All sessions that match every given condition.
    public init(status: SessionStatus? = nil, cursor: String? = nil, limit: Int = 50) {
        self.status = status
        self.cursor = cursor
        self.limit = limit
    }
}

/// Selects timers and jobs.
public struct WorkQuery: Hashable, Sendable {
    /// Only work of this session.
    public var session: String?
    /// Only work in this state.
    public var state: State?
    /// The cursor from the previous page; nil for the first page.
    public var cursor: String?
    /// The maximum number of rows.
    public var limit: Int

    /// The state of work.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Waiting, being performed, or to be retried.
        case pending
        /// Given up. Only an operator can retry it.
        case failed
    }

    /// All work that matches every given condition.
    public init(session: String? = nil, state: State? = nil, cursor: String? = nil, limit: Int = 50) {
        self.session = session
        self.state = state
        self.cursor = cursor
        self.limit = limit
    }
}
