import Fairway
import FairwayTesting
import Testing

/// Tables of navigation operations in different containers, with the expected screens and moves.
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
            "automatic over an alert pushes after the action has closed the alert",
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
            "automatic in a modal stack pushes onto that stack",
            .show("A"),
            given: [[.show("M", .modal)]],
            when: .show("B"),
            then: "[A] modal[M B]",
            "push B"
        ),
        NavigationRule("push on a stack", .show("A"), when: .show("B", .push), then: "[A B]", "push B"),
        NavigationRule("modal over a stack", .show("A"), when: .show("B", .modal), then: "[A] modal[B]", "present B"),
        NavigationRule(
            "modal over a modal",
            .show("A"),
            given: [[.show("B", .modal)]],
            when: .show("C", .modal),
            then: "[A] modal[B] modal[C]",
            "present C"
        ),
        NavigationRule(
            "a screen that is a sheet is presented as one",
            .show("A"),
            when: .slip("S"),
            then: "[A] sheet[S]",
            "present S"
        ),
        NavigationRule(
            "a page shown as a sheet",
            .show("A"),
            when: .show("S", .sheet),
            then: "[A] sheet[S]",
            "present S"
        ),
        NavigationRule(
            "a screen that is an alert is presented as one",
            .show("A"),
            when: .question("Q"),
            then: "[A] alert[Q]",
            "present Q"
        ),
        NavigationRule(
            "a page shown as an alert",
            .show("A"),
            when: .show("Q", .alert),
            then: "[A] alert[Q]",
            "present Q"
        ),
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
            "a sheet's action keeps the sheet open",
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
        NavigationRule("root in place of one screen", .show("A"), when: .show("B", .root), then: "[B]", "replace B"),
        NavigationRule(
            "root in place of two screens",
            .show("A"),
            .show("B"),
            when: .show("C", .root),
            then: "[C]",
            "reset C"
        ),
        NavigationRule(
            "root removes modals",
            .show("A"),
            given: [[.show("M", .modal)]],
            when: .show("B", .root),
            then: "[B]",
            "reset B"
        ),
        NavigationRule(
            "root of a pushed flow keeps the screens below the flow",
            .show("A"),
            given: [[.start(Puppet(.show("B"), .show("C")))]],
            when: .show("D", .root),
            then: "[A D]",
            "pop A, push D"
        ),
        NavigationRule(
            "root of a modal flow keeps the screens below the modal",
            .show("A"),
            given: [[.start(Puppet(.show("B"), .show("C")), .modal)]],
            when: .show("D", .root),
            then: "[A] modal[D]",
            "reset D"
        ),
        NavigationRule(
            "showing an equal screen again pushes another one",
            .show("A"),
            when: .show("A"),
            then: "[A A]",
            "push A"
        ),
        NavigationRule(
            "several screens in one change",
            .show("A"),
            when: .show("B"),
            .show("C"),
            .show("M", .modal),
            then: "[A B C] modal[M]",
            "push B, push C, present M"
        ),
        NavigationRule(
            "an update refreshes the screen in its place",
            .show("A"),
            when: .rename("B"),
            then: "[B]",
            "refresh B"
        ),
        NavigationRule(
            "an update of a covered screen causes no move",
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
            "push over a modal without navigation fails",
            .show("A"),
            given: [[.show("M", .modal(navigation: false))]],
            when: .show("B", .push),
            then: "[A] modal[M]",
            "flow-failed"
        ),
        NavigationRule(
            "replace over a sheet fails",
            .show("A"),
            given: [[.slip("S")]],
            when: .show("B", .replace),
            then: "[A] sheet[S]",
            "flow-failed"
        ),
        NavigationRule(
            "replace over a modal without navigation fails",
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
            "a flow with several screens is pushed",
            .show("A"),
            when: .start(Puppet(.show("B"), .show("C"))),
            then: "[A B C]",
            "push B, push C"
        ),
        NavigationRule(
            "a flow with several screens is presented in one modal",
            .show("A"),
            when: .start(Puppet(.show("B"), .show("C")), .modal),
            then: "[A] modal[B C]",
            "present C"
        ),
        NavigationRule(
            "a modal flow may push its first screen",
            .show("A"),
            when: .start(Puppet(.show("B", .push)), .modal),
            then: "[A] modal[B]",
            "present B"
        ),
        NavigationRule(
            "a modal flow may start another flow instead of showing a screen",
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
            "a modal replaces an alert, which does not return",
            .show("A"),
            given: [[.start(Puppet(.question("Q")))]],
            when: .show("P", .modal),
            then: "[A] modal[P]",
            "dismiss A, present P"
        ),
        NavigationRule(
            "a flow as root replaces all content",
            .show("A"),
            .show("B"),
            when: .start(Puppet(.show("C")), .root),
            then: "[C]",
            "reset C"
        ),
        NavigationRule(
            "a flow as root of a flow that has shown nothing becomes its content",
            .show("A"),
            when: .start(Puppet(.start(Puppet(.show("B")), .root)), .modal),
            then: "[A] modal[B]",
            "present B"
        ),
        NavigationRule(
            "a flow as root replaces an earlier flow that was root",
            .start(Puppet(.start(Puppet(.show("login")), .root), onFinish: [.start(Puppet(.show("main")), .root)])),
            given: [[.show("details")]],
            when: .finish("in"),
            then: "[main]",
            "reset main"
        ),
        NavigationRule(
            "a flow in a slot replaces the flow that is in the slot",
            .show("A"),
            .start(Puppet(.show("B")), slot: "one"),
            .show("C"),
            when: .start(Puppet(.show("D")), slot: "one"),
            then: "[A D C]",
            "reset C"
        ),
        NavigationRule(
            "a flow as root that begins with an alert removes the earlier content",
            .show("A"),
            .show("B"),
            when: .start(Puppet(.question("Q")), .root),
            then: "[Q]",
            "reset Q"
        ),
        NavigationRule(
            "the next screen replaces the alert of a flow as root",
            .show("A"),
            .start(Puppet(.show("M")), .modal),
            given: [[.start(Puppet(.question("Q")), .root)]],
            when: .show("P"),
            then: "[A] modal[P]",
            "replace P"
        ),
        NavigationRule(
            "the next screen replaces the alert of a flow as root of a modal without navigation",
            .show("A"),
            .start(Puppet(.show("M")), .modal(navigation: false)),
            given: [[.start(Puppet(.question("Q")), .root)]],
            when: .show("P"),
            then: "[A] modal[P]",
            "replace P"
        ),
        NavigationRule(
            "the next screen replaces a flow as root that has replaced tabs and has finished",
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
            "a sheet in a slot replaces the sheet that is in the slot",
            .show("A"),
            .start(Puppet(.slip("S")), slot: "one"),
            .schedule("again", seconds: 5, id: nil),
            onShout: [.start(Puppet(.slip("T")), slot: "one")],
            after: .wait(5),
            then: "[A] sheet[T]",
            "dismiss A, present T"
        ),
        NavigationRule(
            "a flow as root in an occupied slot replaces all content",
            .show("A"),
            .start(Puppet(.show("B")), slot: "one"),
            .show("C"),
            when: .start(Puppet(.show("D")), .root, slot: "one"),
            then: "[D]",
            "reset D"
        ),
        NavigationRule(
            "a second child flow is pushed above the first",
            .show("A"),
            .start(Puppet(.show("B"))),
            when: .start(Puppet(.show("C"))),
            then: "[A B C]",
            "push C"
        ),
        NavigationRule(
            "a flow that finishes in its start shows nothing",
            .show("A"),
            onFinish: [.show("R")],
            when: .start(Puppet(.finish("x"))),
            then: "[A R]",
            "push R"
        ),
        NavigationRule(
            "a flow replaces the front screen",
            .show("A"),
            when: .start(Puppet(.show("B")), .replace),
            then: "[B]",
            "replace B"
        ),
        NavigationRule(
            "push of a flow over a sheet fails",
            .show("A"),
            given: [[.slip("S")]],
            when: .start(Puppet(.show("B")), .push),
            then: "[A] sheet[S]",
            "flow-failed"
        ),
    ]
}
