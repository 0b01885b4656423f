import Fairway
import FairwayTesting
import Testing

/// Imperio's hierarchy test: flows are added and removed, and what is left is what should be.
struct HierarchyTests {
    @Test func flowsAreAddedAndRemoved() async throws {
        let tester = try await FlowTester(playing: Stage(.show("root"), onShout: [.dismiss]))
        try await tester.perform(.start(Puppet(.show("1A")), slot: "1A"), .start(Puppet(.show("1B")), slot: "1B"))
        #expect(tester.hierarchy == "Stage: Page\n  Puppet: Page\n  Puppet: Page")
        try await tester.perform(.start(Puppet(.show("2A"))))
        #expect(tester.hierarchy == "Stage: Page\n  Puppet: Page\n  Puppet: Page\n    Puppet: Page")
        #expect(tester.picture == "[root 1A 1B 2A]")

        // 2A goes and comes back.
        try await tester.perform(.finish("2A"))
        #expect(tester.picture == "[root 1A 1B]")
        try await tester.perform(.start(Puppet(.show("2A"))))
        #expect(tester.picture == "[root 1A 1B 2A]")

        // 1A goes with its subtree, and so does 1B with its own.
        try await tester.perform(.finish("2A"))
        try await tester.perform(.finish("1B"))
        #expect(tester.picture == "[root 1A]")
        try await tester.perform(.start(Puppet(.show("2A"))))
        try await tester.goBack(to: try #require(tester.id(labelled: "root")))
        #expect(tester.hierarchy == "Stage: Page")
    }

    @Test func removingAFlowRemovesItsWholeSubtree() async throws {
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
        // Only the parent is told, and only of its own child.
        #expect(tester.flow?.heard == ["finish 1A"])
    }
}
