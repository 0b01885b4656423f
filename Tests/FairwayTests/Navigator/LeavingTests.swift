import Fairway
import FairwayTesting
import Testing

/// `finish`, `dismiss` and `goBack`.
struct LeavingTests {
    @Test(arguments: finishes)
    func finishRules(_ rule: NavigationRule) async throws { try await rule.check() }

    @Test(arguments: backs)
    func goBackRules(_ rule: NavigationRule) async throws { try await rule.check() }

    private static let finishes = [
        NavigationRule(
            "a pushed flow with all its screens",
            .show("A"),
            given: [[.start(Puppet(.show("B"), .show("C")))]],
            when: .finish("x"),
            then: "[A]",
            "pop A"
        ),
        NavigationRule(
            "a modal flow with its modals",
            .show("A"),
            given: [[.start(Puppet(.show("B")), .modal)], [.show("C", .modal)]],
            when: .finish("x"),
            then: "[A]",
            "dismiss A"
        ),
        NavigationRule(
            "a parent finishes when its child does",
            .show("A"),
            given: [[.start(Puppet(.show("B"), .start(Puppet(.show("C"))), onFinish: [.finish("y")]))]],
            when: .finish("x"),
            then: "[A]",
            "pop A"
        ),
        NavigationRule(
            "the parent shows something for the result",
            .show("A"),
            onFinish: [.show("R")],
            given: [[.start(Puppet(.show("B")))]],
            when: .finish("x"),
            then: "[A R]",
            "replace R"
        ),
        NavigationRule(
            "the parent has nothing else to show, so that it takes the place",
            .start(Puppet(.show("A"))),
            onFinish: [.show("R")],
            when: .finish("x"),
            then: "[R]",
            "replace R"
        ),
        NavigationRule(
            "a parent with nothing else to show leaves as well",
            .show("A"),
            given: [[.start(Puppet(.start(Puppet(.show("B")))))]],
            when: .finish("x"),
            then: "[A]",
            "pop A"
        ),
        NavigationRule(
            "twice is harmless",
            .show("A"),
            given: [[.start(Puppet(.show("B")))]],
            when: .finish("x"),
            .finish("y"),
            then: "[A]",
            "pop A"
        ),
        NavigationRule(
            "finish, then dismiss, is a finish",
            .show("A"),
            onFinish: [.rename("finished")],
            onDismiss: [.rename("dismissed")],
            given: [[.start(Puppet(.show("B")))]],
            when: .finish("x"),
            .dismiss,
            then: "[finished]",
            "pop finished"
        ),
        NavigationRule(
            "dismiss tells the parent so",
            .show("A"),
            onDismiss: [.rename("dismissed")],
            given: [[.start(Puppet(.show("B")))]],
            when: .dismiss,
            then: "[dismissed]",
            "pop dismissed"
        ),
        NavigationRule("the root finishes", .show("A"), when: .finish("x"), then: "over", "over"),
        NavigationRule("the root is dismissed", .show("A"), when: .dismiss, then: "over", "over"),
    ]

    private static let backs = [
        NavigationRule("one screen", .show("A"), .show("B"), when: .back, then: "[A]", "pop A"),
        NavigationRule(
            "the flow itself, at its first screen",
            .show("A"),
            given: [[.start(Puppet(.show("B")))]],
            when: .back,
            then: "[A]",
            "pop A"
        ),
        NavigationRule(
            "a modal",
            .show("A"),
            given: [[.show("M", .modal)]],
            when: .back,
            then: "[A]",
            "dismiss A"
        ),
        NavigationRule(
            "to a screen by its type",
            .landmark("L"),
            .show("B"),
            .show("C"),
            when: .backToLandmark,
            then: "[L]",
            "pop L"
        ),
        NavigationRule(
            "to the latest of that type",
            .landmark("L"),
            .landmark("M"),
            .show("C"),
            when: .backToLandmark,
            then: "[L M]",
            "pop M"
        ),
        NavigationRule(
            "to a screen under a modal",
            .landmark("L"),
            .show("B"),
            given: [[.show("M", .modal)]],
            when: .backToLandmark,
            then: "[L]",
            "reset L"
        ),
        NavigationRule("to the root", .show("A"), .show("B"), .show("C"), when: .backToRoot, then: "[A]", "pop A"),
        NavigationRule(
            "to the root of a pushed flow",
            .show("A"),
            given: [[.start(Puppet(.show("B"), .show("C"), .show("D")))]],
            when: .backToRoot,
            then: "[A B]",
            "pop B"
        ),
        NavigationRule(
            "to the root, from a modal",
            .show("A"),
            .show("B"),
            given: [[.show("M", .modal)]],
            when: .backToRoot,
            then: "[A]",
            "reset A"
        ),
        NavigationRule("to the root at the root", .show("A"), when: .backToRoot, then: "[A]", ""),
        NavigationRule(
            "to the screen that is the root now",
            .show("A"),
            .show("B"),
            given: [[.show("C", .root)], [.show("D")]],
            when: .backToRoot,
            then: "[C]",
            "pop C"
        ),
        NavigationRule(
            "not across what was made the root",
            .show("A"),
            given: [[.show("B", .root)]],
            when: .back,
            then: "[B]",
            "cannot-go-back"
        ),
    ]
}
