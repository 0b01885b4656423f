import Fairway
import FairwayTesting
import TestWaits
import Testing

/// Programming errors in an app are reported with their fix.
@Suite(.waiting)
struct DeveloperErrorTests {
    @Test func appWithTwoFlowsOfTheSameNameIsRejected() {
        expectMistake("two flows are called Puppet") {
            App(initial: Stage()) {
                Flow(Puppet())
                Flow(Puppet(.show("A")))
            }
        }
    }

    @Test func initialFlowThatShowsNothingFailsTheStart() async throws {
        let problem = await #expect(throws: Problem.self) { try await FlowTester(playing: Stage()) }
        #expect(problem?.detail?.contains("Stage started and shows nothing: show a screen") == true)
    }

    @Test func linkToAnUndeclaredFlowFails() async throws {
        let app = App(initial: Stage(.show("A"))) {
            Flow(Puppet())
            Link("/other") { _, nav in nav.chain { Other() } }
        }
        let problem = await #expect(throws: Problem.self) {
            try await FlowTester(Stage(.show("A")), in: app, link: "/other")
        }
        #expect(problem?.detail?.contains("add Flow(Other()) to it") == true)
    }

    @Test func appWithTwoScreensOfTheSameNameIsRejected() {
        expectMistake("two screens are called Twin") { App(initial: Twins()) }
    }

    @Test func flowWithTwoRoutesForTheSameKeyIsRejected() {
        expectMistake("has two routes for the same thing (action of") { App(initial: Twice()) }
    }

    @Test func routeForAnUndeclaredChildFlowIsRejected() {
        expectMistake("has a route for Puppet, which the app does not declare: add Flow(Puppet())") {
            App(initial: Stage())
        }
    }

    @Test func variantOfAnUndeclaredFlowIsRejected() {
        expectMistake("Puppet itself is not declared: add Flow(Puppet())") {
            App(initial: Solo()) { Flow(Puppet(), as: Puppet.self, for: .pad) }
        }
    }

    @Test func oneTypeForTwoFlowsIsRejected() {
        expectMistake("Puppet is declared both as Puppet and as Other: use a separate type for each.") {
            App(initial: Stage()) {
                Flow(Puppet())
                Flow(Other())
                Flow(Puppet(), as: Other.self, for: .pad)
            }
        }
    }

    @Test(arguments: [("/a/:x", "/a/:y"), ("/a", "/A"), ("/:x/b", "/a/b"), ("/a/:x", "/a/b")])
    func linkHiddenByAnEarlierLinkIsRejected(_ first: String, _ second: String) {
        expectMistake("the link \(second) is never reached, because the earlier link \(first) matches") {
            App(initial: Solo()) {
                Link(first) { link, nav in }
                Link(second) { link, nav in }
            }
        }
    }

    @Test func specificLinkBeforeAGeneralOneIsAccepted() throws {
        _ = try Engine(
            App(initial: Solo()) {
                Link("/a/b") { link, nav in }
                Link("/a/:x") { link, nav in }
            },
            store: MemoryStore()
        )
    }

    @Test func twoServicesOfTheSameTypeAreRejected() {
        expectMistake("the service Gate is declared twice: keep one of them.") {
            App(initial: Solo()) {
                Service(Gate.self) { _ in Gate() }
                Service(Gate.self) { _ in Gate() }
            }
        }
    }

    @Test func filesWithTheSamePathOrWithoutOneAreRejected() {
        expectMistake("the file index.html is declared twice: keep one of them.") {
            App(initial: Solo()) {
                PublicFile("index.html", "a")
                PublicFile("index.html", "b")
            }
        }
        expectMistake("the file “/index.html” has no path like index.html") {
            App(initial: Solo()) { PublicFile("/index.html", "a") }
        }
    }

    @Test func genericTypeIsRejectedBecauseItsNameIsNotStable() {
        expectMistake("give it a `static let name`") { App(initial: Solo()) { Flow(Box<Int>()) } }
        expectMistake("give it a `static let name`") { App(initial: ShowsBoxes()) }
    }

    @Test func routeForAScreenThatItsOwnerHandlesCausesAWarning() throws {
        let engine = try Engine(App(initial: Meddler()) { Flow(Home()) }, store: MemoryStore())
        #expect(engine.warnings.count == 1)
        #expect(engine.warnings.first?.contains("Remove it otherwise.") == true)
    }

    @Test func initialFlowThatRequiresInputCausesAWarning() throws {
        let required = try Engine(App(initial: Ticketed()) { Flow(Walkable()) }, store: MemoryStore())
        #expect(required.warnings.count == 1)
        #expect(required.warnings.first?.hasPrefix("Ticketed requires input, so links, `play` and") == true)
        // No warning for another flow, or for optional members.
        let optional = try Engine(App(initial: Walkable()) { Flow(Ticketed()) }, store: MemoryStore())
        #expect(optional.warnings.isEmpty)
    }

    @Test(arguments: atRunTime)
    func programmingErrorsAtRunTimeNameTheirFix(_ row: Row) async throws {
        let tester = try await FlowTester(playing: Stage(.show("A")))
        let problem = await #expect(throws: Problem.self) { try await tester.send(.perform(row.commands)) }
        #expect(problem?.code == row.code)
        #expect(problem?.detail?.contains(row.sentence) == true, "\(problem?.detail ?? "no detail")")
        #expect(tester.picture == "[A]")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var commands: [Command]
        var sentence: String
        var code: ProblemCode
        var testDescription: String { sentence }

        init(_ commands: Command..., says sentence: String, code: ProblemCode = .flowFailed) {
            (self.commands, self.sentence, self.code) = (commands, sentence, code)
        }
    }

    private static let atRunTime = [
        Row(.start(Puppet()), says: "Puppet started and shows nothing: show a screen, start a flow or finish"),
        Row(.slip("S"), .show("B", .push), says: "show(Page, as: .push): there is no navigation stack in front"),
        Row(
            .show("B", .pane(.secondary)),
            says: "no split view of this flow or of one above it is in front. Show one first."
        ),
        Row(.select("x"), says: "neither this flow nor one above it shows tabs"),
        Row(.tabs([]), says: "showTabs without a tab: name at least one."),
        Row(
            .start(Puppet(.show("B"), .finish("x"), .show("C"))),
            says: "a flow has ended and then asked to show Page: call finish() or dismiss() last"
        ),
        Row(.backToLandmark, says: "There is no Landmark to go back to.", code: .cannotGoBack),
    ]

    @Test func initialFlowWithoutContentFailsTheChange() async throws {
        let tester = try await FlowTester(playing: Stage(.start(Puppet(.show("A")))))
        let problem = await #expect(throws: Problem.self) { try await tester.perform(.finish("x")) }
        #expect(problem?.detail?.contains("nothing is left to show: Stage has no screen") == true)
        #expect(tester.picture == "[A]")
    }

    @Test func endlessHandlerRecursionFailsTheChange() async throws {
        let tester = try await FlowTester(playing: Puppet(.show("A"), onShout: [.shout("again")]))
        let problem = await #expect(throws: Problem.self) { try await tester.perform(.shout("once")) }
        #expect(problem?.detail?.contains("do two handlers call each other?") == true)
    }

    @Test func startingAnUndeclaredFlowNamesIt() async throws {
        let tester = try await FlowTester(StartsAnything())
        let problem = await #expect(throws: Problem.self) { try await tester.send(.go, on: StartsAnything.Page.self) }
        #expect(problem?.detail?.contains("Puppet is not declared in the app: add Flow(Puppet()) to it.") == true)
    }

    @Test func privateScreenWithoutARouteIsRejected() async throws {
        let problem = await #expect(throws: Problem.self) { try await FlowTester(Hidden()) }
        #expect(problem?.detail?.contains("add screen(Hidden.Page.self) to the routes of the flow") == true)
    }

    private func expectMistake(
        _ sentence: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        in app: () -> App
    ) {
        let app = app()
        let mistake = #expect(throws: Mistake.self, sourceLocation: sourceLocation) {
            try Engine(app, store: MemoryStore())
        }
        let said = mistake?.description ?? ""
        #expect(said.contains(sentence), "\(said)", sourceLocation: sourceLocation)
    }
}

