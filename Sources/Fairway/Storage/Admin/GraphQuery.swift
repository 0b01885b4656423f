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

extension GraphQuery {
    /// So many of the entries that have not been folded are counted along, the oldest first: all of them on a quiet server,
    /// and not the last moments where more than that came since the sweeper was there. With the newest instead, those between
    /// would be missing, and the graph would be of no moment at all.
    package static let mostUnfolded = 1_000

    /// Whether what was counted is part of it.
    package func matches(_ edge: EdgeCount) -> Bool {
        (flow == nil || flow == edge.flow) && (since.map { edge.hour >= EdgeCount.hour(of: $0) } ?? true)
    }
}
