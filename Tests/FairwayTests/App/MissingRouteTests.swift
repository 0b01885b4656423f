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

    /// The message names the call that the author wrote.
    @Test(arguments: ["/edit", "/page/edit"])
    func resultWithoutARouteFailsTheLink(_ link: String) async throws {
        let tester = try await FlowTester(Parent(), in: app)
        let problem = await #expect(throws: Problem.self) { try await tester.open(link: link) }
        #expect(problem?.code == .flowFailed)
        let remedy = "add on(finishOf: EditItem.self), or ChainLink.flow(EditItem(), ignoringResult: true)."
        #expect(problem?.detail?.hasSuffix(remedy) == true, "\(problem?.detail ?? "")")
        #expect(tester.state.revision == 1)
        try await tester.open(link: link + "/ignored")
        try await tester.send(.tap, on: EditItem.Page.self)
        #expect(!(tester.screen is EditItem.Page))
        try await tester.open(link: "/quiet")
        #expect(tester.screen is Quiet.Page)
    }

    @Test(arguments: [
        ("tabs", "Tab(…, EditItem(), ignoringResult: true)"), ("split", "nav.showSplit(…, ignoringResults: true)"),
    ])
    func resultWithoutARouteFailsTabsAndSplitViews(_ action: String, _ call: String) async throws {
        let tester = try await FlowTester(Parent(), in: app)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(action, params: RawJSON(encoding: ["ignoring": false]))
        }
        let remedy = "add on(finishOf: EditItem.self), or \(call)."
        #expect(problem?.detail?.hasSuffix(remedy) == true, "\(problem?.detail ?? "")")
        #expect(tester.state.revision == 1)
        try await tester.send(action, params: RawJSON(encoding: ["ignoring": true]))
        #expect(tester.state.revision == 2)
    }

    /// A route with a slot handles no flow without one.
    @Test func routeWithASlotHandlesOnlyFlowsInSlots() async throws {
        let app = App(initial: Slotted()) { Flow(EditItem()) }
        let tester = try await FlowTester(Slotted(), in: app)
        let problem = await #expect(throws: Problem.self) { try await tester.send(.edit(nil), on: Slotted.Page.self) }
        #expect(problem?.detail?.contains("Slotted starts EditItem, whose result String it does not handle") == true)
        try await tester.send(.edit(1), on: Slotted.Page.self)
        try await tester.send(.tap, on: EditItem.Page.self)
        #expect(tester.flow?.items == ["1 item"])
    }

    @Test func routeOfTheFlowIsUsedForAVariantOfTheChild() async throws {
        let app = App(initial: Slotted()) {
            Flow(EditItem())
            Flow(PadEditItem(), as: EditItem.self, for: .pad)
        }
        let tester = try await FlowTester(Slotted(), in: app, device: Device(idiom: .pad))
        try await tester.send(.edit(2), on: Slotted.Page.self)
        try await tester.send(.tap, on: EditItem.Page.self)
        #expect(tester.flow?.items == ["2 pad"])
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
            Link("/quiet") { _, nav in nav.chain { Quiet() } }
            Link("/edit") { _, nav in nav.chain { EditItem() } }
            Link("/edit/ignored") { _, nav in nav.chain { ChainLink.flow(EditItem(), ignoringResult: true) } }
            Link("/page/edit") { _, nav in
                nav.chain {
                    Quiet()
                    EditItem()
                }
            }
            Link("/page/edit/ignored") { _, nav in
                nav.chain {
                    Quiet()
                    ChainLink.flow(EditItem(), as: .modal, ignoringResult: true)
                }
            }
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
            case .tabs(let ignores):
                nav.showTabs(as: .modal) {
                    Tab("quiet", title: "Quiet", Quiet())
                    Tab("edit", title: "Edit", EditItem(), ignoringResult: ignores)
                }
            case .split(let ignores):
                nav.showSplit(primary: EditItem(), secondary: Quiet(), as: .modal, ignoringResults: ignores)
            }
        }
    }

    struct Page: Screen {
        static let name = "page"
        enum Action: Codable {
            case edit, editAndForget, ask, mail
            case tabs(ignoring: Bool), split(ignoring: Bool)
        }
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

private struct PadEditItem: FlowController {
    typealias Output = String
    func start(_ nav: Navigator<Self>) { nav.show(EditItem.Page()) }
    static var routes: Routes<Self> { on(EditItem.Page.self) { _, _, nav in nav.finish("pad") } }
}

private struct Slotted: FlowController {
    static let name = "Slotted"
    var items: [String] = []

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { _, action, nav in
            switch action {
            case .edit(let slot?): nav.start(EditItem(), slot: slot)
            case .edit(nil): nav.start(EditItem())
            }
        }
        on(finishOf: EditItem.self, slot: Int.self) { flow, slot, item, nav in flow.items.append("\(slot) \(item)") }
    }

    struct Page: Screen { enum Action: Codable { case edit(Int?) } }
}

private struct Quiet: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> { on(Page.self) { _, _, nav in nav.finish() } }

    struct Page: Screen {
        enum Action: Codable { case tap }
    }
}
