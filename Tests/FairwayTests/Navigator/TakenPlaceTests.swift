import Fairway
import Testing

@testable import FairwayTesting

/// Flows that start in a tab or a pane, while a handler replaces the tabs or the split view.
struct TakenPlaceTests {
    private static let two = Command.tabs([
        Command.Place(key: "home", puppet: Puppet(.show("H"))), Command.Place(key: "more", puppet: Puppet(.show("M"))),
    ])
    private static let halves = Command.split(Puppet(.show("L")), Puppet(.show("D")))

    /// The primary flow finishes while it starts. The parent's handler then replaces the split view.
    @Test(arguments: [Command.show("R", .root), two, halves])
    func secondPaneDoesNotStartIfItsSplitViewWasReplaced(instead: Command) async throws {
        let leaving = Puppet(.show("L"), .finish("x"))
        let tester = try await FlowTester(
            playing: Stage(.split(leaving, Puppet(.show("late"), .show("later"))), onFinish: [instead])
        )
        let shown = try await FlowTester(playing: Stage(instead))
        #expect(tester.picture == shown.picture)
        #expect(tester.last.inspection.flows.count == shown.last.inspection.flows.count)
        try expectNothingLost(tester)
    }

    @Test func secondPaneStartsAfterTheFirstFlowHasFinished() async throws {
        let tester = try await FlowTester(
            playing: Stage(
                .split(Puppet(.show("L"), .finish("x")), Puppet(.show("D"))),
                onFinish: [.remember("so be it")]
            )
        )
        #expect(tester.picture == "split([] [D])")
    }

    /// The flow of tab `a` selects tab `b` before it shows anything. The flow of `b` finishes immediately. The parent's
    /// handler then selects `a` again, and starts another flow there, which shows tabs of its own.
    @Test(arguments: [[Command.show("D")], [.show("D"), .show("E")], [.start(Puppet(.show("D")))]])
    func flowShowsItsScreensAlthoughItsTabWasTaken(late: [Command]) async throws {
        var first = Puppet(.select("b"))
        first.opening += late
        let tester = try await FlowTester(
            playing: Stage(
                .tabs([Command.Place(key: "a", puppet: first), Command.Place(key: "b", puppet: Puppet(.finish("x")))]),
                onFinish: [.select("a"), .start(Puppet(.show("X"), Self.two))]
            )
        )
        let labels = late.count == 2 ? "D E" : "D"
        #expect(tester.picture == "tabs(*atabs(*home[H \(labels)] more[]) b[])")
        try expectNothingLost(tester)
    }

    private func expectNothingLost(_ tester: FlowTester<Stage>) throws {
        let listed = try #require(tester.navigation).screens.map(\.id)
        let held = tester.last.inspection.flows.flatMap(\.screens).map(\.id)
        #expect(held.sorted() == listed.sorted())
    }
}
