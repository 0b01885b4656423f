#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Which part of the graph is asked for.
public struct GraphQuery: Hashable, Sendable {
    /// Only what happened on that flow's screens.
    public var flow: String?
    /// Only what happened since, to the hour.
    public var since: Date?

    /// The whole graph but for what is asked for.
    public init(flow: String? = nil, since: Date? = nil) {
        self.flow = flow
        self.since = since
    }
}
