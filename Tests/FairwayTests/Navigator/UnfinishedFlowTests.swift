import Fairway
import Testing

@testable import FairwayTesting

/// Flows that are temporarily without content during a change.
struct UnfinishedFlowTests {
    @Test(arguments: [[Command.start(Puppet(.show("B"), .back))], [.show("B"), .back]])
    func flowWithPendingRequestsIsNotDismissed(first: [Command]) async throws {
        var puppet = Puppet()
        puppet.opening = first + [.show("D")]
        let tester = try await FlowTester(playing: Stage(.show("A"), .start(puppet)))
        #expect(tester.picture == "[A D]")
        #expect(tester.flow?.heard.contains("dismiss") == false)
    }

    /// Only the tab's first screen leaves.
    @Test func goingBackFromATabsFirstScreenKeepsTheOtherTabs() async throws {
        let both = Puppet(.select("b"), .show("B"), .select("a"))
        let tester = try await FlowTester(
            playing: Stage(
                .show("A"),
                .tabs(
                    [Command.Place(key: "a", puppet: both), Command.Place(key: "b", puppet: Puppet(.show("S")))],
                    .modal
                )
            )
        )
        try await tester.perform(.back, .show("D"))
        #expect(tester.picture == "[A] modaltabs(*a[D] b[S])")
        #expect(tester.flow?.heard == [])
    }

    @Test func flowWithoutContentIsDismissedAfterTheChange() async throws {
        let tester = try await FlowTester(
            playing: Stage(.show("A"), .start(Puppet(.show("B"), .back, .shout("gone"))), onDismiss: [.show("C")])
        )
        #expect(tester.picture == "[A C]")
        #expect(tester.flow?.heard == ["dismiss"])
    }

    /// A tab's flow selects another tab before it shows anything, and that tab's flow removes content as it starts.
    @Test(arguments: [
        Puppet(.show("B"), .show("C"), .back), Puppet(.finish("x")), Puppet(.show("B"), .finish("x")),
    ])
    func otherTabsCannotDismissAStartingTab(other: Puppet) async throws {
        let tester = try await FlowTester(
            playing: Stage(
                .tabs([
                    Command.Place(key: "a", puppet: Puppet(.select("b"), .show("D"), .select("a"))),
                    Command.Place(key: "b", puppet: other),
                ]),
                onFinish: [.backToRoot]
            )
        )
        #expect(tester.picture == "tabs(*a[D] b[\(other.opening.count == 3 ? "B" : "")])")
    }

    /// The screens are replaced while the flow starts. This is not an error.
    @Test func flowCanLoseItsScreensWhileItStarts() async throws {
        let tester = try await FlowTester(
            playing: Stage(
                .tabs([
                    Command.Place(key: "a", puppet: Puppet(.show("D"), .select("b"))),
                    Command.Place(key: "b", puppet: Puppet(.finish("x"))),
                ]),
                onFinish: [.select("a"), .show("Z", .replace)]
            )
        )
        #expect(tester.picture == "tabs(*a[Z] b[])")
        #expect(tester.flow?.heard == ["finish x", "dismiss"])
    }
}
