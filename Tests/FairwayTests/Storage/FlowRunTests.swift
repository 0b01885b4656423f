import FairwayWire
import Foundation
import Testing

@testable import Fairway
@testable import FairwayOperators

/// Runs are computed from the trails of a session's journal.
struct FlowRunTests {
    /// A session whose trails are applied to its runs.
    private struct Walk {
        private var runs = SessionRuns([])
        private var seconds = 0.0

        /// Applies a trail `seconds` after the one before.
        mutating func go(
            after pause: Double = 0,
            _ action: String = "tap",
            started: [(node: Int, parent: Int?, flow: String)] = [],
            left: [(node: Int, outcome: SessionOutcome)] = [],
            entered: [(nodes: [Int], screen: Int, name: String)] = [],
            to nodes: [Int] = [],
            _ screen: Int = 0,
            _ name: String = ""
        ) {
            seconds += pause
            let trail = Trail(
                started: started.map { Trail.Start(node: $0.node, parent: $0.parent, flow: $0.flow) },
                left: left.map { Trail.Departure(node: $0.node, outcome: $0.outcome) },
                front: nodes.isEmpty ? nil : Trail.Front(nodes: nodes, screen: screen, name: name),
                entered: entered.map { Trail.Front(nodes: $0.nodes, screen: $0.screen, name: $0.name) },
                device: Device(idiom: .phone, locale: "de", app: "1.0")
            )
            runs.apply(TrailEntry(at: Date(timeIntervalSince1970: seconds), action: action, trail: trail))
        }

        mutating func refuse(_ screen: String, of node: Int) { runs.refuse(screen, of: node) }

        func runs(of flow: String) -> [FlowRun] { runs.changed.map(\.run).filter { $0.flow == flow } }

        /// The steps of a flow: `A 2/1` was visited twice in one run.
        func steps(of flow: String) -> [String] {
            group(of: flow).steps.map { "\($0.screen) \($0.visits)/\($0.runs)" }
        }

        func group(of flow: String) -> Funnel.Group {
            var (counts, courses) = (RunCounts(), CountedCourses())
            for run in runs(of: flow) { counts.add(courses.counted(run)) }
            return counts.funnel.groups[0]
        }

        /// The screens of sub flows above a step: `G.X 2 (1 refused, 1 active)` was shown in two runs.
        func within(_ step: String, of flow: String) -> [String] {
            let counts = group(of: flow).steps.first { $0.screen == step }?.within ?? []
            return counts.map { row in
                let numbers = [
                    (row.refused, "refused"), (row.ends.active, "active"), (row.ends.dismissed, "dismissed"),
                    (row.ends.expired, "expired"), (row.ends.completed, "further"),
                ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
                return "\(row.flow).\(row.screen) \(row.runs) (\(numbers.joined(separator: ", ")))"
            }
        }

        func graph(of flow: String) -> [String] {
            var (counts, courses) = (RunCounts(), CountedCourses())
            for run in runs(of: flow) { counts.add(courses.counted(run)) }
            return counts.graph(front: [:]).edges.map { "\($0.from ?? "") \($0.action) \($0.to ?? "") \($0.count)" }
                .sorted()
        }
    }

    /// Runs stay after their user was erased.
    @Test(arguments: [
        ("1.4.2+45", "de-AT", "1.4.2+45", "de-AT"), ("ios/2.0_b-1", "en", "ios/2.0_b-1", "en"),
        ("Ada Lovelace", "ada@example.org", nil, nil), ("", "", nil, nil), ("Zoë", "d\u{E9}", nil, nil),
        (String(repeating: "1", count: 64), "de", String(repeating: "1", count: 64), "de"),
        (String(repeating: "1", count: 65), "de", nil, "de"),
    ])
    func runKeepsNoFreeTextOfTheDevice(app: String, locale: String, keptApp: String?, keptLocale: String?) {
        let start = Trail.Start(node: 1, parent: nil, flow: "F")
        let trail = Trail(started: [start], front: nil, device: Device(locale: locale, app: app))
        let run = FlowRun(start, trail, at: Date(timeIntervalSince1970: 0))
        #expect(run.app == keptApp)
        #expect(run.locale == keptLocale)
    }

