import Fairway
import FairwayTesting
import Testing

/// The order of handlers within a change and across changes.
struct LifecycleTests {
    @Test func startDoesNotRunAgainWhenASessionIsLoaded() async throws {
        let tester = try await FlowTester(Diary()) { Flow(Chapter()) }
        for _ in 0..<3 {
            tester.engine.dropIdleSessions()
            try await tester.send(.nothing, on: Diary.Page.self)
        }
        #expect(tester.flow?.lines == ["start", "appear A"])
    }

    @Test func appearAndDisappearHandlersFollowVisibility() async throws {
        let tester = try await FlowTester(Diary()) { Flow(Chapter()) }
        try await tester.send(.push("B"), on: Diary.Page.self)
        try await tester.send(.modal("C"), on: Diary.Page.self)
        try await tester.goBack()
        try await tester.goBack()
        #expect(
            tester.flow?.lines == [
                "start", "appear A", "disappear A", "appear B", "disappear B", "appear C", "disappear C", "appear B",
                "disappear B", "appear A",
            ]
        )
    }

    @Test func screenCoveredInTheSameChangeDoesNotAppear() async throws {
        let tester = try await FlowTester(Diary()) { Flow(Chapter()) }
        try await tester.send(.pushTwo("B", "C"), on: Diary.Page.self)
        #expect(tester.flow?.lines == ["start", "appear A", "disappear A", "appear C"])
    }

    @Test func appearHandlerCanShowAnotherScreen() async throws {
        let tester = try await FlowTester(Diary()) { Flow(Chapter()) }
        try await tester.send(.push("redirect"), on: Diary.Page.self)
        #expect(
            tester.flow?.lines.suffix(4) == [
                "disappear A", "appear redirect", "disappear redirect", "appear elsewhere",
            ]
        )
    }

    @Test func handlersRunBeforeDismissalsAndVisibilityHandlersRunLast() async throws {
        let tester = try await FlowTester(Diary()) { Flow(Chapter()) }
        try await tester.send(.begin, on: Diary.Page.self)
        try await tester.send(.end, on: Chapter.Page.self)
        #expect(
            tester.flow?.lines == [
                "start", "appear A", "disappear A", "finished after end of chapter", "appear A",
            ]
        )
    }

    @Test func flowsNestUpToSixtyFourDeep() async throws {
        let tester = try await FlowTester(Nest(depth: 1))
        for depth in 2...64 {
            try await tester.send(.deeper, on: Nest.Page.self)
            #expect(tester.flows(of: Nest.self).count == depth)
        }
        let problem = await #expect(throws: Problem.self) { try await tester.send(.deeper, on: Nest.Page.self) }
        #expect(problem?.code == .rejected)
        #expect(problem?.detail?.contains("Flows nest at most 64 deep") == true)
        #expect(tester.flows(of: Nest.self).count == 64)
        try await tester.send(.end, on: Nest.Page.self)
        #expect(tester.flows(of: Nest.self).count == 63)
    }

    @Test func sixtyFourFlowsCanEndInOneChange() async throws {
        let tester = try await FlowTester(Nest(depth: 64), restoring: .afterEveryStep)
        #expect(tester.flows(of: Nest.self).count == 64)
        try await tester.send(.endAll, on: Nest.Page.self)
        #expect(tester.outcome == .completed)
    }

    @Test func tooDeepStartIsRejected() async throws {
        let problem = await #expect(throws: Problem.self) { try await FlowTester(Nest(depth: 65)) }
        #expect(problem?.code == .rejected)
    }
}

/// Records the handlers that run.
private struct Diary: FlowController {
    typealias Output = Done
    var lines: [String] = []

    enum Action: Codable {
        case nothing, begin
        case push(String), modal(String), pushTwo(String, String)
    }

    mutating func start(_ nav: Navigator<Self>) {
        lines.append("start")
        nav.show(Page(title: "A"))
    }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            switch action {
            case .nothing: break
            case .begin: nav.start(Chapter())
            case .push(let title): nav.show(Page(title: title))
            case .modal(let title): nav.show(Page(title: title), as: .modal)
            case .pushTwo(let first, let second):
                nav.show(Page(title: first))
                nav.show(Page(title: second))
            }
        }
        on(appear: Page.self) { flow, page, nav in
            flow.lines.append("appear \(page.title)")
            if page.title == "redirect" { nav.show(Page(title: "elsewhere"), as: .replace) }
        }
        on(disappear: Page.self) { flow, page, nav in flow.lines.append("disappear \(page.title)") }
        on(finishOf: Chapter.self) { flow, last, nav in flow.lines.append("finished after \(last)") }
    }

    struct Page: Screen {
        typealias Action = Diary.Action
        var title: String
    }
}

private struct Chapter: FlowController {
    typealias Output = String

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> { on(Page.self) { flow, action, nav in nav.finish("end of chapter") } }

    struct Page: Screen { enum Action: String, Codable { case end } }
}

/// Starts itself recursively to a given depth.
private struct Nest: FlowController {
    typealias Output = Bool
    var depth: Int

    func start(_ nav: Navigator<Self>) {
        if depth > 1 { nav.start(Nest(depth: depth - 1)) } else { nav.show(Page()) }
    }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in
            switch action {
            case .deeper: nav.start(Nest(depth: 1))
            case .end: nav.finish(false)
            case .endAll: nav.finish(true)
            }
        }
        on(finishOf: Nest.self) { flow, isAll, nav in if isAll { nav.finish(true) } }
    }

    struct Page: Screen { enum Action: String, Codable { case deeper, end, endAll } }
}
