import Fairway
import FairwayWire

/// Adds up the runs of a flow.
///
/// Runs with the same course in the same group are counted together, so a run costs a look-up and the addition of its stays.
package struct RunCounts {
    private let by: FunnelQuery.Property?
    private var cells: [Cell] = []
    private var indices: [CellKey: Int] = [:]

    private struct CellKey: Hashable {
        let course: ObjectIdentifier
        let group: String?
    }

    /// The runs of a group with the same course.
    fileprivate struct Cell {
        let course: CountedCourse
        let group: String?
        var ends = Funnel.Ends()
        /// By the number of the edge.
        var stays: [StayCounts]
    }

    fileprivate struct GroupTotals {
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

    package init(by: FunnelQuery.Property? = nil) { self.by = by }

    package mutating func add(_ counted: CountedRun) {
        let course = counted.course
        guard course.value.last != nil else { return }
        let key = CellKey(course: ObjectIdentifier(course), group: by.flatMap(counted.value))
        let index = indices[key] ?? cells.count
        if index == cells.count {
            indices[key] = index
            let stays = Array(repeating: StayCounts(), count: course.value.edges.count)
            cells.append(Cell(course: course, group: key.group, stays: stays))
        }
        cells[index].ends.add(counted)
        let edges = cells[index].stays.indices
        FlowRun.Stays.forEach(in: counted.stays) { edge, length, count in
            if edges.contains(edge) { cells[index].stays[edge].add(StayLength(number: length), count) }
        }
    }

    /// Each group has at least one run, except the only one without ``by``.
    package var funnel: Funnel {
        var sizes: [String?: Int] = by == nil ? [nil: 0] : [:]
        for cell in cells { sizes[cell.group, default: 0] += cell.ends.total }
        var largest = sizes.sorted { left, right in
            (right.value, left.key ?? "") < (left.value, right.key ?? "")
        }.map(\.key)
        let hasOthers = largest.count > OperatorLimits.groupsPerFunnel
        if hasOthers {
            largest = Array(largest.filter { $0 != Funnel.Group.others }.prefix(OperatorLimits.groupsPerFunnel))
        }
        var totals = Dictionary(uniqueKeysWithValues: largest.map { ($0, GroupTotals()) })
        var others = GroupTotals()
        for cell in cells {
            if totals[cell.group]?.add(cell) == nil { others.add(cell) }
        }
        var groups = largest.map { Funnel.Group(by: $0, totals[$0] ?? GroupTotals()) }
        if hasOthers { groups.append(Funnel.Group(by: Funnel.Group.others, others)) }
        return Funnel(groups: groups)
    }

    /// The graph of the flow. `front` is the number of its active sessions that show each screen in front.
    package func graph(front: [String: Int]) -> Graph {
        var group = GroupTotals()
        for cell in cells { group.add(cell) }
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

extension Funnel.Group {
    fileprivate init(by: String?, _ totals: RunCounts.GroupTotals) {
        self.init(by: by, starts: totals.ends.total, ends: totals.ends, steps: totals.funnelSteps)
    }
}

extension RunCounts.GroupTotals {
    fileprivate mutating func add(_ cell: RunCounts.Cell) {
        let course = cell.course.value
        ends.add(cell.ends)
        for (position, step) in course.steps.enumerated() {
            steps[step.screen, default: RunCounts.StepTotals()].add(step, of: cell, at: position)
        }
        for (edge, stays) in zip(course.edges, cell.stays) {
            let (from, to) = (edge.from.map { course.steps[$0].screen }, edge.to.map { course.steps[$0].screen })
            edges[EdgeKey(from: from, action: edge.action, to: to), default: StayCounts()].add(stays)
            if let from { steps[from]?.stays.add(stays) }
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
    fileprivate mutating func add(_ step: FlowRun.Course.Step, of cell: RunCounts.Cell, at position: Int) {
        let (course, count) = (cell.course.value, cell.ends.total)
        let isLast = position == course.last
        visits += count * step.visits
        runs += count
        ends.add(isLast ? cell.ends : Funnel.Ends(completed: count))
        refused += step.isRefused ? count : 0
        positions += count * position
        for (index, screen) in step.within.enumerated() {
            let key = RunCounts.SubFlowKey(flow: screen.flow, screen: screen.screen)
            var totals = within[key] ?? RunCounts.SubFlowTotals()
            totals.runs += count
            totals.ends.add(isLast && index == course.lastWithin ? cell.ends : Funnel.Ends(completed: count))
            totals.refused += screen.isRefused ? count : 0
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

extension Funnel.Ends {
    /// The number of runs.
    fileprivate var total: Int { completed + dismissed + ended + expired + abandoned + active }

    fileprivate mutating func add(_ other: Self) {
        completed += other.completed
        dismissed += other.dismissed
        ended += other.ended
        expired += other.expired
        abandoned += other.abandoned
        active += other.active
    }

    fileprivate mutating func add(_ counted: CountedRun) {
        switch counted.outcome {
        case .completed: completed += 1
        case .dismissed: dismissed += 1
        case .ended: ended += 1
        case .expired: expired += 1
        case nil where counted.isAbandoned: abandoned += 1
        case nil: active += 1
        }
    }
}
