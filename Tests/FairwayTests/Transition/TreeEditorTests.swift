import FairwayWire
import Foundation
import Testing

@testable import Fairway

/// The editor of a tree in which a stage shows two screens, and a puppet a third one above them.
struct TreeEditorTests {
    private var editor: TreeEditor
    private let stage = NodeID(1)
    private let puppet = NodeID(2)
    private let first = ScreenID(1)
    private let second = ScreenID(2)
    private let third = ScreenID(3)

    init() throws {
        var tree = Tree()
        try tree.insert(Stage(), under: nil)
        try tree.show(Page("first"), by: stage)
        try tree.show(Landmark("second"), by: stage)
        try tree.insert(Puppet(), under: stage)
        try tree.show(Page("third"), by: puppet)
        tree.markCommitted()
        editor = TreeEditor(tree, mostOperations: 9)
    }

    private var shown: [ScreenID] { editor.tree.layers.flatMap { $0.area.entries.map(\.screen) } }

    @Test mutating func firstEndRemovesAllContentAndDecides() {
        editor.end(.completed, result: .null)
        editor.end(.expired)
        #expect(editor.tree.nodes.isEmpty && editor.tree.layers.isEmpty)
        #expect(editor.ending?.outcome == .completed)
        #expect(editor.ending?.result == .null)
        #expect(editor.before.nodes.count == 2)
    }

    @Test(arguments: [
        (SessionOutcome?.none, SessionOutcome.dismissed), (.ended, .ended), (.expired, .expired),
        (.completed, .dismissed),
    ])
    func flowLeavesAsItsSessionEndsUnlessItFinished(end: SessionOutcome?, outcome: SessionOutcome) {
        var editor = editor
        editor.noteFinished(puppet)
        if let end { editor.end(end) }
        #expect(editor.outcome(of: puppet) == .completed)
        #expect(editor.outcome(of: stage) == outcome)
    }

    @Test mutating func flowThatHasLeftMayOnlyFinishAgain() throws {
        #expect(try editor.applies(.goBack(.one), by: puppet))
        editor.tree.removeSubtree(puppet)
        #expect(try !editor.applies(.dismiss, by: puppet))
        #expect(try !editor.applies(.finish("done"), by: puppet))
        #expect(throws: Mistake.self) { try editor.applies(.goBack(.one), by: puppet) }
    }

    @Test mutating func flowWithoutContentIsDismissedUnlessItHasOperations() throws {
        #expect(try editor.contentless() == nil)
        editor.tree.remove(screens: [third])
        #expect(try editor.contentless() == puppet)
        editor.operations.expect([(.dismiss, puppet)])
        #expect(try editor.contentless() == nil)
    }

    @Test mutating func initialFlowKeepsContent() throws {
        editor.tree.removeSubtree(puppet)
        editor.tree.remove(screens: [first, second])
        #expect(throws: Mistake.self) { try editor.contentless() }
        #expect(throws: Mistake.self) { try editor.checkShowsScreen() }
        editor.end(.ended)
        try editor.checkShowsScreen()
        #expect(try editor.contentless() == nil)
    }

    @Test mutating func screensComeIntoViewAndLeaveItOnce() throws {
        #expect(!editor.hasOtherScreensVisible)
        editor.tree.remove(screens: [third])
        #expect(editor.hasOtherScreensVisible)
        let (went, came) = editor.changeView()
        #expect(went == [Area.Entry(screen: third, owner: puppet)])
        #expect(came == [Area.Entry(screen: second, owner: stage)])
        #expect(!editor.hasOtherScreensVisible)
        editor.removeFromView(came[0])
        #expect(editor.inView.isEmpty)
    }

    @Test mutating func requestNamesAScreenInView() throws {
        #expect(try editor.visible(nil).screen.id == third)
        #expect(try editor.visible("s3").owner.id == puppet)
        #expect(throws: Problem.self) { try editor.visible("s2") }
        editor.tree.remove(screens: [third])
        #expect(throws: Problem.self) { try editor.visible("s3") }
    }

    @Test mutating func screenIsKnownAfterItHasLeft() throws {
        let fourth = try editor.tree.show(Page("fourth"), by: puppet)
        let shown = try #require(editor.lastKnown(fourth))
        editor.tree.remove(screens: [third, fourth])
        #expect(editor.lastKnown(third)?.value as? Page == Page("third"))
        #expect(editor.lastKnown(fourth) == nil)
        editor.noteAppeared(shown)
        #expect(editor.lastKnown(fourth)?.value as? Page == Page("fourth"))
    }