    @Test func goingBackCountsAVisitAndNoSecondRun() {
        var walk = Walk()
        walk.go("start", started: [(1, nil, "F")], to: [1], 1, "A")
        walk.go(after: 10, to: [1], 2, "B")
        walk.go(after: 20, "back", to: [1], 1, "A")
        walk.go(after: 40, to: [1], 3, "B")
        walk.go(after: 80, left: [(1, .completed)])
        #expect(walk.steps(of: "F") == ["A 2/1", "B 2/1"])
        let group = walk.group(of: "F")
        #expect(group.starts == 1)
        #expect(group.ends == Funnel.Ends(completed: 1))
        #expect(group.steps.map(\.ends) == [Funnel.Ends(completed: 1), Funnel.Ends(completed: 1)])
        #expect(abs((group.steps[0].medianSeconds ?? 0) - 10) < 1)
        #expect(abs((group.steps[0].p90Seconds ?? 0) - 40) < 4)
        #expect(abs((group.steps[1].p90Seconds ?? 0) - 80) < 8)
        #expect(walk.graph(of: "F") == [" start A 1", "A tap B 2", "B back A 1", "B tap  1"])
    }

    @Test(arguments: [SessionOutcome.dismissed, .ended, .expired])
    func runThatLeftWithoutAnOutputStoppedAtItsLastStep(outcome: SessionOutcome) {
        var walk = Walk()
        walk.go(started: [(1, nil, "F")], to: [1], 1, "A")
        walk.go(after: 5, to: [1], 2, "B")
        walk.go(after: 5, to: [1], 1, "A")
        walk.go(after: 5, left: [(1, outcome)])
        let (a, b) = (walk.group(of: "F").steps[0], walk.group(of: "F").steps[1])
        #expect(b.ends == Funnel.Ends(completed: 1))
        #expect([a.ends.dismissed, a.ends.ended, a.ends.expired].reduce(0, +) == 1)
        #expect(a.ends == walk.group(of: "F").ends)
    }

    @Test func subFlowCountsAsTimeOnTheScreenThatStartedIt() {
        var walk = Walk()
        walk.go(started: [(1, nil, "F")], to: [1], 1, "A")
        walk.go(after: 10, started: [(2, 1, "G")], to: [1, 2], 2, "X")
        walk.go(after: 10, to: [1, 2], 3, "Y")
        walk.go(after: 10, left: [(2, .completed)], to: [1], 1, "A")
        walk.go(after: 10, to: [1], 4, "B")
        #expect(walk.steps(of: "F") == ["A 1/1", "B 1/1"])
        #expect(walk.steps(of: "G") == ["X 1/1", "Y 1/1"])
        #expect(abs((walk.group(of: "F").steps[0].medianSeconds ?? 0) - 40) < 4)
        #expect(walk.group(of: "G").ends == Funnel.Ends(completed: 1))
        #expect(walk.group(of: "F").ends == Funnel.Ends(active: 1))
    }

    /// The step is below a flow that the same change presents.
    @Test func screenThatEntersUnderAPresentedFlowIsReached() {
        var walk = Walk()
        walk.go("start", started: [(1, nil, "F")], to: [1], 1, "A")
        walk.go(after: 10, started: [(2, 1, "G")], entered: [([1], 2, "B")], to: [1, 2], 3, "X")
        #expect(walk.steps(of: "F") == ["A 1/1", "B 1/1"])
        #expect(walk.within("B", of: "F") == ["G.X 1 (1 active)"])
        #expect(walk.group(of: "F").steps.map(\.ends) == [Funnel.Ends(completed: 1), Funnel.Ends(active: 1)])
        walk.go(after: 40, left: [(2, .dismissed)], to: [1], 2, "B")
        #expect(walk.within("B", of: "F") == ["G.X 1 (1 further)"])
        walk.go(after: 1, left: [(1, .dismissed)])
        #expect(walk.steps(of: "F") == ["A 1/1", "B 1/1"])
        #expect(abs((walk.group(of: "F").steps[1].medianSeconds ?? 0) - 41) < 4)
        #expect(walk.graph(of: "F") == [" start A 1", "A tap B 1", "B tap  1"])
    }

