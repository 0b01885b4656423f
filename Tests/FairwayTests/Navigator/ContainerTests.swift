import Fairway
import FairwayTesting
import Testing

/// Tabs and split views.
struct ContainerTests {
    @Test(arguments: tabs)
    func tabRules(_ rule: NavigationRule) async throws { try await rule.check() }

    @Test(arguments: splits)
    func splitViewRules(_ rule: NavigationRule) async throws { try await rule.check() }

    private static let home = Command.Place(key: "home", puppet: Puppet(.show("H")))
    private static let more = Command.Place(key: "more", puppet: Puppet(.show("M")))
    private static let two = Command.tabs([home, more])

    private static let tabs = [
        NavigationRule("tabs start lazily", two, after: .perform([]), then: "tabs(*home[H] more[])", ""),
        NavigationRule(
            "the one selected first",
            .tabs([home, more], selected: "more"),
            after: .perform([]),
            then: "tabs(home[] *more[M])",
            ""
        ),
        NavigationRule("another tab", two, after: .select("more"), then: "tabs(home[H] *more[M])", "select more M"),
        NavigationRule(
            "each keeps its stack",
            two,
            after: .perform([.show("I")]),
            .select("more"),
            .perform([.show("N")]),
            .select("home"),
            then: "tabs(*home[H I] more[M N])",
            "select home I"
        ),
        NavigationRule("the tab in front again", two, after: .select("home"), then: "tabs(*home[H] more[])", ""),
        NavigationRule("no such tab", two, after: .select("less"), then: "tabs(*home[H] more[])", "no-such-tab"),
        NavigationRule("no tabs at all", .show("A"), after: .select("home"), then: "[A]", "no-such-tab"),
        NavigationRule(
            "selected by a flow in a tab",
            two,
            when: .select("more"),
            then: "tabs(home[H] *more[M])",
            "select more M"
        ),
        NavigationRule("selected where there are none", .show("A"), when: .select("x"), then: "[A]", "flow-failed"),
        NavigationRule(
            "selected by a wrong key",
            two,
            when: .select("x"),
            then: "tabs(*home[H] more[])",
            "no-such-tab"
        ),
        NavigationRule("push in a tab", two, when: .show("I"), then: "tabs(*home[H I] more[])", "push I"),
        NavigationRule(
            "modal over tabs",
            two,
            when: .show("I", .modal),
            then: "tabs(*home[H] more[]) modal[I]",
            "present I"
        ),
        NavigationRule(
            "selected under a modal",
            two,
            given: [[.show("I", .modal)]],
            when: .select("more"),
            then: "tabs(home[H] *more[M]) modal[I]",
            "reset I"
        ),
        NavigationRule(
            "in the place of the flow's screens",
            .show("A"),
            .show("B"),
            when: two,
            then: "tabs(*home[H] more[])",
            "reset H"
        ),
        NavigationRule(
            "over a stack in whose middle the flow lies",
            .show("A"),
            when: .start(Puppet(two)),
            then: "[A] modaltabs(*home[H] more[])",
            "present H"
        ),
        NavigationRule(
            "over a stack in which the flow had screens",
            .show("A"),
            given: [[.start(Puppet(.show("B"), .show("C")))]],
            when: two,
            then: "[A] modaltabs(*home[H] more[])",
            "pop A, present H"
        ),
        NavigationRule(
            "in a modal flow's place",
            .show("A"),
            when: .start(Puppet(two), .modal),
            then: "[A] modaltabs(*home[H] more[])",
            "present H"
        ),
        NavigationRule(
            "over what somebody else has put on the flow",
            .start(Puppet(.show("A"), .schedule("now", seconds: 5, id: nil), onShout: [two])),
            .show("B"),
            after: .wait(5),
            then: "[B] modaltabs(*home[H] more[])",
            "reset H"
        ),
        NavigationRule(
            "tabs in a tab",
            .tabs([
                Command.Place(key: "outer", puppet: Puppet(two)), Command.Place(key: "x", puppet: Puppet(.show("X"))),
            ]),
            after: .select("x"),
            .select("outer"),
            then: "tabs(*outertabs(*home[H] more[]) x[X])",
            "select outer H"
        ),
        NavigationRule(
            "back in a tab",
            two,
            after: .perform([.show("I")]),
            .back,
            then: "tabs(*home[H] more[])",
            "pop H"
        ),
        NavigationRule("back off tabs that are all there is", two, after: .back, then: "over", "over"),
        NavigationRule(
            "back off modal tabs, whichever is in front: their flow is dismissed",
            .show("A"),
            .start(Puppet(two)),
            onDismiss: [.rename("told")],
            after: .select("more"),
            .back,
            then: "[told]",
            "dismiss told"
        ),
        NavigationRule(
            "back off modal tabs over screens of the same flow: the flow stays, and is told of those in the tabs",
            .show("A"),
            .tabs([home, more], .modal),
            onDismiss: [.rename("told")],
            after: .back,
            then: "[told]",
            "dismiss told"
        ),
        NavigationRule(
            "a flow in modal tabs goes back off its first screen: the tabs go, their flow stays",
            .start(Puppet(.show("A"), .tabs([home, more], .modal))),
            when: .back,
            then: "[A]",
            "dismiss A"
        ),
        NavigationRule(
            "a tab behind whose flow has left",
            .tabs([
                Command.Place(
                    key: "home",
                    puppet: Puppet(.show("H"), .schedule("leave", seconds: 5, id: nil), onShout: [.finish("x")])
                ), more,
            ]),
            after: .select("more"),
            .wait(5),
            .select("home"),
            then: "tabs(home[] *more[M])",
            "no-such-tab"
        ),
        NavigationRule(
            "tabs behind in which nothing is left",
            .tabs([
                Command.Place(
                    key: "outer",
                    puppet: Puppet(
                        .tabs([
                            Command.Place(
                                key: "home",
                                puppet: Puppet(
                                    .show("H"),
                                    .schedule("leave", seconds: 5, id: nil),
                                    onShout: [.finish("x")]
                                )
                            )
                        ])
                    )
                ), more,
            ]),
            after: .select("more"),
            .wait(5),
            .select("outer"),
            then: "tabs(outertabs(*home[]) *more[M])",
            "no-such-tab"
        ),
        NavigationRule(
            "a flow in a tab goes back to its root",
            two,
            given: [[.show("I"), .show("J")]],
            when: .backToRoot,
            then: "tabs(*home[H] more[])",
            "pop H"
        ),
        NavigationRule(
            "the flow of the tabs goes back one, in the tab in front",
            .tabs([home, more]),
            .schedule("up", seconds: 5, id: nil),
            onShout: [.back],
            after: .select("more"),
            .select("home"),
            .perform([.show("I")]),
            .wait(5),
            then: "tabs(*home[H] more[M])",
            "pop H"
        ),
        NavigationRule(
            "the flow of the tabs goes back to its root: the tabs stay as they are",
            .tabs([home, more]),
            .schedule("up", seconds: 5, id: nil),
            onShout: [.backToRoot],
            after: .perform([.show("I")]),
            .perform([.show("J", .modal)]),
            .wait(5),
            then: "tabs(*home[H I] more[])",
            "dismiss I"
        ),
        NavigationRule(
            "to a root under modal tabs of a sub flow",
            .show("A"),
            .schedule("up", seconds: 5, id: nil),
            .start(Puppet(two)),
            onShout: [.backToRoot],
            after: .wait(5),
            then: "[A]",
            "dismiss A"
        ),
        NavigationRule(
            "a tab whose flow leaves must get something else to show",
            two,
            when: .finish("x"),
            then: "tabs(*home[H] more[])",
            "flow-failed"
        ),
        NavigationRule(
            "a tab whose flow leaves gets something else to show",
            two,
            onFinish: [.select("more")],
            when: .finish("x"),
            then: "tabs(home[] *more[M])",
            "select more M"
        ),
        NavigationRule("no tabs in tabs", .show("A"), when: .tabs([]), then: "[A]", "flow-failed"),
        NavigationRule("two tabs of one key", .show("A"), when: .tabs([home, home]), then: "[A]", "flow-failed"),
        NavigationRule(
            "selected is none of them",
            .show("A"),
            when: .tabs([home], selected: "x"),
            then: "[A]",
            "flow-failed"
        ),
        NavigationRule("replace in a tab", two, when: .show("I", .replace), then: "tabs(*home[I] more[])", "replace I"),
        NavigationRule("root in a tab", two, when: .show("I", .root), then: "tabs(*home[I] more[])", "replace I"),
        NavigationRule(
            "a flow in a tab",
            two,
            when: .start(Puppet(.show("I"))),
            then: "tabs(*home[H I] more[])",
            "push I"
        ),
    ]

