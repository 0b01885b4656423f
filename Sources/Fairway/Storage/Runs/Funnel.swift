import FairwayWire
public import Foundation

/// How far the runs of a flow came, and on which screens users stopped.
///
/// A run is one start of the flow that showed a screen. A step is a screen of a run.
public struct Funnel: Hashable, Sendable {
    /// The groups, largest first. Without ``FunnelQuery/by`` there is exactly one.
    public var groups: [Group]

    /// The runs of devices with the same app, idiom or locale.
    public struct Group: Hashable, Sendable {
        /// The app, idiom or locale; nil for devices without it, and without ``FunnelQuery/by``.
        public var by: String?
        /// The runs. Each is in exactly one of the counts of ``ends``.
        public var starts: Int
        /// The runs by how they left, and the active ones.
        public var ends: Ends
        /// The steps, in the order in which runs reach them on average.
        public var steps: [StepCounts]
    }

    /// Runs, by how they left.
    public struct Ends: Hashable, Sendable {
        /// Flows that finished with an output. Of a step: also runs that came further.
        public var completed = 0
        /// Flows that left without an output.
        public var dismissed = 0
        /// Flows of sessions that a client or an operator ended.
        public var ended = 0
        /// Flows of sessions that expired.
        public var expired = 0
        /// Flows that are active.
        public var active = 0
    }

    /// A screen of the flow, or of a flow below it that no screen started.
    public struct StepCounts: Hashable, Sendable {
        /// The screen's name.
        public var screen: String
        /// The number of times that it came to the front.
        public var visits: Int
        /// The number of runs that have shown it. Each is in exactly one of the counts of ``ends``.
        public var runs: Int
        /// The runs that came further, and where the others stopped. ``Ends/completed`` are the runs whose last step is another
        /// one, and those that completed.
        public var ends: Ends
        /// The number of runs with an incident on the screen.
        public var refused: Int
        /// The median of the stays that are over, accurate to 10 %; nil if there are none.
        public var medianSeconds: Double?
        /// The length that 90 % of the stays do not exceed, accurate to 10 %; nil if there are none.
        public var p90Seconds: Double?
    }
}

/// Selects the runs of a funnel.
public struct FunnelQuery: Hashable, Sendable {
    /// The flow's name.
    public var flow: String
    /// Only runs that started since this time.
    public var since: Date?
    /// The property of devices by which runs are grouped.
    public var by: Property?

    /// A property of a device.
    public enum Property: String, Hashable, Sendable, CaseIterable {
        /// The version of the app.
        case app
        /// The kind of device.
        case idiom
        /// The language tag.
        case locale
    }

    /// All runs that match every given condition.
    public init(flow: String, since: Date? = nil, by: Property? = nil) {
        self.flow = flow
        self.since = since
        self.by = by
    }

    /// The maximum number of groups. Clients choose the texts, so their number is unlimited; the largest groups are kept.
    static let mostGroups = 100
}

/// Selects sessions by a run of a flow.
public struct RunsQuery: Hashable, Sendable {
    /// The flow's name.
    public var flow: String
    /// Only runs that have shown this screen as a step.
    public var step: String?
    /// Only runs that left like this. Of a step: only runs that stopped there, or came further.
    public var left: Left?
    /// Only runs that started since this time.
    public var since: Date?

    /// How a run left, or went on from a step.
    public enum Left: String, Hashable, Sendable, CaseIterable {
        /// The run completed, or its last step is another one.
        case next
        /// The run completed.
        case completed
        /// The flow left without an output.
        case dismissed
        /// The session was ended.
        case ended
        /// The session expired.
        case expired
        /// The flow is active.
        case active
    }

    /// All runs that match every given condition.
    public init(flow: String, step: String? = nil, left: Left? = nil, since: Date? = nil) {
        self.flow = flow
        self.step = step
        self.left = left
        self.since = since
    }

    /// Whether the run is one of the query's. The store has compared flow and time.
    package func matches(_ run: FlowRun) -> Bool {
        guard let last = run.lastStep else { return false }
        if let step, !run.course.steps.contains(where: { $0.screen == step }) { return false }
        let isFurther = run.outcome == .completed || (step.map { $0 != last.screen } ?? false)
        return switch left {
        case nil: true
        case .next: isFurther
        case .completed: run.outcome == .completed
        case .dismissed: !isFurther && run.outcome == .dismissed
        case .ended: !isFurther && run.outcome == .ended
        case .expired: !isFurther && run.outcome == .expired
        case .active: !isFurther && run.outcome == nil
        }
    }
}