    /// A flow starts with a screen of its own and presents another flow over it.
    @Test func flowPresentedOverTheFirstScreenIsASubFlow() {
        var walk = Walk()
        walk.go("start", started: [(1, nil, "F"), (2, 1, "G")], entered: [([1], 1, "A")], to: [1, 2], 2, "X")
        #expect(walk.steps(of: "F") == ["A 1/1"])
        #expect(walk.within("A", of: "F") == ["G.X 1 (1 active)"])
        walk.go("start", started: [(7, nil, "H"), (8, 7, "K")], entered: [([7, 8], 9, "Y")], to: [7], 10, "B")
        #expect(walk.steps(of: "H") == ["Y 1/1", "B 1/1"])
    }

    @Test func screenUnderTheFlowOfAnotherRunIsReached() {
        var walk = Walk()
        walk.go(started: [(1, nil, "Main")], to: [1], 1, "Menu")
        let started = [(node: 2, parent: 1 as Int?, flow: "F"), (node: 3, parent: 1, flow: "Alert")]
        walk.go(after: 1, started: started, entered: [([1, 2], 2, "A")], to: [1, 3], 3, "Alert")
        #expect(walk.steps(of: "F") == ["A 1/1"])
        #expect(walk.group(of: "F").steps.map(\.ends) == [Funnel.Ends(active: 1)])
        #expect(walk.within("Menu", of: "Main") == ["Alert.Alert 1 (1 active)", "F.A 1 (1 further)"])
    }

    @Test func screensOfSubFlowsAreCountedForTheirStep() {
        var walk = Walk()
        walk.go(started: [(1, nil, "F")], to: [1], 1, "A")
        walk.go(after: 10, started: [(2, 1, "G")], to: [1, 2], 2, "X")
        walk.go(after: 10, started: [(3, 2, "H")], to: [1, 2, 3], 3, "Y")
        for _ in 0..<2 { walk.refuse("Y", of: 3) }
        #expect(walk.within("A", of: "F") == ["G.X 1 (1 further)", "H.Y 1 (1 refused, 1 active)"])
        #expect(walk.within("X", of: "G") == ["H.Y 1 (1 refused, 1 active)"])
        #expect(walk.group(of: "F").steps.map(\.refused) == [1])
        #expect(walk.group(of: "H").steps.map(\.refused) == [1])
        walk.go(after: 10, left: [(1, .expired), (2, .expired), (3, .expired)])
        #expect(walk.within("A", of: "F") == ["G.X 1 (1 further)", "H.Y 1 (1 refused, 1 expired)"])
        #expect(abs((walk.group(of: "F").steps[0].medianSeconds ?? 0) - 30) < 3)
    }

    /// The screens that are not listed are counted for the step alone.
    @Test func runListsAFewScreensOfSubFlows() {
        var walk = Walk()
        walk.go(started: [(1, nil, "F")], to: [1], 1, "A")
        for node in 2...100 {
            walk.go(after: 1, started: [(node, 1, "G\(node)")], to: [1, node], node, "X")
            if node == 100 { walk.refuse("X", of: node) }
            walk.go(after: 1, left: [(node, .dismissed)], to: [1], 1, "A")
        }
        #expect(walk.group(of: "F").steps[0].within.count == OperatorLimits.subFlowScreensPerRun)
        #expect(walk.group(of: "F").steps[0].within.map(\.refused).reduce(0, +) == 0)
        #expect(walk.group(of: "F").steps[0].refused == 1)
    }

