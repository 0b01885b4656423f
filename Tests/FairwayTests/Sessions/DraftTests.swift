import Fairway
import FairwayTesting
import Testing

/// Drafts (`protocol.md` 4.7).
struct DraftTests {
    @Test func draftIsReturnedWithoutNewRevision() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A")))
        try await tester.setDraft(["name": "Ad"])
        #expect(tester.state.screen?.draft?.description == #"{"name":"Ad"}"#)
        #expect(tester.state.revision == 1)
        try await tester.setDraft(nil)
        #expect(tester.state.screen?.draft == nil)
        #expect(tester.drafts.isEmpty)
    }

    @Test func draftRemainsUntilActionOnItsScreenSucceeds() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A")))
        try await tester.setDraft(["name": "Ad"])
        await #expect(throws: Problem.self) { try await tester.perform(.reject) }
        #expect(tester.drafts.count == 1)
        try await tester.perform(.rename("B"))
        #expect(tester.drafts.isEmpty)
    }

    @Test func draftSentWithRejectedActionIsStored() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A")))
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.perform([.reject]), draft: "typed")
        }
        #expect(problem?.state?.screen?.draft?.description == #""typed""#)
        #expect(tester.drafts.count == 1)
        try await tester.send(.perform([]), draft: "typed more")
        #expect(tester.drafts.isEmpty)
    }

    @Test func draftIsDeletedWithItsScreen() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A"), .show("B")))
        try await tester.setDraft("typed")
        try await tester.goBack()
        #expect(tester.drafts.isEmpty)
    }

    @Test func draftRemainsWhileScreenIsCovered() async throws {
        let tester = try await FlowTester(
            playing: Puppet(.show("A"), .schedule("now", seconds: 5, id: nil), onShout: [.question("Q")])
        )
        let screen = try #require(tester.state.screen?.id)
        try await tester.setDraft("typed")
        try await tester.advance(by: .seconds(5))
        #expect(tester.picture == "[A] alert[Q]")
        // A rejected action on a covered screen stores its draft too.
        let problem = await #expect(throws: Problem.self) {
            try await tester.send("perform", on: screen, draft: "typed more")
        }
        #expect(problem?.code == .staleScreen)
        try await tester.perform(.remember("answered"))
        #expect(tester.state.screen?.draft?.description == #""typed more""#)
    }

    @Test func draftsAreAcceptedForAnyScreenInTree() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A"), .show("B"), .show("M", .modal)))
        try await tester.setDraft("below", on: tester.id(labelled: "A"))
        #expect(tester.drafts.count == 1)
        let problem = await #expect(throws: Problem.self) { try await tester.setDraft("nowhere", on: "s99") }
        #expect(problem?.code == .noSuchScreen)
    }

    @Test func draftIsLimitedTo16KiB() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A")))
        let long = JSONValue.string(String(repeating: "x", count: 16 * 1_024 - 1))
        let problem = await #expect(throws: Problem.self) { try await tester.setDraft(long) }
        #expect(problem?.code == .bodyTooLarge)
        await #expect(throws: Problem.self) { try await tester.send(.perform([]), draft: long) }
        #expect(tester.drafts.isEmpty)
        try await tester.setDraft(.string(String(repeating: "x", count: 16 * 1_024 - 2)))
        #expect(tester.drafts.count == 1)
    }

    @Test func flowCanKeepUserOnScreenWithDraft() async throws {
        let tester = try await FlowTester(Form()) {}
        #expect(tester.state.screen?.backAsks == true)
        try await tester.goBack(draft: ["name": "Ada"])
        #expect(tester.screen is Form.Unsaved)
        try await tester.send(.keepEditing, on: Form.Unsaved.self)
        #expect(tester.screen is Form.Page)
        #expect(tester.state.screen?.draft?.description == #"{"name":"Ada"}"#)
        try await tester.goBack()
        try await tester.send(.discard, on: Form.Unsaved.self)
        #expect(tester.outcome == .dismissed)
    }

    @Test func userCanLeaveScreenWithoutDraft() async throws {
        let tester = try await FlowTester(Form()) {}
        try await tester.goBack()
        #expect(tester.outcome == .dismissed)
    }
}

/// Asks before it discards a draft.
private struct Form: FlowController {
    typealias Output = Done

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Unsaved.self) { flow, action, nav in
            if action == .discard { nav.dismiss() }
        }
        on(back: Page.self) { flow, gesture, nav in
            guard let typed = gesture.draft(as: Page.self), typed != gesture.screen else { return .leave }
            nav.show(Unsaved())
            return .stay
        }
    }

    struct Page: Screen, Hashable {
        var name = ""
    }

    struct Unsaved: Alert {
        var title: Text = "Discard your changes?"
        var message: Text = ""
        var buttons = [AlertButton("Discard", Action.discard, style: .destructive)]
        enum Action: String, Codable { case discard, keepEditing }
    }
}