    @Test mutating func goBackToAScreenRemovesAllAboveItInTheFlow() throws {
        #expect(try editor.backNavigation(by: puppet) == .leave(screens: [third]))
        try editor.tree.show(Page("fourth"), by: stage)
        try editor.goBack(to: Landmark.self, for: nil, by: stage)
        #expect(shown == [first, second])
        #expect(editor.tree[puppet] == nil)
        #expect(throws: Problem.self) { try editor.goBack(to: Question.self, for: nil, by: stage) }
    }

    @Test mutating func goBackKeepsAFlowWithOperations() throws {
        editor.operations.expect([(.dismiss, puppet)])
        try editor.goBack(to: Landmark.self, for: nil, by: stage)
        #expect(editor.tree[puppet] != nil)
    }

    @Test mutating func rootOfAFlowIsItsFirstScreen() throws {
        try editor.tree.show(Page("fourth"), by: puppet)
        try editor.goBackToRoot(of: puppet)
        #expect(shown == [first, second, third])
        try editor.goBackToRoot(of: stage)
        #expect(shown == [first])
    }

    @Test mutating func linkOpensAboveTheFirstScreen() {
        editor.clearAboveRoot()
        #expect(shown == [first])
        #expect(editor.tree.nodes.map(\.id) == [stage])
    }

    @Test mutating func latestValueOfAScreenIsFoundAndReplaced() throws {
        let inTree = try #require(try editor.place(of: Page.self, step: nil, in: stage))
        #expect(editor.value(at: inTree) as? Page == Page("first"))
        editor.replaceValue(at: inTree, with: Page("changed"))
        #expect(editor.tree.shown(first)?.screen.value as? Page == Page("changed"))
        #expect(editor.tree.changes.touched.contains(stage))

        editor.operations.record(.show(Page("next"), .push), by: stage)
        let recorded = try #require(try editor.place(of: Page.self, step: nil, in: stage))
        editor.replaceValue(at: recorded, with: Page("other"))
        #expect(editor.value(at: recorded) as? Page == Page("other"))
        #expect(try editor.place(of: Question.self, step: nil, in: stage) == nil)
    }

    @Test mutating func keptScreenIsTakenOnce() throws {
        let step = StepKey(screen: Page.name, id: "kept")
        let kept = RetainedScreen(type: ScreenType(Page.self, routedKinds: []), value: Page("kept"), step: step)
        editor.tree.modify(puppet) { $0.retained = [kept] }
        #expect(editor.takeRetained(StepKey(screen: Page.name, id: "other"), of: puppet) == nil)
        #expect(editor.takeRetained(step, of: puppet) as? Page == Page("kept"))
        #expect(editor.takeRetained(step, of: puppet) == nil)
    }

    @Test mutating func flowOfTheSelectedTabIsTakenOnce() throws {
        let tabs = ContainerID(20)
        let areas = ["a", "b"].enumerated().map { index, key in
            Area.TabArea(
                key: key,
                title: "",
                shownTitle: "",
                area: .stack(Area.Stack(id: ContainerID(21 + index))),
                unstarted: UnstartedFlow(flow: key, version: 1, state: .emptyObject)
            )
        }
        let area = Area.tabs(Area.Tabs(id: tabs, owner: puppet, selected: "b", tabs: areas))
        try editor.tree.place(.area(area), for: puppet, as: .root)
        let taken = editor.takeUnstarted(in: tabs)
        #expect(taken?.flow.flow == "b" && taken?.area == ContainerID(22) && taken?.owner == puppet)
        #expect(editor.takeUnstarted(in: tabs) == nil)
        editor.tree.modifyTabs(tabs) { $0.selected = "a" }
        #expect(editor.takeUnstarted(in: tabs)?.area == ContainerID(21))
    }

    @Test mutating func derivedScreenHasNoValueToChange() {
        editor.operations.record(.showDerived(Page.self, nil, .push), by: puppet)
        #expect(throws: Mistake.self) { try editor.place(of: Page.self, step: nil, in: puppet) }
    }
}

extension Tree {
    fileprivate mutating func insert<F: FlowController>(_ flow: F, under parent: NodeID?) throws {
        let type = try FlowType(flow, as: F.self, for: nil)
        insert(
            Node(
                id: next.makeNode(),
                parent: parent,
                Node.Content(
                    type: type,
                    state: flow,
                    entry: .style(.automatic),
                    startedAt: .distantPast,
                    touchedAt: .distantPast
                )
            )
        )
    }

    @discardableResult
    fileprivate mutating func show<S: Screen>(_ screen: S, by flow: NodeID) throws -> ScreenID {
        let type = ScreenType(S.self, routedKinds: [])
        let shown = ShownScreen(id: next.makeScreen(), type: type, value: screen)
        try place(.screen(shown), for: flow, as: .automatic)
        return shown.id
    }
}