    @Test func screensOfAFlowThatNoScreenStartedAreSteps() {
        var walk = Walk()
        walk.go(started: [(1, nil, "F"), (2, 1, "G"), (3, 2, "H")], to: [1, 2, 3], 1, "X")
        walk.go(after: 10, left: [(3, .completed)], to: [1, 2], 2, "Y")
        walk.go(after: 10, started: [(4, 2, "K")], to: [1, 2, 4], 3, "Z")
        walk.go(after: 10, left: [(2, .dismissed), (4, .dismissed)], to: [1], 4, "A")
        #expect(walk.steps(of: "F") == ["X 1/1", "Y 1/1", "A 1/1"])
        #expect(walk.steps(of: "G") == ["X 1/1", "Y 1/1"])
        #expect(walk.steps(of: "K") == ["Z 1/1"])
        #expect(abs((walk.group(of: "F").steps[1].medianSeconds ?? 0) - 20) < 2)
    }

    @Test func timeOnOtherTabsDoesNotCountForATab() {
        var walk = Walk()
        walk.go(started: [(1, nil, "Main"), (2, 1, "Home")], to: [1, 2], 1, "Home")
        walk.go(after: 10, "select", started: [(3, 1, "Shop")], to: [1, 3], 2, "Shop")
        walk.go(after: 20, started: [(4, 3, "Buy")], to: [1, 3, 4], 3, "Buy")
        walk.go(after: 40, "select", to: [1, 2], 1, "Home")
        walk.go(after: 10, "select", to: [1, 3, 4], 3, "Buy")
        walk.go(after: 80, left: [(4, .dismissed)], to: [1, 3], 2, "Shop")
        #expect(walk.steps(of: "Main") == ["Home 2/1", "Shop 1/1"])
        #expect(walk.steps(of: "Home") == ["Home 2/1"])
        #expect(walk.group(of: "Home").ends == Funnel.Ends(active: 1))
        #expect(walk.graph(of: "Home") == [" select Home 1", " tap Home 1", "Home select  2"])
        let shop = walk.group(of: "Main").steps[1]
        #expect(abs((shop.medianSeconds ?? 0) - 60) < 6)
    }

    @Test func timeUnderTheModalOfAnotherFlowDoesNotCount() {
        var walk = Walk()
        walk.go(started: [(1, nil, "Main")], to: [1], 1, "Menu")
        walk.go(after: 1, started: [(2, 1, "F")], to: [1, 2], 2, "A")
        walk.go(after: 10, "timer", started: [(3, 1, "Alert")], to: [1, 3], 3, "Alert")
        walk.go(after: 100, left: [(3, .completed)], to: [1, 2], 2, "A")
        walk.go(after: 10, left: [(2, .dismissed)], to: [1], 1, "Menu")
        #expect(walk.steps(of: "F") == ["A 2/1"])
        #expect(abs((walk.group(of: "F").steps[0].p90Seconds ?? 0) - 10) < 1)
        #expect(walk.steps(of: "Main") == ["Menu 1/1"])
    }

    @Test func flowThatStartsAgainIsAnotherRun() {
        var walk = Walk()
        walk.go(started: [(1, nil, "Main")], to: [1], 1, "Menu")
        for node in 2...4 {
            walk.go(after: 1, started: [(node, 1, "F")], to: [1, node], node * 10, "A")
            walk.go(after: 1, left: [(node, node == 3 ? .completed : .dismissed)], to: [1], 1, "Menu")
        }
        #expect(walk.group(of: "F").starts == 3)
        #expect(walk.group(of: "F").ends == Funnel.Ends(completed: 1, dismissed: 2))
        #expect(walk.steps(of: "F") == ["A 3/3"])
    }

    @Test func flowWithoutScreensDoesNotCountAsARun() {
        var walk = Walk()
        walk.go(started: [(1, nil, "Main"), (2, 1, "F")], to: [1], 1, "Menu")
        walk.go(after: 1, left: [(2, .dismissed)], to: [1], 2, "Next")
        #expect(walk.group(of: "F").starts == 0)
        #expect(walk.runs(of: "F") == [])
    }

    @Test func clockThatWentBackMakesNoNegativeStay() {
        var walk = Walk()
        walk.go(after: 100, started: [(1, nil, "F")], to: [1], 1, "A")
        walk.go(after: -50, to: [1], 2, "B")
        walk.go(after: 10, left: [(1, .completed)])
        #expect(walk.group(of: "F").steps[0].medianSeconds == 0)
        #expect(walk.steps(of: "F") == ["A 1/1", "B 1/1"])
    }

