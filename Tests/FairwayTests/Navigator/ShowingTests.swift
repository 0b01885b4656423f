import Fairway
import FairwayTesting
import Testing

/// Tables of operations, containers and positions with the expected screens and moves.
struct ShowingTests {
    @Test(arguments: shows)
    func showRules(_ rule: NavigationRule) async throws { try await rule.check() }

    @Test(arguments: starts)
    func startRules(_ rule: NavigationRule) async throws { try await rule.check() }

    private static let shows = [
        NavigationRule("automatic on a stack pushes", .show("A"), when: .show("B"), then: "[A B]", "push B"),
        NavigationRule(
            "automatic over a sheet presents a stack",
            .show("A"),
            given: [[.slip("S")]],
            when: .show("B"),
            then: "[A] sheet[S] modal[B]",
            "present B"
        ),
        NavigationRule(
            "automatic over an alert, which the action closes, pushes under it",
            .show("A"),
            given: [[.question("Q")]],
            when: .show("B"),
            then: "[A B]",
            "dismiss A, push B"
        ),
        NavigationRule(
            "automatic over a modal without navigation presents a stack",
            .show("A"),
            given: [[.show("M", .modal(navigation: false))]],
            when: .show("B"),
            then: "[A] modal[M] modal[B]",
            "present B"
        ),
        NavigationRule(
            "automatic in a modal stack pushes there",
            .show("A"),
            given: [[.show("M", .modal)]],
            when: .show("B"),
            then: "[A] modal[M B]",
            "push B"
        ),
        NavigationRule("push on a stack", .show("A"), when: .show("B", .push), then: "[A B]", "push B"),
        NavigationRule("modal over a stack", .show("A"), when: .show("B", .modal), then: "[A] modal[B]", "present B"),
        NavigationRule(
            "modals on one another",
            .show("A"),
            given: [[.show("B", .modal)]],
            when: .show("C", .modal),
            then: "[A] modal[B] modal[C]",
            "present C"
        ),
        NavigationRule("a sheet is a sheet", .show("A"), when: .slip("S"), then: "[A] sheet[S]", "present S"),
        NavigationRule("a page as a sheet", .show("A"), when: .show("S", .sheet), then: "[A] sheet[S]", "present S"),
        NavigationRule("an alert is an alert", .show("A"), when: .question("Q"), then: "[A] alert[Q]", "present Q"),
        NavigationRule("a page as an alert", .show("A"), when: .show("Q", .alert), then: "[A] alert[Q]", "present Q"),
        NavigationRule(
            "an alert's action closes it",
            .show("A"),
            given: [[.question("Q")]],
            when: .remember("answer"),
            then: "[A]",
            "dismiss A"
        ),
        NavigationRule(
            "an alert whose action is refused stays open",
            .show("A"),
            given: [[.question("Q")]],
            when: .reject,
            then: "[A] alert[Q]",
            "rejected"
        ),
        NavigationRule(
            "a sheet's action leaves it there",
            .show("A"),
            given: [[.slip("S")]],
            when: .remember("answer"),
            then: "[A] sheet[S]",
            ""
        ),
        NavigationRule("replace the only screen", .show("A"), when: .show("B", .replace), then: "[B]", "replace B"),
        NavigationRule(
            "replace the top of a stack",
            .show("A"),
            .show("B"),
            when: .show("C", .replace),
            then: "[A C]",
            "replace C"
        ),
        NavigationRule(
            "replace in a modal",
            .show("A"),
            given: [[.show("M", .modal)]],
            when: .show("N", .replace),
            then: "[A] modal[N]",
            "replace N"
        ),
        NavigationRule("root of one screen", .show("A"), when: .show("B", .root), then: "[B]", "replace B"),
        NavigationRule("root of two screens", .show("A"), .show("B"), when: .show("C", .root), then: "[C]", "reset C"),
        NavigationRule(
            "root takes modals away",
            .show("A"),
            given: [[.show("M", .modal)]],
            when: .show("B", .root),
            then: "[B]",
            "reset B"
        ),
        NavigationRule(
            "root of a pushed flow leaves what is below",
            .show("A"),
            given: [[.start(Puppet(.show("B"), .show("C")))]],
            when: .show("D", .root),
            then: "[A D]",
            "pop A, push D"
        ),
        NavigationRule(
            "root of a modal flow leaves what is below",
            .show("A"),
            given: [[.start(Puppet(.show("B"), .show("C")), .modal)]],
            when: .show("D", .root),
            then: "[A] modal[D]",
            "reset D"
        ),
        NavigationRule(
            "the same screen again is another one",
            .show("A"),
            when: .show("A"),
            then: "[A A]",
            "push A"
        ),
        NavigationRule(
            "several in one change",
            .show("A"),
            when: .show("B"),
            .show("C"),
            .show("M", .modal),
            then: "[A B C] modal[M]",
            "push B, push C, present M"
        ),
        NavigationRule(
            "an update moves nothing and refreshes",
            .show("A"),
            when: .rename("B"),
            then: "[B]",
            "refresh B"
        ),
        NavigationRule(
            "an update behind the front moves nothing",
            .show("A"),
            given: [[.slip("S")]],
            when: .rename("B"),
            then: "[B] sheet[S]",
            ""
        ),
        NavigationRule(
            "push in a modal stack",
            .show("A"),
            given: [[.show("M", .modal)]],
            when: .show("B", .push),
            then: "[A] modal[M B]",
            "push B"
        ),
        NavigationRule(
            "push over a bare modal",
            .show("A"),
            given: [[.show("M", .modal(navigation: false))]],
            when: .show("B", .push),
            then: "[A] modal[M]",
            "flow-failed"
        ),
        NavigationRule(
            "replace over a sheet",
            .show("A"),
            given: [[.slip("S")]],
            when: .show("B", .replace),
            then: "[A] sheet[S]",
            "flow-failed"
        ),
        NavigationRule(
            "replace over a bare modal",
            .show("A"),
            given: [[.show("M", .modal(navigation: false))]],
            when: .show("B", .replace),
            then: "[A] modal[M]",
            "flow-failed"
        ),
    ]

