import Fairway
import FairwayTesting
import Testing

/// Starting and removing flows leaves the expected tree. The scenario is the hierarchy test of the Imperio library.
struct HierarchyTests {
    @Test func finishedFlowsAreRemovedFromTheTree() async throws {
        let tester = try await FlowTester(playing: Stage(.show("root"), onShout: [.dismiss]))
        try await tester.perform(.start(Puppet(.show("1A")), slot: "1A"), .start(Puppet(.show("1B")), slot: "1B"))
        #expect(tester.hierarchy == "Stage: Page\n  Puppet: Page\n  Puppet: Page")
        try await tester.perform(.start(Puppet(.show("2A"))))
        #expect(tester.hierarchy == "Stage: Page\n  Puppet: Page\n  Puppet: Page\n    Puppet: Page")
        #expect(tester.picture == "[root 1A 1B 2A]")

        // Remove 2A and start it again.
        try await tester.perform(.finish("2A"))
        #expect(tester.picture == "[root 1A 1B]")
        try await tester.perform(.start(Puppet(.show("2A"))))
        #expect(tester.picture == "[root 1A 1B 2A]")

        // Remove 2A and 1B, start 2A under 1A, and remove 1A with its subtree.
        try await tester.perform(.finish("2A"))
        try await tester.perform(.finish("1B"))
        #expect(tester.picture == "[root 1A]")
        try await tester.perform(.start(Puppet(.show("2A"))))
        try await tester.goBack(to: try #require(tester.id(labelled: "root")))
        #expect(tester.hierarchy == "Stage: Page")
    }

    @Test func removingAFlowRemovesItsSubtree() async throws {
        let tester = try await FlowTester(
            playing: Stage(
                .show("root"),
                .start(
                    Puppet(
                        .show("1A"),
                        .start(Puppet(.show("2A"), .start(Puppet(.show("3A")), .modal))),
                        .schedule("now", seconds: 5, id: nil),
                        onShout: [.finish("1A")]
                    )
                )
            )
        )
        #expect(tester.picture == "[root 1A 2A] modal[3A]")
        try await tester.advance(by: .seconds(5))
        #expect(tester.picture == "[root]")
        #expect(tester.hierarchy == "Stage: Page")
        // The root hears only that its child 1A has finished, not that 2A and 3A were removed with it.
        #expect(tester.flow?.heard == ["finish 1A"])
    }
}