    @Test func incidentIsCountedOnceForEachRunThatShowedItsScreen() {
        var walk = Walk()
        walk.go(started: [(1, nil, "F"), (2, 1, "G")], to: [1, 2], 1, "X")
        walk.go(after: 1, started: [(3, 2, "H")], to: [1, 2, 3], 2, "Y")
        for _ in 0..<3 { walk.refuse("X", of: 2) }
        walk.refuse("Y", of: 3)
        walk.refuse("X", of: 9)
        #expect(walk.group(of: "F").steps.map(\.refused) == [1])
        #expect(walk.group(of: "G").steps.map(\.refused) == [1])
        #expect(walk.group(of: "H").steps.map(\.refused) == [1])
    }

    /// Each run is stored and read between two trails.
    @Test func storedRunContinues() throws {
        var walk = Walk()
        walk.go("start", started: [(1, nil, "F")], to: [1], 1, "A")
        walk.go(after: 10, started: [(2, 1, "G")], to: [1, 2], 2, "X")
        let run = try #require(walk.runs(of: "F").first)
        #expect(try JSON.decode(FlowRun.Course.self, from: run.courseJSON.bytes) == run.course)
        #expect(try JSON.decode(FlowRun.Stays.self, from: run.staysJSON.bytes) == run.stays)
        #expect(try JSON.decode(FlowRun.Position.self, from: run.positionJSON.bytes) == run.position)
        #expect(run.app == "1.0")
        #expect(run.idiom == "phone")
        #expect(run.locale == "de")
    }

    /// Runs with the same screens share the text of their course.
    @Test func courseHasNeitherTimesNorNodes() {
        func course(node: Int, screen: Int, after seconds: Double) -> RawJSON? {
            var walk = Walk()
            walk.go("start", started: [(node, nil, "F")], to: [node], screen, "A")
            walk.go(after: seconds, started: [(node + 1, node, "G")], to: [node, node + 1], screen + 1, "X")
            return walk.runs(of: "F").first?.courseJSON
        }
        #expect(course(node: 1, screen: 1, after: 5) == course(node: 7, screen: 90, after: 600))
    }

    @Test func percentilesAreAccurateTo10Percent() {
        var stays = StayCounts()
        for seconds in 1...1_000 { stays.add(StayLength(seconds: Double(seconds))) }
        for (percent, truth) in [(50, 500.0), (90, 900)] {
            #expect(abs((stays.percentile(percent) ?? 0) - truth) < truth / 10)
        }
        #expect(StayCounts().median == nil)
    }

    @Test func smallGroupsAreCountedTogether() throws {
        var (counts, courses) = (RunCounts(by: .app), CountedCourses())
        func add(_ app: String) {
            let front = Trail.Front(nodes: [1], screen: 1, name: "A")
            let start = Trail.Start(node: 1, parent: nil, flow: "F")
            let trail = Trail(started: [start], left: [], front: front, device: Device(app: app))
            var runs = SessionRuns([])
            runs.apply(TrailEntry(at: Date(timeIntervalSince1970: 0), action: "start", trail: trail))
            for (_, run) in runs.changed { counts.add(courses.counted(run)) }
        }
        // Clients choose their versions. Many have one run each, among those of a version that many devices have.
        for index in 0..<3_000 {
            add("x\(index)")
            if index.isMultiple(of: 3) { add("1.0") }
        }
        add("other")
        let groups = counts.funnel.groups
        let others = try #require(groups.last)
        #expect(groups.count == OperatorLimits.groupsPerFunnel + 1)
        #expect(groups.first?.by == "1.0")
        #expect(groups.first?.starts == 1_000)
        #expect(others.by == "other")
        #expect(groups.map(\.starts).reduce(0, +) == 4_001)
        #expect(others.starts > 2_500)
        #expect(others.ends.active == others.starts)
        #expect(others.steps.map(\.runs) == [others.starts])
        #expect(groups.dropLast().allSatisfy { $0.by != "other" })
    }
}
