import Fairway
import FairwayTesting
import Testing

/// The effect of the system's back gesture.
struct BackGestureTests {
    @Test(arguments: rules)
    func goBackRules(_ rule: NavigationRule) async throws { try await rule.check() }

    private static let rules = [
        NavigationRule("one screen", .show("A"), .show("B"), after: .back, then: "[A]", "pop A"),
        NavigationRule(
            "to an earlier screen",
            .show("A"),
            .show("B"),
            .show("C"),
            after: .backTo("A"),
            then: "[A]",
            "pop A"
        ),
        NavigationRule(
            "to an earlier screen, across a flow",
            .show("A"),
            .start(Puppet(.show("B"), .show("C"))),
            onDismiss: [.rename("told")],
            after: .backTo("A"),
            then: "[told]",
            "pop told"
        ),
        NavigationRule(
            "to the screen in front",
            .show("A"),
            .show("B"),
            after: .backTo("B"),
            then: "[A B]",
            "no-such-screen"
        ),
        NavigationRule(
            "to a screen in another stack",
            .show("A"),
            .show("M", .modal),
            after: .backTo("A"),
            then: "[A] modal[M]",
            "no-such-screen"
        ),
        NavigationRule(
            "off the first screen of a pushed flow: its parent is told",
            .show("A"),
            .start(Puppet(.show("B"))),
            onDismiss: [.rename("told")],
            after: .back,
            then: "[told]",
            "pop told"
        ),
        NavigationRule(
            "off the first screen of a modal flow",
            .show("A"),
            .start(Puppet(.show("B")), .modal),
            onDismiss: [.rename("told")],
            after: .back,
            then: "[told]",
            "dismiss told"
        ),
        NavigationRule(
            "off the first screen of flows within flows: deepest first",
            .show("A"),
            .start(Puppet(.start(Puppet(.show("B"))), onDismiss: [.remember("told")])),
            onDismiss: [.rename("told too")],
            after: .back,
            then: "[told too]",
            "pop told too"
        ),
        NavigationRule(
            "off a flow whose parent shows something instead",
            .show("A"),
            .start(Puppet(.start(Puppet(.show("B"))), onDismiss: [.show("C")])),
            after: .back,
            then: "[A C]",
            "replace C"
        ),
        NavigationRule("off a sheet", .show("A"), .slip("S"), after: .back, then: "[A]", "dismiss A"),
        NavigationRule("off an alert", .show("A"), .question("Q"), after: .back, then: "[A]", "dismiss A"),
        NavigationRule(
            "off an alert that is all a flow shows",
            .show("A"),
            .start(Puppet(.question("Q"))),
            onDismiss: [.rename("told")],
            after: .back,
            then: "[told]",
            "dismiss told"
        ),
        NavigationRule(
            "off the upper of two modals",
            .show("A"),
            .show("M", .modal),
            .show("N", .modal),
            after: .back,
            then: "[A] modal[M]",
            "dismiss M"
        ),
        NavigationRule("off the root's first screen", .show("A"), after: .back, then: "over", "over"),
        NavigationRule(
            "off the first screen of a flow that is all the root has",
            .start(Puppet(.show("A"))),
            after: .back,
            then: "over",
            "over"
        ),
        NavigationRule(
            "off the first screen of a flow whose root then shows something",
            .start(Puppet(.show("A"))),
            onDismiss: [.show("B")],
            after: .back,
            then: "[B]",
            "replace B"
        ),
        NavigationRule(
            "not across a screen that was made the root",
            .show("A"),
            after: .perform([.show("B", .root)]),
            .back,
            then: "[B]",
            "cannot-go-back"
        ),
        NavigationRule(
            "to a screen that was made the root",
            .show("A"),
            after: .perform([.show("B", .root)]),
            .perform([.show("C")]),
            .back,
            then: "[B]",
            "pop B"
        ),
        NavigationRule(
            "not across a screen that a sub flow made its root",
            .show("A"),
            after: .perform([.start(Puppet(.show("B")))]),
            .perform([.show("C", .root)]),
            .back,
            then: "[A C]",
            "cannot-go-back"
        ),
        NavigationRule(
            "not across what replaced a screen that was made the root",
            .show("A"),
            after: .perform([.start(Puppet(.show("B")))]),
            .perform([.show("C", .root)]),
            .perform([.show("D", .replace)]),
            .back,
            then: "[A D]",
            "cannot-go-back"
        ),
        NavigationRule(
            "not past a sub flow's root by naming what is below",
            .show("A"),
            after: .perform([.start(Puppet(.show("B")))]),
            .perform([.show("C", .root)]),
            .perform([.show("D")]),
            .backTo("A"),
            then: "[A C D]",
            "cannot-go-back"
        ),
        NavigationRule(
            "not to the login that the main area replaced",
            .start(Puppet(.show("login")), .root),
            onFinish: [.start(Puppet(.show("main")), .root)],
            after: .perform([.finish("in")]),
            .back,
            then: "[main]",
            "cannot-go-back"
        ),
        NavigationRule(
            "not to earlier content that a flow replaced",
            .show("A"),
            after: .perform([.start(Puppet(.show("B")), .root)]),
            .back,
            then: "[B]",
            "cannot-go-back"
        ),
        NavigationRule(
            "out of a sub flow whose content was replaced, to its parent",
            .show("A"),
            onDismiss: [.rename("told")],
            after: .perform([.start(Puppet(.show("login")))]),
            .perform([.start(Puppet(.show("main")), .root)]),
            .back,
            then: "[told]",
            "pop told"
        ),
    ]

