import Fairway
import Foundation

extension FlowRun {
    /// The steps of a run and the edges between them, as they are stored.
    package struct Course: Hashable, Sendable, Codable {
        /// In the order of their first visits.
        var steps: [Step] = []
        var edges: [Edge] = []
        /// The run's own flow, and the flows below it that no screen started. Their screens are steps.
        var owners: [Owner]
        /// The other flows below the run, except those beyond ``EngineLimits/subFlowsPerRun``.
        var subFlows: [SubFlow] = []
        /// Nil while a flow outside of the run is in front.
        var present: Present?
        /// The step that the user was on last.
        var last: Int?
        /// The screen of a sub flow that the user was on last, in ``Step/within`` of the last step. Nil for the step itself.
        var lastWithin: Int?
    }
}

extension FlowRun.Course {
    /// A screen of a run.
    struct Step: Hashable, Sendable, Codable {
        let screen: String
        /// How often it entered or came to the front.
        var visits = 0
        /// The newest nodes that have shown it.
        var nodes: [Int] = []
        /// Whether an incident occurred on it or on a sub flow's screen above it.
        var isRefused = false
        /// The screens of sub flows that were shown above it.
        var within: [SubFlowScreen] = []
        /// The newest nodes whose screens are not listed in ``within``.
        var unlisted: [Int] = []
    }

    /// A screen of a flow that a step started, or of a flow below that.
    struct SubFlowScreen: Hashable, Sendable, Codable {
        let flow: String
        let screen: String
        /// The newest nodes that have shown it.
        var nodes: [Int] = []
        /// Whether an incident occurred on it.
        var isRefused = false
    }

    /// Two steps and the action that led from one to the other, with the stays before it.
    struct Edge: Hashable, Sendable, Codable {
        /// Nil if the flow started or returned to the front.
        let from: Int?
        /// Nil if the flow left, or another flow came to the front.
        let to: Int?
        let action: String
        /// The lengths of the stays on the first step.
        var stays = StayCounts()
    }

    struct Owner: Hashable, Sendable, Codable {
        let node: Int
        /// The screen that the flow showed last; nil before the first.
        var shown: Shown?
    }

    struct Shown: Hashable, Sendable, Codable {
        let step: Int
        /// The number of the screen in its session.
        let screen: Int
    }

    struct SubFlow: Hashable, Sendable, Codable {
        let node: Int
        let flow: String
    }

    /// The step that is in front now.
    struct Present: Hashable, Sendable, Codable {
        let step: Int
        /// The node in ``FlowRun/Course/owners``.
        let owner: Int
        /// Milliseconds since 1970.
        let since: Int
    }
}

extension FlowRun.Course {
    /// Adds the flows that started, and removes those that left.
    mutating func begin(_ trail: Trail) {
        for start in trail.started {
            guard let parent = start.parent else { continue }
            if let owner = owners.first(where: { $0.node == parent }) {
                if owner.shown == nil, !trail.showsScreen(of: parent, below: start.node) {
                    owners.append(Owner(node: start.node))
                    continue
                }
            } else if !subFlows.contains(where: { $0.node == parent }) {
                continue
            }
            guard subFlows.count < OperatorLimits.subFlowsPerRun else { continue }
            subFlows.append(SubFlow(node: start.node, flow: start.flow))
        }
        let left = Set(trail.left.map(\.node))
        owners.removeAll { left.contains($0.node) }
        subFlows.removeAll { left.contains($0.node) }
    }

    /// Adopts the screens that entered, and the front screen.
    ///
    /// The screens of a flow that a step started count for that step.
    mutating func adopt(_ trail: Trail, of root: Int, by action: String, at time: Date) {
        var entered: Int?
        for screen in trail.entered ?? [] {
            guard let place = place(of: screen, below: root) else { continue }
            if place.isOwn {
                let step = visit(screen.name, of: owners[place.owner].node)
                entered = step
                if trail.front?.nodes.last != owners[place.owner].node {
                    owners[place.owner].shown = Shown(step: step, screen: screen.screen)
                }
            } else if let step = owners[place.owner].shown?.step {
                _ = note(screen, within: step)
            }
        }
        if let front = trail.front, let place = place(of: front, below: root) {
            adopt(front, at: place, by: action, at: time)
        } else {
            move(to: nil, by: action, at: time)
            // It will come to the front when the flow above it leaves.
            if let entered { (last, lastWithin) = (entered, nil) }
        }
    }