    private static let halves = Command.split(Puppet(.show("L")), Puppet(.show("D")))

    private static let splits = [
        NavigationRule("both halves start", halves, after: .perform([]), then: "split([L] [D])", ""),
        NavigationRule("what the detail shows", halves, when: .show("E"), then: "split([L] [D E])", "push E"),
        NavigationRule(
            "what the detail shows in the list",
            halves,
            when: .show("K", .pane(.primary)),
            then: "split([L K] [D])",
            "push K"
        ),
        NavigationRule(
            "a flow in a half",
            halves,
            when: .start(Puppet(.show("E"), .show("F")), .pane(.secondary)),
            then: "split([L] [D E F])",
            "push E, push F"
        ),
        NavigationRule(
            "a flow in a half finishes",
            halves,
            given: [[.start(Puppet(.show("E"), .show("F")), .pane(.secondary))]],
            when: .finish("x"),
            then: "split([L] [D])",
            "pop D"
        ),
        NavigationRule(
            "modal over both",
            halves,
            when: .show("M", .modal),
            then: "split([L] [D]) modal[M]",
            "present M"
        ),
        NavigationRule(
            "a half where there is no split view",
            .show("A"),
            when: .show("B", .pane(.secondary)),
            then: "[A]",
            "flow-failed"
        ),
        NavigationRule("back in a half", halves, after: .perform([.show("E")]), .back, then: "split([L] [D])", "pop D"),
        NavigationRule(
            "a half emptied leaves the other",
            halves,
            onFinish: [.remember("so be it")],
            when: .finish("x"),
            then: "split([L] [])",
            "reset L"
        ),
        NavigationRule(
            "over a stack in whose middle the flow lies",
            .show("A"),
            when: .start(Puppet(halves)),
            then: "[A] modalsplit([L] [D])",
            "present D"
        ),
        NavigationRule(
            "back off a modal split view",
            .show("A"),
            .start(Puppet(halves)),
            onDismiss: [.rename("told")],
            after: .back,
            then: "[told]",
            "dismiss told"
        ),
        NavigationRule("replace in a half", halves, when: .show("E", .replace), then: "split([L] [E])", "replace E"),
        NavigationRule("root in a half", halves, when: .show("E", .root), then: "split([L] [E])", "replace E"),
        NavigationRule(
            "goBack in a half",
            halves,
            given: [[.show("E")]],
            when: .back,
            then: "split([L] [D])",
            "pop D"
        ),
    ]

