import Fairway
import Foundation

/// How trails and incidents continue a run.
extension FlowRun {
    /// Adds the flows that started, and removes those that left.
    mutating func begin(_ trail: Trail) {
        for start in trail.started {
            guard let parent = start.parent else { continue }
            if let owner = position.owners.first(where: { $0.node == parent }) {
                if owner.shown == nil, !trail.showsScreen(of: parent, below: start.node) {
                    position.owners.append(Position.Owner(node: start.node))
                    continue
                }
            } else if !position.subFlows.contains(where: { $0.node == parent }) {
                continue
            }
            guard position.subFlows.count < OperatorLimits.subFlowsPerRun else { continue }
            position.subFlows.append(Position.SubFlow(node: start.node, flow: start.flow))
        }
        let left = Set(trail.left.map(\.node))
        position.owners.removeAll { left.contains($0.node) }
        position.subFlows.removeAll { left.contains($0.node) }
    }

    /// Adopts the screens that entered, and the front screen.
    ///
    /// The screens of a flow that a step started count for that step.
    mutating func adopt(_ trail: Trail, by action: String, at time: Date) {
        var entered: Int?
        for screen in trail.entered ?? [] {
            guard let place = place(of: screen) else { continue }
            if place.isOwn {
                let owner = position.owners[place.owner].node
                let step = visit(screen.name, of: owner)
                entered = step
                if trail.front?.nodes.last != owner {
                    position.owners[place.owner].shown = Position.Shown(step: step, screen: screen.screen)
                }
            } else if let step = position.owners[place.owner].shown?.step {
                _ = note(screen, within: step)
            }
        }
        if let front = trail.front, let place = place(of: front) {
            adopt(front, at: place, by: action, at: time)
        } else {
            move(to: nil, by: action, at: time)
            // It will come to the front when the flow above it leaves.
            if let entered { (course.last, course.lastWithin) = (entered, nil) }
        }
    }

    private mutating func adopt(
        _ front: Trail.Front,
        at place: (owner: Int, isOwn: Bool),
        by action: String,
        at time: Date
    ) {
        let (node, present) = (position.owners[place.owner].node, position.present)
        var within: Int?
        if place.isOwn {
            if node != present?.owner || position.owners[place.owner].shown?.screen != front.screen {
                let step = visit(front.name, of: node)
                position.owners[place.owner].shown = Position.Shown(step: step, screen: front.screen)
                let next = Position.Present(step: step, owner: node, since: time.milliseconds)
                return move(to: next, by: action, at: time)
            }
        } else {
            guard let step = position.owners[place.owner].shown?.step else { return }
            within = note(front, within: step)
        }
        guard let step = position.owners[place.owner].shown?.step else { return }
        if node != present?.owner || step != present?.step {
            let next = Position.Present(step: step, owner: node, since: time.milliseconds)
            move(to: next, by: action, at: time)
        }
        course.lastWithin = within
    }

    /// The lowest owner above a screen, and whether it shows the screen itself. Nil for a screen that is not below the run.
    private func place(of screen: Trail.Front) -> (owner: Int, isOwn: Bool)? {
        guard let start = screen.nodes.firstIndex(of: node) else { return nil }
        let path = screen.nodes[start...].prefix { node in position.owners.contains { $0.node == node } }
        guard let node = path.last, let owner = position.owners.firstIndex(where: { $0.node == node }) else {
            return nil
        }
        return (owner, path.endIndex == screen.nodes.endIndex)
    }

    private mutating func visit(_ screen: String, of node: Int) -> Int {
        let step = course.steps.firstIndex { $0.screen == screen } ?? course.steps.endIndex
        if step == course.steps.endIndex {
            course.steps.append(Course.Step(screen: screen))
            position.nodes.append(Position.StepNodes())
        }
        course.steps[step].visits += 1
        position.nodes[step].own.note(node)
        return step
    }

    /// Notes a screen of a sub flow. Returns its index; nil if it is not listed.
    private mutating func note(_ screen: Trail.Front, within step: Int) -> Int? {
        guard let node = screen.nodes.last else { return nil }
        guard let flow = position.subFlows.first(where: { $0.node == node })?.flow else {
            position.nodes[step].unlisted.note(node)
            return nil
        }
        let listed = course.steps[step].within
        if let index = listed.firstIndex(where: { $0.flow == flow && $0.screen == screen.name }) {
            position.nodes[step].within[index].note(node)
            return index
        }
        guard course.steps.reduce(0, { $0 + $1.within.count }) < OperatorLimits.subFlowScreensPerRun else {
            position.nodes[step].unlisted.note(node)
            return nil
        }
        course.steps[step].within.append(Course.SubFlowScreen(flow: flow, screen: screen.name))
        position.nodes[step].within.append([node])
        return listed.count
    }

    /// Ends the last stay.
    mutating func end(by action: String, at time: Date) {
        move(to: nil, by: action, at: time)
        (position.owners, position.subFlows) = ([], [])
    }

    /// Counts a move from the present step.
    private mutating func move(to next: Position.Present?, by action: String, at time: Date) {
        let present = position.present
        guard present != nil || next != nil else { return }
        let edge = Course.Edge(from: present?.step, to: next?.step, action: action)
        let seconds = present.map { Double(time.milliseconds - $0.since) / 1_000 } ?? 0
        let index = course.edges.firstIndex(of: edge) ?? course.edges.endIndex
        if index == course.edges.endIndex { course.edges.append(edge) }
        stays.add(StayLength(seconds: seconds), before: index)
        position.present = next
        if let next { (course.last, course.lastWithin) = (next.step, nil) }
    }

    /// Notes an incident on a screen. Returns whether the run has changed.
    mutating func refuse(_ screen: String, of node: Int) -> Bool {
        let steps = course.steps.indices
        if let step = steps.first(where: { course.steps[$0].screen == screen && position.nodes[$0].own.contains(node) })
        {
            return refuse(step)
        }
        for step in steps.reversed() {
            let index = course.steps[step].within.indices.first { index in
                course.steps[step].within[index].screen == screen && position.nodes[step].within[index].contains(node)
            }
            if let index {
                let isFirst = !course.steps[step].within[index].isRefused
                course.steps[step].within[index].isRefused = true
                return refuse(step) || isFirst
            }
            if position.nodes[step].unlisted.contains(node) { return refuse(step) }
        }
        return false
    }

    /// Returns whether this is the first incident on the step.
    private mutating func refuse(_ step: Int) -> Bool {
        defer { course.steps[step].isRefused = true }
        return !course.steps[step].isRefused
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
