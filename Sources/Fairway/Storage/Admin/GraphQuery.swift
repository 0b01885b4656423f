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
    /// At most so many unfolded entries are counted, oldest first. Newest first would leave a gap behind folded ones.
    package static let mostUnfolded = 1_000

    /// Whether what was counted is part of it.
    package func matches(_ edge: EdgeCount) -> Bool {
        (flow == nil || flow == edge.flow) && (since.map { edge.hour >= EdgeCount.hour(of: $0) } ?? true)
    }
}
