/// Where users go, and where they stop.
public struct Graph: Hashable, Sendable {
    /// The screens, by name.
    public var screens: [VisitedScreen]
    /// The ways between them, the busiest first.
    public var edges: [Edge]

    /// A screen, how often it came to the front, and how many users look at it now.
    public struct VisitedScreen: Hashable, Sendable {
        /// The screen's name.
        public var name: String
        /// How often it came to the front.
        public var visits: Int
        /// How many users look at it now.
        public var front: Int
    }

    /// A way from one screen to another or to itself.
    public struct Edge: Hashable, Sendable {
        /// The screen in front before; nil for a session that started.
        public var from: String?
        /// What happened: the action's, signal's or event's name, else the kind of change.
        public var action: String
        /// The screen in front afterwards; nil for a session that ended.
        public var to: String?
        /// How often.
        public var count: Int
        /// How long users stayed before, in the middle; within a tenth.
        public var medianSeconds: Double
    }
}

extension Graph {
    /// Puts counts together.
    package init(_ counts: [EdgeCount], front: [String: Int]) {
        struct Way: Hashable {
            var from: String?
            var action: String
            var to: String?
        }
        let ways = Dictionary(grouping: counts) { Way(from: $0.from, action: $0.action, to: $0.to) }
        edges = ways.map { way, counts in
            Edge(
                from: way.from,
                action: way.action,
                to: way.to,
                count: counts.reduce(0) { $0 + $1.count },
                medianSeconds: StayLength.median(counts.map { ($0.stay, $0.count) })
            )
        }.sorted {
            ($1.count, $0.from ?? "", $0.action, $0.to ?? "") < ($0.count, $1.from ?? "", $1.action, $1.to ?? "")
        }
        var visits: [String: Int] = [:]
        for edge in edges {
            for screen in [edge.from, edge.to].compactMap(\.self) { visits[screen, default: 0] += 0 }
            if let to = edge.to, to != edge.from { visits[to, default: 0] += edge.count }
        }
        screens = visits.map { VisitedScreen(name: $0.key, visits: $0.value, front: front[$0.key] ?? 0) }
            .sorted { $0.name < $1.name }
    }
}
