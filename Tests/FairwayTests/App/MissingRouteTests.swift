import Fairway
import FairwayTesting
import FairwayWire
import Testing

/// Mistakes in an app that would lose an action, a result or a job.
struct MissingRouteTests {
    @Test func screenWithActionsAndWithoutARouteStopsTheStart() {
        let message = "Deaf has actions (tap), and no flow has a route for it: add on(Deaf.self) { … } to the routes"
        expectMistake(message) { App(initial: DerivesDeaf()) }
        expectMistake(message) { App(initial: StepsOverDeaf()) }
    }

    @Test func screenIsHandledByAFlowOfItsChain() async throws {
        let outside = try await detail(of: Shower(), in: App(initial: Shower()) { Flow(Listener()) })
        let message =
            "Shower shows Deaf, and neither it nor a flow above it has a route for the actions (tap): "
            + "add on(Deaf.self) { … } to the routes of Shower, or screen(handledAbove: Deaf.self) if it may be shown "
            + "without such a flow."
        #expect(outside?.hasSuffix(message) == true, "\(outside ?? "")")
        let inside = try await FlowTester(Listener(), in: App(initial: Listener()) { Flow(Shower()) })
        try await inside.send(.tap, on: Deaf.self)
        #expect(inside.flow?.heard == 1)
    }

    @Test func flowMayLeaveActionsToTheFlowsAbove() async throws {
        let tester = try await FlowTester(Modest(), in: App(initial: Modest()))
        let problem = await #expect(throws: Problem.self) { try await tester.send(.tap, on: Deaf.self) }
        #expect(problem?.code == .unhandledAction)
    }

    @Test func resultWithoutARouteFailsTheStartOfTheChild() async throws {
        let tester = try await FlowTester(Parent(), in: app)
        let problem = await #expect(throws: Problem.self) { try await tester.send(.edit, on: Parent.Page.self) }
        #expect(problem?.code == .flowFailed)
        #expect(
            problem?.detail?.hasSuffix(
                "Parent starts EditItem, whose result String it does not handle: add on(finishOf: EditItem.self), "
                    + "or nav.start(EditItem(), ignoringResult: true)."
            ) == true,
            "\(problem?.detail ?? "")"
        )
        #expect(tester.screen is Parent.Page)
        try await tester.send(.editAndForget, on: Parent.Page.self)
        try await tester.send(.tap, on: EditItem.Page.self)
        #expect(tester.screen is Parent.Page)
        // A flow without a result needs no route.
        try await tester.send(.ask, on: Parent.Page.self)
        #expect(tester.screen is Quiet.Page)
    }

    @Test func jobThatNobodyPerformsFailsTheChange() async throws {
        let tester = try await FlowTester(Parent(), in: app)
        let problem = await #expect(throws: Problem.self) { try await tester.send(.mail, on: Parent.Page.self) }
        let message = "Parent runs the job Parent.Mail, which has no performer: add Performer("
        #expect(problem?.detail?.contains(message) == true)
    }

    private func expectMistake(_ sentence: String, in app: () -> App) {
        let app = app()
        let mistake = #expect(throws: Mistake.self) { try Engine(app, store: MemoryStore()) }
        #expect(mistake?.description.contains(sentence) == true, "\(mistake?.description ?? "")")
    }

    private var app: App {
        App(initial: Parent()) {
            Flow(EditItem())
            Flow(Quiet())
        }
    }

    private func detail<F: FlowController>(of flow: F, in app: App) async throws -> String? {
        let problem = await #expect(throws: Problem.self) { _ = try await FlowTester(flow, in: app) }
        return problem?.detail
    }
}

private struct Deaf: Screen {
    static let name = "Deaf"
    enum Action: Codable { case tap }
}

private struct DerivesDeaf: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Deaf.self) }
    static var routes: Routes<Self> { shows(Deaf.self) { _ in Deaf() } }
}

private struct StepsOverDeaf: OrderedFlow {
    static var order: Order<Self> { step(Deaf.self) { _ in Deaf() } }
}

private struct Shower: FlowController {
    static let name = "Shower"
    func start(_ nav: Navigator<Self>) { nav.show(Deaf()) }
}

private struct Listener: FlowController {
    var heard = 0
    func start(_ nav: Navigator<Self>) { nav.start(Shower()) }
    static var routes: Routes<Self> { on(Deaf.self) { flow, _, _ in flow.heard += 1 } }
}

private struct Modest: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Deaf()) }
    static var routes: Routes<Self> { screen(handledAbove: Deaf.self) }
}

private struct Parent: FlowController {
    static let name = "Parent"

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { _, action, nav in
            switch action {
            case .edit: nav.start(EditItem())
            case .editAndForget: nav.start(EditItem(), ignoringResult: true)
            case .ask: nav.start(Quiet())
            case .mail: nav.run(Mail())
            }
        }
    }

    struct Page: Screen {
        static let name = "page"
        enum Action: Codable { case edit, editAndForget, ask, mail }
    }

    struct Mail: Job {
        static let name = "Parent.Mail"
        typealias Output = Done
    }
}

private struct EditItem: FlowController {
    static let name = "EditItem"
    typealias Output = String

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> { on(Page.self) { _, _, nav in nav.finish("item") } }

    struct Page: Screen {
        static let name = "EditItem.Page"
        enum Action: Codable { case tap }
    }
}

private struct Quiet: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> { on(Page.self) { _, _, nav in nav.finish() } }

    struct Page: Screen {
        enum Action: Codable { case tap }
    }
}
