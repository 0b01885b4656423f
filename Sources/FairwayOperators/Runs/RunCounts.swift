import Fairway
import FairwayWire

/// Adds up the runs of a flow.
package struct RunCounts {
    fileprivate var groups: [String?: GroupTotals] = [:]
    /// The groups that are counted together; nil if there are none.
    private var others: GroupTotals?
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
        var within: [SubFlowKey: SubFlowTotals] = [:]
    }

    fileprivate struct SubFlowKey: Hashable {
        let flow: String
        let screen: String
    }

    fileprivate struct SubFlowTotals {
        var runs = 0
        var ends = Funnel.Ends()
        var refused = 0
    }

    package init(by: FunnelQuery.Property? = nil) {
        self.by = by
        if by == nil { groups[nil] = GroupTotals() }
    }

    package mutating func add(_ counted: CountedRun) {
        guard counted.run.hasShownScreen else { return }
        groups[by.flatMap(counted.run.value), default: GroupTotals()].add(counted)
        if groups.count > OperatorLimits.groupsWhileCounting {
            countTogether(allBut: OperatorLimits.groupsWhileCounting / 2)
        }
    }

    /// Counts all but the largest groups together.
    ///
    /// A value that occurs again afterwards gets a group again, which lacks its earlier runs. They were few.
    private mutating func countTogether(allBut most: Int) {
        var others = others ?? GroupTotals()
        if let same = groups.removeValue(forKey: Funnel.Group.others) { others.add(same) }
        for (by, group) in groups.sorted(by: Self.isLarger).dropFirst(most) {
            others.add(group)
            groups[by] = nil
        }
        self.others = others
    }

    /// Larger groups first.
    private static func isLarger(
        _ left: (key: String?, value: GroupTotals),
        _ right: (key: String?, value: GroupTotals)
    ) -> Bool {
        (right.value.starts, left.key ?? "") < (left.value.starts, right.key ?? "")
    }

    package var funnel: Funnel {
        var counts = self
        if others != nil || groups.count > OperatorLimits.groupsPerFunnel {
            counts.countTogether(allBut: OperatorLimits.groupsPerFunnel)
        }
        var all = counts.groups.sorted(by: Self.isLarger).map { (by: $0.key, totals: $0.value) }
        if let others = counts.others { all.append((Funnel.Group.others, others)) }
        return Funnel(
            groups: all.map { by, group in
                Funnel.Group(by: by, starts: group.starts, ends: group.ends, steps: group.funnelSteps)
            }
        )
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
    fileprivate mutating func add(_ other: Self) {
        starts += other.starts
        ends.add(other.ends)
        for (screen, step) in other.steps { steps[screen, default: RunCounts.StepTotals()].add(step) }
        for (edge, stays) in other.edges { edges[edge, default: StayCounts()].add(stays) }
    }

    fileprivate mutating func add(_ counted: CountedRun) {
        let run = counted.run
        starts += 1
        ends.add(counted, goesOn: false)
        for (position, step) in run.course.steps.enumerated() {
            steps[step.screen, default: RunCounts.StepTotals()].add(step, of: counted, at: position)
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
                p90Seconds: step.stays.percentile(90),
                within: step.subFlowScreens
            )
        }
    }
}

extension RunCounts.StepTotals {
    fileprivate mutating func add(_ other: Self) {
        visits += other.visits
        runs += other.runs
        ends.add(other.ends)
        refused += other.refused
        stays.add(other.stays)
        positions += other.positions
        for (screen, totals) in other.within { within[screen, default: RunCounts.SubFlowTotals()].add(totals) }
    }

    fileprivate mutating func add(_ step: FlowRun.Course.Step, of counted: CountedRun, at position: Int) {
        let goesOn = position != counted.run.course.last
        visits += step.visits
        runs += 1
        ends.add(counted, goesOn: goesOn)
        refused += step.isRefused ? 1 : 0
        positions += position
        for (index, screen) in step.within.enumerated() {
            let key = RunCounts.SubFlowKey(flow: screen.flow, screen: screen.screen)
            var totals = within[key] ?? RunCounts.SubFlowTotals()
            totals.runs += 1
            totals.ends.add(counted, goesOn: goesOn || index != counted.run.course.lastWithin)
            totals.refused += screen.isRefused ? 1 : 0
            within[key] = totals
        }
    }

    /// Those with the most runs first.
    fileprivate var subFlowScreens: [Funnel.SubFlowCounts] {
        within.sorted { left, right in
            (right.value.runs, left.key.flow, left.key.screen) < (left.value.runs, right.key.flow, right.key.screen)
        }.prefix(OperatorLimits.subFlowScreensPerStep).map { key, totals in
            Funnel.SubFlowCounts(
                flow: key.flow,
                screen: key.screen,
                runs: totals.runs,
                ends: totals.ends,
                refused: totals.refused
            )
        }
    }

    fileprivate var meanPosition: Double { Double(positions) / Double(runs) }
}

extension RunCounts.SubFlowTotals {
    fileprivate mutating func add(_ other: Self) {
        runs += other.runs
        ends.add(other.ends)
        refused += other.refused
    }
}

extension Funnel.Ends {
    fileprivate mutating func add(_ other: Self) {
        completed += other.completed
        dismissed += other.dismissed
        ended += other.ended
        expired += other.expired
        abandoned += other.abandoned
        active += other.active
    }

    /// Counts a run. One that goes on counts as completed.
    fileprivate mutating func add(_ counted: CountedRun, goesOn: Bool) {
        switch counted.run.outcome {
        case _ where goesOn: completed += 1
        case .completed: completed += 1
        case .dismissed: dismissed += 1
        case .ended: ended += 1
        case .expired: expired += 1
        case nil where counted.isAbandoned: abandoned += 1
        case nil: active += 1
        }
    }
}
