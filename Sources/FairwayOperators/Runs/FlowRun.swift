package import Fairway
package import FairwayWire
package import Foundation

/// One start of a flow: the screens that it showed, how often and for how long, and how it left.
///
/// A run is updated with the trails of its session's journal, in order. Funnels, graphs of a flow and lists of the sessions
/// behind a drop-off are computed from runs.
package struct FlowRun: Hashable, Sendable {
    package let flow: String
    /// The flow's node, unique within its session.
    package let node: Int
    package let startedAt: Date
    package let app: String?
    package let idiom: String?
    package let locale: String?
    /// How the flow left; nil while it is active.
    package private(set) var outcome: SessionOutcome?
    package private(set) var course: Course

    /// The steps of a run and the edges between them, as they are stored.
    package struct Course: Hashable, Sendable, Codable {
        /// In the order of their first visits.
        fileprivate(set) var steps: [RunStep] = []
        fileprivate(set) var edges: [RunEdge] = []
        /// The run's own flow, and the flows below it that no screen started. Their screens are steps.
        fileprivate var owners: [Owner]
        /// Nil while a flow outside of the run is in front.
        fileprivate var present: Present?
        /// The step that came to the front last.
        fileprivate(set) var last: Int?
    }

    /// A screen of a run.
    package struct RunStep: Hashable, Sendable, Codable {
        let screen: String
        /// How often it came to the front.
        fileprivate(set) var visits = 0
        /// The newest nodes that have shown it.
        fileprivate var nodes: [Int] = []
        /// Whether an incident occurred on it.
        fileprivate(set) var isRefused = false
    }

    /// An edge of a run: two steps and the action that led from one to the other, with the stays before it.
    package struct RunEdge: Hashable, Sendable, Codable {
        /// Nil if the flow started or returned to the front.
        let from: Int?
        /// Nil if the flow left, or another flow came to the front.
        let to: Int?
        let action: String
        /// The lengths of the stays on the first step.
        fileprivate(set) var stays = StayCounts()
    }

    fileprivate struct Owner: Hashable, Sendable, Codable {
        let node: Int
        /// The screen that the flow showed last; nil before the first.
        var shown: Shown?
    }

    fileprivate struct Shown: Hashable, Sendable, Codable {
        let step: Int
        /// The number of the screen in its session.
        let screen: Int
    }

    /// The step that is in front now.
    fileprivate struct Present: Hashable, Sendable, Codable {
        let step: Int
        /// The node in ``Course/owners``.
        let owner: Int
        /// Milliseconds since 1970.
        let since: Int
    }

    /// A run that starts, according to a trail.
    init(_ start: Trail.Start, _ trail: Trail, at time: Date) {
        (flow, node, startedAt) = (start.flow, start.node, time)
        // A run outlives its session and its user, so it keeps no free text.
        (app, idiom, locale) = (trail.app.flatMap(Device.tag), trail.idiom?.rawValue, trail.locale.flatMap(Device.tag))
        course = Course(owners: [Owner(node: start.node)])
    }

    /// Whether it has shown a screen. Only such runs are counted.
    package var hasShownScreen: Bool { course.last != nil }

    /// The step that came to the front last.
    var lastStep: RunStep? { course.last.map { course.steps[$0] } }
}

extension Device {
    private static let mostTagBytes = 64
    private static let tagPunctuation = Array("._+-/".utf8)

    /// A version or a language tag as a client has sent it; nil for other text.
    package static func tag(_ text: String) -> String? {
        let isTag =
            (1...mostTagBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || tagPunctuation.contains($0) }
        return isTag ? text : nil
    }
}

extension FlowRun {
    /// Applies the trail of a change by an action.
    mutating func apply(_ trail: Trail, of action: String, at time: Date) {
        guard outcome == nil else { return }
        for start in trail.started where course.owners.contains(where: { $0.node == start.parent && $0.shown == nil }) {
            course.owners.append(Owner(node: start.node))
        }
        if let departure = trail.left.first(where: { $0.node == node }) {
            course.move(to: nil, by: action, at: time)
            course.owners = []
            outcome = departure.outcome
            return
        }
        let left = Set(trail.left.map(\.node))
        course.owners.removeAll { left.contains($0.node) }
        course.adopt(trail.front, of: node, by: action, at: time)
    }

    /// Notes an incident on a screen. Returns whether the run has changed.
    mutating func refuse(_ screen: String, of node: Int) -> Bool {
        guard let index = course.steps.firstIndex(where: { $0.screen == screen && $0.nodes.contains(node) }),
            !course.steps[index].isRefused
        else { return false }
        course.steps[index].isRefused = true
        return true
    }
}