    @Test(arguments: [Command.back, .dismiss])
    func initialFlowCannotDismissItself(_ command: Command) async throws {
        let tester = try await FlowTester(playing: Stage(.show("A")))
        let problem = await #expect(throws: Problem.self) { try await tester.perform(command) }
        #expect(problem?.code == .cannotGoBack)
        #expect(tester.picture == "[A]")
    }

    @Test func screenThatStaysOffersNoWayBack() async throws {
        let tester = try await FlowTester(PaymentInProgress())
        #expect(tester.screen is PaymentInProgress.Processing)
        #expect(tester.state.screen?.back == false)
        #expect(tester.state.screen?.backAsks == false)
        try await tester.goBack()
        #expect(tester.screen is PaymentInProgress.Processing)
    }

    @Test func dismissHandlersRunDeepestFirst() async throws {
        let inner = Puppet(.start(Puppet(.show("B"))), onDismiss: [.toast("inner")])
        let tester = try await FlowTester(playing: Puppet(.show("A"), .start(inner), onDismiss: [.toast("outer")]))
        try await tester.goBack()
        #expect(try tester.effects(Toast.self).map(\.text) == ["inner", "outer"])
    }

    @Test func initialFlowCannotBeLeftByABackGesture() async throws {
        let tester = try await FlowTester(playing: Stage(.show("A")))
        #expect(tester.state.screen?.back == false)
        let problem = await #expect(throws: Problem.self) { try await tester.goBack() }
        #expect(problem?.code == .cannotGoBack)
        #expect(tester.picture == "[A]")
    }

    @Test func reportedBackBehaviourMatchesTheGesture() async throws {
        for rule in Self.rules {
            let tester = try await FlowTester(playing: rule.root, restoring: .never)
            let isAllowed = try #require(tester.state.screen).back
            let refused = await problem { try await tester.goBack() }
            #expect(isAllowed == (refused == nil), "\(rule.name)")
        }
    }

    private func problem(_ body: () async throws -> Void) async -> Problem? {
        do {
            try await body()
            return nil
        } catch {
            return error as? Problem
        }
    }
}

private struct PaymentInProgress: FlowController {
    typealias Output = Done

    func start(_ nav: Navigator<Self>) {
        nav.show(Form())
        nav.show(Processing(), as: .modal(navigation: false))
    }

    static var routes: Routes<Self> {
        screen(Form.self)
        screen(Processing.self)
        stays(on: Processing.self)
    }

    struct Form: Screen {}
    struct Processing: Screen {}
}