/// Adds up the runs of a flow.
package struct RunCounts {
    fileprivate var groups: [String?: GroupTotals] = [:]
    private let by: FunnelQuery.Property?

    fileprivate struct GroupTotals {
        var starts = 0
        var ends = Funnel.Ends()
        var steps: [String: StepTotals] = [:]
        var edges: [EdgeKey: StayCounts] = [:]
    }

    fileprivate struct StepTotals {
        var visits = 0
        var runs = 0
        var ends = Funnel.Ends()
        var refused = 0
        var stays = StayCounts()
        /// The sum of the step's positions in its runs.
        var positions = 0
    }

    package init(by: FunnelQuery.Property? = nil) {
        self.by = by
        if by == nil { groups[nil] = GroupTotals() }
    }

    package mutating func add(_ run: FlowRun) {
        guard run.hasShownScreen else { return }
        let key =
            switch by {
            case nil: nil as String?
            case .app: run.app
            case .idiom: run.idiom
            case .locale: run.locale
            }
        groups[key, default: GroupTotals()].add(run)
    }

    package var funnel: Funnel {
        let all = groups.map { by, group in
            Funnel.Group(by: by, starts: group.starts, ends: group.ends, steps: group.funnelSteps)
        }
        let sorted = all.sorted { ($1.starts, $0.by ?? "") < ($0.starts, $1.by ?? "") }
        return Funnel(groups: Array(sorted.prefix(FunnelQuery.mostGroups)))
    }

    /// The graph of the flow. `front` is the number of its active sessions that show each screen in front.
    package func graph(front: [String: Int]) -> Graph {
        let group = groups[nil] ?? GroupTotals()
        let edges = group.edges.map { edge, stays in
            Graph.Edge(
                from: edge.from,
                action: edge.action,
                to: edge.to,
                count: stays.count,
                medianSeconds: stays.median ?? 0
            )
        }
        let screens = group.steps.map { Graph.VisitedScreen(name: $0, visits: $1.visits, front: front[$0] ?? 0) }
        return Graph(screens: screens.sorted { $0.name < $1.name }, edges: edges.sorted(by: Graph.Edge.isBefore))
    }
}

extension RunCounts.GroupTotals {
    fileprivate mutating func add(_ run: FlowRun) {
        starts += 1
        ends.add(run.outcome)
        for (position, step) in run.course.steps.enumerated() {
            let goesOn = position != run.course.last
            steps[step.screen, default: RunCounts.StepTotals()].add(
                step,
                goesOn ? .completed : run.outcome,
                at: position
            )
        }
        for edge in run.course.edges {
            let from = edge.from.map { run.course.steps[$0].screen }
            let to = edge.to.map { run.course.steps[$0].screen }
            edges[EdgeKey(from: from, action: edge.action, to: to), default: StayCounts()].add(edge.stays)
            if let from { steps[from]?.stays.add(edge.stays) }
        }
    }

    fileprivate var funnelSteps: [Funnel.StepCounts] {
        steps.sorted { left, right in
            let (early, late) = (left.value.meanPosition, right.value.meanPosition)
            return (early, right.value.runs, left.key) < (late, left.value.runs, right.key)
        }.map { screen, step in
            Funnel.StepCounts(
                screen: screen,
                visits: step.visits,
                runs: step.runs,
                ends: step.ends,
                refused: step.refused,
                medianSeconds: step.stays.median,
                p90Seconds: step.stays.percentile(90)
            )
        }
    }
}

extension RunCounts.StepTotals {
    fileprivate mutating func add(_ step: FlowRun.RunStep, _ outcome: SessionOutcome?, at position: Int) {
        visits += step.visits
        runs += 1
        ends.add(outcome)
        refused += step.isRefused ? 1 : 0
        positions += position
    }

    fileprivate var meanPosition: Double { Double(positions) / Double(runs) }
}

extension Funnel.Ends {
    /// Counts a run; nil for an active one.
    fileprivate mutating func add(_ outcome: SessionOutcome?) {
        switch outcome {
        case .completed: completed += 1
        case .dismissed: dismissed += 1
        case .ended: ended += 1
        case .expired: expired += 1
        case nil: active += 1
        }
    }
}
