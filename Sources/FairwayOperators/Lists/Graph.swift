import Fairway
public import Foundation

/// The screens that users visited, and the edges between them.
public struct Graph: Hashable, Sendable {
    /// The screens, sorted by name.
    public var screens: [VisitedScreen]
    /// The edges, most frequent first.
    public var edges: [Edge]
    /// Of a flow with too many runs, those that are counted.
    public var cut: RunsCut?

    /// A screen.
    public struct VisitedScreen: Hashable, Sendable {
        /// The screen's name.
        public var name: String
        /// The number of times that it came to the front.
        public var visits: Int
        /// The number of sessions that show it in front now.
        public var front: Int
    }

    /// The steps of users from one screen to another or to itself, by one action.
    public struct Edge: Hashable, Sendable {
        /// The front screen before; nil for a session that started. Of a flow, the step before; nil if the flow started or
        /// returned to the front.
        public var from: String?
        /// The name of the action, signal or event; without a name, the kind of change.
        public var action: String
        /// The front screen afterwards; nil for a session that ended. Of a flow, the step afterwards; nil if the flow left,
        /// or another flow came to the front.
        public var to: String?
        /// The number of steps.
        public var count: Int
        /// The median time that users stayed before the step, accurate to 10 %.
        public var medianSeconds: Double
    }
}

extension Graph {
    /// Adds up the counts of edges. `front` is the number of sessions that show each screen in front.
    package init(_ counts: [EdgeCount], front: [String: Int]) {
        let groups = Dictionary(grouping: counts) { EdgeKey(from: $0.from, action: $0.action, to: $0.to) }
        edges = groups.map { key, counts in
            Edge(
                from: key.from,
                action: key.action,
                to: key.to,
                count: counts.reduce(0) { $0 + $1.count },
                medianSeconds: StayCounts(counts.map { ($0.stay, $0.count) }).median ?? 0
            )
        }.sorted(by: Edge.isBefore)
        var visits: [String: Int] = [:]
        for edge in edges {
            for screen in [edge.from, edge.to].compactMap(\.self) { visits[screen, default: 0] += 0 }
            if let to = edge.to, to != edge.from { visits[to, default: 0] += edge.count }
        }
        screens = visits.map { VisitedScreen(name: $0.key, visits: $0.value, front: front[$0.key] ?? 0) }
            .sorted { $0.name < $1.name }
    }
}

/// Identifies an edge.
struct EdgeKey: Hashable {
    /// The screen before.
    var from: String?
    var action: String
    /// The screen afterwards.
    var to: String?
}

extension Graph.Edge {
    /// Most frequent first.
    static func isBefore(_ left: Self, _ right: Self) -> Bool {
        (right.count, left.from ?? "", left.action, left.to ?? "")
            < (left.count, right.from ?? "", right.action, right.to ?? "")
    }
}

/// Selects a part of the graph.
public struct GraphQuery: Hashable, Sendable {
    /// Only the steps of this flow's runs, and the moves between them. The numbers are those of its ``Funnel``.
    public var flow: String?
    /// Of all flows, only edges since this time, rounded down to the hour. Of a flow, only runs that started since this time.
    public var since: Date?
    /// Of a flow, the number of runs that are counted at most, the newest ones.
    package var mostRuns = OperatorLimits.runsPerFunnel

    /// The edges that match every given condition.
    public init(flow: String? = nil, since: Date? = nil) {
        self.flow = flow
        self.since = since
    }

    package func matches(_ edge: EdgeCount) -> Bool {
        since.map { edge.hour >= $0.hour } ?? true
    }
}
