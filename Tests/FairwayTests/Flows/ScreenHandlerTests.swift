import Fairway
import FairwayTesting
import Testing

/// Handlers of actions that also receive the screen.
struct ScreenHandlerTests {
    @Test func handlerReceivesTheScreenAsTheUserSawIt() async throws {
        let tester = try await FlowTester(Librarian()) { Flow(Reader()) }
        try await tester.send(.turn(by: 2), on: Reader.Book.self)
        #expect(tester.flow?.read == ["page 1, then 3"])
        try await tester.send(.turn(by: 1), on: Reader.Book.self)
        #expect(tester.flow?.read == ["page 1, then 3", "page 3, then 4"])
    }

    @Test func handlerReceivesTheScreenOnWhichTheUserActed() async throws {
        let tester = try await FlowTester(Librarian(isSplit: true)) { Flow(Reader()) }
        let left = try #require(tester.state.visible.first?.id)
        try await tester.send("turn", params: RawJSON(encoding: ["by": 1]), on: left)
        try await tester.send("turn", params: RawJSON(encoding: ["by": 1]), on: left)
        #expect(tester.flow?.read.map { $0.prefix(6) } == ["page 1", "page 1"])
    }

    @Test func handlerReceivesAnAlertThatIsClosed() async throws {
        let tester = try await FlowTester(Librarian()) { Flow(Reader()) }
        try await tester.send(.close, on: Reader.Book.self)
        try await tester.send(.yes, on: Librarian.Sure.self)
        #expect(tester.flow?.read == ["Close it?"])
    }

    @Test func twoHandlersForOneScreenAreRejected() {
        let mistake = #expect(throws: Mistake.self) { try Engine(App(initial: Torn()), store: MemoryStore()) }
        let sentence = "Torn has two routes for the same thing (action of Reader.Book); keep one of them."
        #expect(mistake?.description == sentence)
    }
}

/// Handles the actions of `Book`, which its child flow ``Reader`` shows.
private struct Librarian: FlowController {
    typealias Output = Done
    var isSplit = false
    var read: [String] = []

    func start(_ nav: Navigator<Self>) {
        if isSplit { nav.showSplit(primary: Reader(), secondary: Reader()) } else { nav.start(Reader()) }
    }

    static var routes: Routes<Self> {
        on(Reader.Book.self) { flow, book, action, nav in
            switch action {
            case .turn(let pages):
                nav.update(Reader.Book.self) { $0.page += pages }
                let page = nav.instance(of: Reader.Book.self)?.page ?? 0
                flow.read.append("page \(book.page), then \(page)")
            case .close: nav.show(Sure())
            }
        }
        on(Sure.self) { flow, alert, answer, nav in flow.read.append("\(alert.title)") }
    }

    struct Sure: Alert {
        var title: Text = "Close it?"
        var message: Text = ""
        var buttons = [AlertButton("Yes", Action.yes)]
        enum Action: String, Codable { case yes }
    }
}

private struct Reader: FlowController {
    typealias Output = Done

    func start(_ nav: Navigator<Self>) { nav.show(Book()) }

    struct Book: Screen {
        var page = 1
        enum Action: Codable { case turn(by: Int), close }
    }
}

private struct Torn: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Reader.Book()) }

    static var routes: Routes<Self> {
        on(Reader.Book.self) { flow, action, nav in }
        on(Reader.Book.self) { flow, book, action, nav in }
    }
}