extension FlowRun.Course {
    /// Adopts the front screen after a change.
    ///
    /// The screens of a flow that a step started count as time on that step.
    fileprivate mutating func adopt(_ front: Trail.Front?, of root: Int, by action: String, at time: Date) {
        guard let front, let place = front.nodes.firstIndex(of: root) else {
            return move(to: nil, by: action, at: time)
        }
        let path = front.nodes[place...].prefix { node in owners.contains { $0.node == node } }
        guard let node = path.last, let index = owners.firstIndex(where: { $0.node == node }) else { return }
        let isOwn = path.endIndex == front.nodes.endIndex
        if isOwn {
            guard node != present?.owner || owners[index].shown?.screen != front.screen else { return }
            owners[index].shown = FlowRun.Shown(step: visit(front.name, of: node), screen: front.screen)
        } else if node == present?.owner {
            return
        }
        guard let step = owners[index].shown?.step else { return }
        move(to: FlowRun.Present(step: step, owner: node, since: time.milliseconds), by: action, at: time)
    }

    private mutating func visit(_ screen: String, of node: Int) -> Int {
        let index = steps.firstIndex { $0.screen == screen } ?? steps.endIndex
        if index == steps.endIndex { steps.append(FlowRun.RunStep(screen: screen)) }
        steps[index].visits += 1
        if !steps[index].nodes.contains(node) {
            if steps[index].nodes.count == OperatorLimits.nodesPerStep { steps[index].nodes.removeFirst() }
            steps[index].nodes.append(node)
        }
        return index
    }

    /// Counts a move from the present step.
    fileprivate mutating func move(to next: FlowRun.Present?, by action: String, at time: Date) {
        guard present != nil || next != nil else { return }
        let (from, to) = (present?.step, next?.step)
        let seconds = present.map { Double(time.milliseconds - $0.since) / 1_000 } ?? 0
        let index = edges.firstIndex { $0.from == from && $0.to == to && $0.action == action } ?? edges.endIndex
        if index == edges.endIndex { edges.append(FlowRun.RunEdge(from: from, to: to, action: action)) }
        edges[index].stays.add(StayLength(seconds: seconds))
        present = next
        last = to ?? last
    }
}

/// The active runs of a session, to which trails are applied in the order of the journal.
package struct SessionRuns {
    private var runs: [Row]

    private struct Row {
        var number: Int?
        var run: FlowRun
        var isChanged = false
    }

    /// The stored runs of a session.
    package init(_ stored: [(number: Int, run: FlowRun)]) { runs = stored.map { Row(number: $0.number, run: $0.run) } }

    /// Applies a journal entry with a trail.
    package mutating func apply(_ entry: TrailEntry) {
        for start in entry.trail.started { runs.append(Row(run: FlowRun(start, entry.trail, at: entry.at))) }
        for index in runs.indices where runs[index].run.outcome == nil {
            let before = runs[index].run
            runs[index].run.apply(entry.trail, of: entry.action, at: entry.at)
            if runs[index].run != before { runs[index].isChanged = true }
        }
    }

    /// Notes an incident on a screen of a flow.
    package mutating func refuse(_ screen: String, of node: Int) {
        for index in runs.indices where runs[index].run.refuse(screen, of: node) { runs[index].isChanged = true }
    }

    /// The runs to store, with the numbers of those that are stored already.
    package var changed: [(number: Int?, run: FlowRun)] {
        runs.filter { row in
            guard row.number == nil else { return row.isChanged }
            // A flow that left before it showed a screen does not count as a run.
            return row.run.outcome == nil || row.run.hasShownScreen
        }.map { ($0.number, $0.run) }
    }
}

/// The part of a journal entry from which runs are computed.
package struct TrailEntry: Sendable {
    let at: Date
    let action: String
    let trail: Trail
}

extension TrailEntry {
    /// Nil for an entry without a trail.
    init?(_ entry: JournalEntry) {
        guard let trail = entry.trail else { return nil }
        self.init(at: entry.at, action: entry.name ?? entry.kind, trail: trail)
    }
}

extension FlowRun {
    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    /// The columns, without the number and the session.
    package static let columnNames = [
        "flow", "node", "started_at_ms", "app", "idiom", "locale", "outcome", "steps_json",
    ]

    /// Reads ``columns``. If this build cannot read the course, the run has shown no screen.
    package init(_ row: some StoredRow, from column: Int = 0) {
        flow = row.text(column)
        node = row.int(column + 1)
        startedAt = row.date(column + 2)
        app = row.optionalText(column + 3)
        idiom = row.optionalText(column + 4)
        locale = row.optionalText(column + 5)
        outcome = row.optionalText(column + 6).flatMap(SessionOutcome.init)
        course = (try? JSON.decode(Course.self, from: row.bytes(column + 7))) ?? Course(owners: [])
    }

    /// The stored form of the course.
    package var stepsJSON: RawJSON {
        // Encoding numbers and texts cannot fail.
        (try? RawJSON(encoding: course)) ?? .emptyObject
    }

    /// The run of a session that was deleted or erased: an active one has ended.
    mutating func endWithSession() { outcome = outcome ?? .ended }
}
