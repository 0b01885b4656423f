#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Which active flows are asked for.
public struct FlowsQuery: Hashable, Sendable {
    /// Only flows of that name.
    public var flow: String?
    /// Only flows that showed that screen last.
    public var screen: String?
    /// Only flows of that session.
    public var session: String?
    /// Only flows that have not changed since.
    public var untouchedSince: Date?
    /// From which end.
    public var order: PageOrder
    /// Where the page begins, from the page before it; nil for the first.
    public var cursor: String?
    /// How many rows at most.
    public var limit: Int

    /// All flows, newest first, but for what is asked for.
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