private struct Solo: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Screen()) }
    struct Screen: Fairway.Screen {}
}

private struct Other: FlowController {
    typealias Output = String
    func start(_ nav: Navigator<Self>) { nav.show(Page("A")) }
}

private struct Twins: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(One()) }

    static var routes: Routes<Self> {
        screen(One.self)
        screen(Two.self)
    }

    struct One: Screen { static let name = "Twin" }
    struct Two: Screen { static let name = "Twin" }
}

private struct Twice: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page("A")) }

    static var routes: Routes<Self> {
        on(Page.self) { flow, action, nav in }
        on(Page.self) { flow, action, nav in }
    }
}

private struct Hidden: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    struct Page: Screen {}
}

private struct Box<Content: Codable & Sendable>: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Page("A")) }
}

private struct ShowsBoxes: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(BoxScreen<Int>()) }
    static var routes: Routes<Self> { screen(BoxScreen<Int>.self) }
}

private struct BoxScreen<Content: Codable & Sendable>: Screen {}

private struct Home: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Menu()) }
    static var routes: Routes<Self> { on(Menu.self) { flow, action, nav in } }
    struct Menu: Screen { enum Action: String, Codable { case tap } }
}

private struct Meddler: FlowController {
    func start(_ nav: Navigator<Self>) { nav.start(Home()) }
    static var routes: Routes<Self> { on(Home.Menu.self) { flow, action, nav in } }
}

private struct Ticketed: FlowController {
    struct Input: Codable { var ticket: String }
    init() {}
    init(_ input: Input) {}
    func start(_ nav: Navigator<Self>) { nav.show(Page("A")) }
}

private struct Walkable: FlowController {
    struct Input: Codable { var step: Int? }
    init() {}
    init(_ input: Input) {}
    func start(_ nav: Navigator<Self>) { nav.show(Page("A")) }
}

private struct StartsAnything: FlowController {
    typealias Output = Done
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }
    static var routes: Routes<Self> { on(Page.self) { flow, action, nav in nav.start(Puppet(.show("B"))) } }
    struct Page: Screen { enum Action: String, Codable { case go } }
}