    private static let starts = [
        NavigationRule("a flow is pushed", .show("A"), when: .start(Puppet(.show("B"))), then: "[A B]", "push B"),
        NavigationRule(
            "with several screens",
            .show("A"),
            when: .start(Puppet(.show("B"), .show("C"))),
            then: "[A B C]",
            "push B, push C"
        ),
        NavigationRule(
            "a flow is modal",
            .show("A"),
            when: .start(Puppet(.show("B"), .show("C")), .modal),
            then: "[A] modal[B C]",
            "present C"
        ),
        NavigationRule(
            "modal, whatever way it shows its first screen",
            .show("A"),
            when: .start(Puppet(.show("B", .push)), .modal),
            then: "[A] modal[B]",
            "present B"
        ),
        NavigationRule(
            "modal through a flow that only starts another",
            .show("A"),
            when: .start(Puppet(.start(Puppet(.show("B")), .push)), .modal),
            then: "[A] modal[B]",
            "present B"
        ),
        NavigationRule(
            "a flow that begins with an alert",
            .show("A"),
            when: .start(Puppet(.question("Q"))),
            then: "[A] alert[Q]",
            "present Q"
        ),
        NavigationRule(
            "alert, then modal: the alert does not come back",
            .show("A"),
            given: [[.start(Puppet(.question("Q")))]],
            when: .show("P", .modal),
            then: "[A] modal[P]",
            "dismiss A, present P"
        ),
        NavigationRule(
            "in the place of all content",
            .show("A"),
            .show("B"),
            when: .start(Puppet(.show("C")), .root),
            then: "[C]",
            "reset C"
        ),
        NavigationRule(
            "as the root of a flow that has shown nothing, it is that flow's content",
            .show("A"),
            when: .start(Puppet(.start(Puppet(.show("B")), .root)), .modal),
            then: "[A] modal[B]",
            "present B"
        ),
        NavigationRule(
            "as the root, in the place of an earlier one",
            .start(Puppet(.start(Puppet(.show("login")), .root), onFinish: [.start(Puppet(.show("main")), .root)])),
            given: [[.show("details")]],
            when: .finish("in"),
            then: "[main]",
            "reset main"
        ),
        NavigationRule(
            "in a slot, in the place of what was there",
            .show("A"),
            .start(Puppet(.show("B")), slot: "one"),
            .show("C"),
            when: .start(Puppet(.show("D")), slot: "one"),
            then: "[A D C]",
            "reset C"
        ),
        NavigationRule(
            "as the root, beginning with an alert: what was there is gone",
            .show("A"),
            .show("B"),
            when: .start(Puppet(.question("Q")), .root),
            then: "[Q]",
            "reset Q"
        ),
        NavigationRule(
            "as the root, beginning with an alert: what comes after it takes its place",
            .show("A"),
            .start(Puppet(.show("M")), .modal),
            given: [[.start(Puppet(.question("Q")), .root)]],
            when: .show("P"),
            then: "[A] modal[P]",
            "replace P"
        ),
        NavigationRule(
            "as the root of a modal without navigation, beginning with an alert: what comes after it takes its place",
            .show("A"),
            .start(Puppet(.show("M")), .modal(navigation: false)),
            given: [[.start(Puppet(.question("Q")), .root)]],
            when: .show("P"),
            then: "[A] modal[P]",
            "replace P"
        ),
        NavigationRule(
            "as the root, in the place of tabs: what is shown once it has left takes its place",
            .show("A"),
            .start(
                Puppet(
                    .tabs([Command.Place(key: "x", puppet: Puppet(.show("X")))]),
                    .schedule("now", seconds: 5, id: nil),
                    onFinish: [.show("P")],
                    onShout: [.start(Puppet(.show("R")), .root)]
                ),
                .modal
            ),
            after: .wait(5),
            .perform([.finish("x")]),
            then: "[A] modal[P]",
            "replace P"
        ),
        NavigationRule(
            "in a slot, a sheet in the place of a sheet",
            .show("A"),
            .start(Puppet(.slip("S")), slot: "one"),
            .schedule("again", seconds: 5, id: nil),
            onShout: [.start(Puppet(.slip("T")), slot: "one")],
            after: .wait(5),
            then: "[A] sheet[T]",
            "dismiss A, present T"
        ),
        NavigationRule(
            "as the root, in a slot that is taken",
            .show("A"),
            .start(Puppet(.show("B")), slot: "one"),
            .show("C"),
            when: .start(Puppet(.show("D")), .root, slot: "one"),
            then: "[D]",
            "reset D"
        ),
        NavigationRule(
            "side by side",
            .show("A"),
            .start(Puppet(.show("B"))),
            when: .start(Puppet(.show("C"))),
            then: "[A B C]",
            "push C"
        ),
        NavigationRule(
            "one that finishes at once",
            .show("A"),
            onFinish: [.show("R")],
            when: .start(Puppet(.finish("x"))),
            then: "[A R]",
            "push R"
        ),
        NavigationRule(
            "in the place of the screen in front",
            .show("A"),
            when: .start(Puppet(.show("B")), .replace),
            then: "[B]",
            "replace B"
        ),
        NavigationRule(
            "pushed over a sheet",
            .show("A"),
            given: [[.slip("S")]],
            when: .start(Puppet(.show("B")), .push),
            then: "[A] sheet[S]",
            "flow-failed"
        ),
    ]
}