    @Test func tabHasATitle() async throws {
        let tester = try await FlowTester(Titled()) { Flow(Puppet()) }
        guard case .tabs(_, let tabs)? = tester.state.navigation?.content else {
            Issue.record("there are no tabs")
            return
        }
        #expect(tabs.map(\.title) == ["At home", "More"])
    }

    @Test func bothPanesAreVisibleAndTakeActions() async throws {
        let tester = try await FlowTester(playing: Stage(Self.halves))
        #expect(tester.state.visible.map(\.id) == [try #require(tester.id(labelled: "L"))])
        #expect(tester.state.screen?.id == tester.id(labelled: "D"))
        try await tester.send(.perform([.show("K")]), on: tester.id(labelled: "L"))
        #expect(tester.picture == "split([L K] [D])")
        #expect(tester.state.screen?.id == tester.id(labelled: "D"))
    }

    @Test func tabSelectionByContainerResolvesEqualKeys() async throws {
        let tester = try await FlowTester(
            playing: Stage(.tabs([Command.Place(key: "more", puppet: Puppet(Self.two)), Self.home]))
        )
        let outer = try #require(tester.navigation?.id)
        try await tester.select("home", in: outer)
        #expect(tester.picture == "tabs(moretabs(*home[H] more[]) *home[H])")
    }
}

private struct Titled: FlowController {
    typealias Output = Done

    func start(_ nav: Navigator<Self>) {
        nav.showTabs {
            Tab("home", title: "At home", Puppet(.show("H")), ignoringResult: true)
            Tab("more", title: "More", Puppet(.show("M")), ignoringResult: true)
        }
    }
}
