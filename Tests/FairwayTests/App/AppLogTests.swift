import Fairway
import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

/// Lines that an app writes to the server's log.
@Suite(.waiting)
struct AppLogTests {
    @Test(arguments: [false, true])
    func lineOfAHandlerIsWrittenOnceWithItsChange(repeatingHandlers: Bool) async throws {
        let tester = try await FlowTester(
            Till(),
            in: Till.app,
            user: User(id: "ada"),
            repeatingHandlers: repeatingHandlers
        )
        try await tester.send(.charge, on: Till.Page.self)
        let line = try #require(tester.log.first)
        #expect(tester.log.count == 1)
        #expect(line.message == "charged")
        #expect(line.level == .info)
        #expect(line.fields.map(\.name) == ["amount", "card"])
        #expect(line["amount"] == "12")
        #expect(line["card"] == "•••")
        #expect((line.session, line.flow, line.user) == (tester.session, Till.name, "ada"))
    }

    @Test func linesOfARefusedChangeAreWritten() async throws {
        let tester = try await FlowTester(Till(), in: Till.app, repeatingHandlers: true)
        await #expect(throws: Problem.self) { try await tester.send(.refuse, on: Till.Page.self) }
        #expect(tester.log.map(\.message) == ["card declined"])
        #expect(tester.log.map(\.level) == [.warning])
    }

    @Test func lineOfAPerformerHasTheFlowAndTheUser() async throws {
        let tester = try await FlowTester(Till(), in: Till.app, user: User(id: "ada"))
        try await tester.send(.book, on: Till.Page.self)
        try await tester.performJobs()
        let line = try #require(tester.log.first)
        #expect((line.message, line.level) == ("booking", .error))
        #expect((line.session, line.flow, line.user) == (tester.session, Till.name, "ada"))
    }

    @Test func linesAreLimited() async throws {
        let tester = try await FlowTester(Till(), in: Till.app)
        try await tester.send(.chat, on: Till.Page.self)
        #expect(tester.log.count == 64)
        let line = try #require(tester.log.first)
        #expect(line.message == String(repeating: "x", count: 1_024))
        #expect(line.fields.count == 15)
        #expect(line.fields.first?.name == "a_b")
        #expect(line.fields.first?.value == String(repeating: "v", count: 1_024))
    }

    @Test func linesOfALateHandlerAreWrittenWhenItReturns() async throws {
        let (clock, lines, gate) = (ManualClock(), RecordedLog(), Gate())
        let app = App(initial: Till()) {
            Performer(Till.Book.self) { _, _ in Done() }
            Service(Gate.self) { _ in gate }
        }
        let engine = try Engine(app, store: MemoryStore(), observers: [lines], clock: clock)
        let session = try await engine.start(StartRequest()).state().session
        let action = Change.action(name: "wait", params: nil, screen: nil, draft: nil)
        let call = Task { await engine.perform(action, on: session, by: Caller(.app, request: "tap-1")) }
        await gate.arrivals(1)
        await clock.waiting(1)
        clock.advance(by: 10)
        #expect(await call.value.code == .flowTimeout)
        #expect(lines.lines.isEmpty)
        gate.open()
        try await until { !lines.lines.isEmpty }
        #expect(lines.lines.map(\.message) == ["waited"])
        #expect(lines.lines.map(\.request) == ["tap-1"])
    }

    @Test func handlerTimesAreCountedByFlow() async throws {
        let tester = try await FlowTester(Till(), in: Till.app)
        try await tester.send(.charge, on: Till.Page.self)
        let times = tester.engine.statistics.flowHandlerMicroseconds
        #expect(Array(times.keys) == [Till.name])
        #expect(times[Till.name]?.total == 2)
    }
}

private struct Till: FlowController {
    static let app = App(initial: Till()) {
        Performer(Book.self) { _, attempt in
            attempt.log.error("booking")
            return Done()
        }
    }

    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { _, action, nav in
            switch action {
            case .charge: nav.log.info("charged", ["amount": 12, "card": Sensitive("4111")])
            case .book: nav.run(Book())
            case .refuse:
                nav.log.warning("card declined")
                throw Problem(.rejected, "Your card was declined.")
            case .wait:
                let gate = try nav.dependencies[Gate.self]
                nav.log.info("waited")
                await gate.pass()
            case .chat:
                let long = String(repeating: "v", count: 2_000)
                for _ in 0..<70 {
                    nav.log.info(
                        String(repeating: "x", count: 2_000),
                        [
                            "a b": long, "a b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9, "j": 10,
                            "k": 11, "l": 12, "m": 13, "n": 14, "o": 15, "p": 16, "q": 17, "r": 18,
                        ]
                    )
                }
            }
        }
        on(completion: Book.self) { _, _, _ in }
    }

    struct Page: Screen {
        enum Action: Codable { case charge, book, refuse, wait, chat }
    }

    struct Book: Job {}
}
