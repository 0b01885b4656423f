import Fairway
import FairwayTesting
import Testing

/// A child's result reaches its parent exactly once.
struct ResultTests {
    @Test(arguments: results, [false, true])
    func resultIsDeliveredOnce(_ row: Row, repeatingHandlers: Bool) async throws {
        let tester = try await FlowTester(playing: row.root, repeatingHandlers: repeatingHandlers)
        for step in row.steps { try await tester.send(.perform(step)) }
        #expect(tester.flow?.heard == row.heard)
        // Loading the session runs no handlers again.
        tester.engine.dropIdleSessions()
        try await tester.send(.perform([]))
        #expect(tester.flow?.heard == row.heard)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var root: Puppet
        var steps: [[Command]]
        var heard: [String]

        init(_ name: String, _ root: Puppet, _ steps: [Command]..., heard: [String]) {
            (testDescription, self.root, self.steps, self.heard) = (name, root, steps, heard)
        }
    }

    private static let results = [
        Row("finish", Puppet(.show("A")), [.start(Puppet(.show("B")))], [.finish("x")], heard: ["finish x"]),
        Row("dismiss", Puppet(.show("A")), [.start(Puppet(.show("B")))], [.dismiss], heard: ["dismiss"]),
        Row(
            "finish twice",
            Puppet(.show("A")),
            [.start(Puppet(.show("B")))],
            [.finish("x"), .finish("y")],
            heard: ["finish x"]
        ),
        Row("finish at the start", Puppet(.show("A"), .start(Puppet(.finish("x")))), heard: ["finish x"]),
        Row("dismiss at the start", Puppet(.show("A"), .start(Puppet(.dismiss))), heard: ["dismiss"]),
        Row(
            "show and finish at the start",
            Puppet(.show("A"), .start(Puppet(.show("B"), .finish("x")))),
            heard: ["finish x"]
        ),
        Row(
            "a parent that finishes in on(finishOf:)",
            Puppet(.show("A"), .start(Puppet(.start(Puppet(.finish("x"))), onFinish: [.finish("y")]))),
            heard: ["finish y"]
        ),
        Row(
            "a parent that finishes in on(dismissOf:)",
            Puppet(.show("A"), .start(Puppet(.show("B"), .start(Puppet(.show("C"))), onDismiss: [.finish("y")]))),
            [.dismiss],
            heard: ["finish y"]
        ),
        Row(
            "two, each from its slot",
            Puppet(.show("A"), .start(Puppet(.show("B")), slot: "one"), .start(Puppet(.show("C")), slot: "two")),
            [.finish("x")],
            [.finish("y")],
            heard: ["finish x in two", "finish y in one"]
        ),
        Row(
            "what a slot's new flow replaced tells nothing",
            Puppet(.show("A"), .start(Puppet(.show("B")), slot: "one"), .start(Puppet(.show("C")), slot: "one")),
            [.finish("y")],
            heard: ["finish y in one"]
        ),
        Row(
            "a grandchild's is its parent's alone",
            Puppet(.show("A"), .start(Puppet(.show("B"), .start(Puppet(.show("C")))), slot: "one")),
            [.dismiss],
            [.finish("y")],
            heard: ["finish y in one"]
        ),
        Row(
            "a modal over a modal",
            Puppet(.show("A"), .start(Puppet(.show("B"), .start(Puppet(.show("C")), .modal)), .modal)),
            [.finish("x")],
            [.finish("y")],
            heard: ["finish y"]
        ),
    ]

    @Test func rootFlowOutputIsTheSessionResult() async throws {
        let tester = try await FlowTester(
            playing: Puppet(.show("A"), .start(Puppet(.show("B"))), onFinish: [.finish("all")])
        )
        try await tester.perform(.finish("part"))
        #expect(tester.output == "all")
        #expect(tester.outcome == .completed)
        #expect(tester.state.screen == nil)
        #expect(tester.navigation == nil)
        #expect(tester.moves == [Move(.over)])
        #expect(try tester.store.load(tester.session)?.flows.isEmpty == true)
    }

    @Test func rootFlowCanFinishWhenItStarts() async throws {
        let tester = try await FlowTester(playing: Puppet(.finish("at once")))
        #expect(tester.output == "at once")
        #expect(tester.outcome == .completed)
    }
}