    private mutating func adopt(
        _ front: Trail.Front,
        at place: (owner: Int, isOwn: Bool),
        by action: String,
        at time: Date
    ) {
        let node = owners[place.owner].node
        var within: Int?
        if place.isOwn {
            if node != present?.owner || owners[place.owner].shown?.screen != front.screen {
                let step = visit(front.name, of: node)
                owners[place.owner].shown = Shown(step: step, screen: front.screen)
                return move(to: Present(step: step, owner: node, since: time.milliseconds), by: action, at: time)
            }
        } else {
            guard let step = owners[place.owner].shown?.step else { return }
            within = note(front, within: step)
        }
        guard let step = owners[place.owner].shown?.step else { return }
        if node != present?.owner || step != present?.step {
            move(to: Present(step: step, owner: node, since: time.milliseconds), by: action, at: time)
        }
        lastWithin = within
    }

    /// The lowest owner above a screen, and whether it shows the screen itself. Nil for a screen that is not below the run.
    private func place(of screen: Trail.Front, below root: Int) -> (owner: Int, isOwn: Bool)? {
        guard let start = screen.nodes.firstIndex(of: root) else { return nil }
        let path = screen.nodes[start...].prefix { node in owners.contains { $0.node == node } }
        guard let node = path.last, let owner = owners.firstIndex(where: { $0.node == node }) else { return nil }
        return (owner, path.endIndex == screen.nodes.endIndex)
    }

    private mutating func visit(_ screen: String, of node: Int) -> Int {
        let index = steps.firstIndex { $0.screen == screen } ?? steps.endIndex
        if index == steps.endIndex { steps.append(Step(screen: screen)) }
        steps[index].visits += 1
        steps[index].nodes.note(node)
        return index
    }

    /// Notes a screen of a sub flow. Returns its index; nil if it is not listed.
    private mutating func note(_ screen: Trail.Front, within step: Int) -> Int? {
        guard let node = screen.nodes.last else { return nil }
        guard let flow = subFlows.first(where: { $0.node == node })?.flow else {
            steps[step].unlisted.note(node)
            return nil
        }
        if let index = steps[step].within.firstIndex(where: { $0.flow == flow && $0.screen == screen.name }) {
            steps[step].within[index].nodes.note(node)
            return index
        }
        guard steps.reduce(0, { $0 + $1.within.count }) < OperatorLimits.subFlowScreensPerRun else {
            steps[step].unlisted.note(node)
            return nil
        }
        steps[step].within.append(SubFlowScreen(flow: flow, screen: screen.name, nodes: [node]))
        return steps[step].within.count - 1
    }

    /// Ends the last stay.
    mutating func end(by action: String, at time: Date) {
        move(to: nil, by: action, at: time)
        (owners, subFlows) = ([], [])
    }

    /// Counts a move from the present step.
    private mutating func move(to next: Present?, by action: String, at time: Date) {
        guard present != nil || next != nil else { return }
        let (from, to) = (present?.step, next?.step)
        let seconds = present.map { Double(time.milliseconds - $0.since) / 1_000 } ?? 0
        let index = edges.firstIndex { $0.from == from && $0.to == to && $0.action == action } ?? edges.endIndex
        if index == edges.endIndex { edges.append(Edge(from: from, to: to, action: action)) }
        edges[index].stays.add(StayLength(seconds: seconds))
        present = next
        if let to { (last, lastWithin) = (to, nil) }
    }

    /// Notes an incident on a screen. Returns whether the course has changed.
    mutating func refuse(_ screen: String, of node: Int) -> Bool {
        if let step = steps.firstIndex(where: { $0.screen == screen && $0.nodes.contains(node) }) {
            return steps[step].refuse()
        }
        for step in steps.indices.reversed() {
            let isScreen = { (within: SubFlowScreen) in within.screen == screen && within.nodes.contains(node) }
            if let index = steps[step].within.firstIndex(where: isScreen) {
                let isFirst = !steps[step].within[index].isRefused
                steps[step].within[index].isRefused = true
                return steps[step].refuse() || isFirst
            }
            if steps[step].unlisted.contains(node) { return steps[step].refuse() }
        }
        return false
    }
}

extension FlowRun.Course.Step {
    /// Returns whether this is the first incident on it.
    fileprivate mutating func refuse() -> Bool {
        defer { isRefused = true }
        return !isRefused
    }
}

extension [Int] {
    /// Adds a node, and removes the oldest one if there are too many.
    fileprivate mutating func note(_ node: Int) {
        guard !contains(node) else { return }
        if count == OperatorLimits.nodesPerStep { removeFirst() }
        append(node)
    }
}

extension Trail {
    /// Whether a flow has shown a screen of its own before the first screen of a flow that it started in the same change.
    fileprivate func showsScreen(of parent: Int, below child: Int) -> Bool {
        let screens = (entered ?? []) + [front].compactMap(\.self)
        guard let own = screens.filter({ $0.nodes.last == parent }).map(\.screen).min() else { return false }
        let above = screens.filter { $0.nodes.contains(child) }.map(\.screen).min()
        return above.map { own < $0 } ?? true
    }
}
