import Fairway
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

/// Sessions that the app's own code starts, signals and ends.
@Suite(.waiting)
struct SessionServiceTests {
    private let clock = ManualClock()
    private let engine: Engine
    private let sessions: Sessions

    init() throws {
        let app = App(initial: Stage(.show("nothing"))) {
            Flow(Puppet())
            Flow(Order(), start: .appOnly)
        }
        engine = try Engine(app, store: MemoryStore(), clock: clock, identifiers: CountedIdentifiers())
        sessions = AppContext(engine).sessions
    }

    @Test func flowThatClientsCannotStartIsStarted() async throws {
        let state = try await sessions.start(Order(number: "7"))
        #expect(state.screen?.viewModel.description == #"{"number":"7"}"#)
        #expect(state.token != nil)
        #expect(try await sessions.state(state.session).revision == 1)
        let named = try await sessions.start(StartRequest(flow: "Order"), by: .verified(User(id: "ada")))
        #expect(named.token == nil)
    }

    @Test func startHappensOncePerIDForSevenDays() async throws {
        let first = try await sessions.start(Order(number: "7"), id: "evt_1")
        clock.advance(by: 6 * 86_400)
        let second = try await sessions.start(Order(number: "7"), id: "evt_1")
        #expect(second.session == first.session)
        #expect(second.token == first.token)
        let problem = await #expect(throws: Problem.self) { try await sessions.start(Order(number: "8"), id: "evt_1") }
        #expect(problem?.code == .idempotencyKeyReused)
        #expect(try await sessions.start(Order(number: "7"), id: "evt_2").session != first.session)
    }

    @Test func signalHappensOncePerID() async throws {
        let session = try await sessions.start(Order()).session
        let first = try await sessions.signal(Paid(amount: 5), to: .session(session), id: "evt_1")
        #expect(first == SignalDelivery(.delivered, session: session, revision: 2))
        let second = try await sessions.signal(Paid(amount: 5), to: .session(session), id: "evt_1")
        #expect(second == SignalDelivery(.duplicate, session: session, revision: 2))
        try await sessions.signal(Paid(amount: 6), to: .session(session))
        #expect(try await paid(session) == [5, 6])
        let problem = await #expect(throws: Problem.self) {
            try await sessions.signal(Paid(amount: 7), to: .session(session), id: "evt_1")
        }
        #expect(problem?.code == .idempotencyKeyReused)
    }

    @Test func refusedSignalIsDecidedAgain() async throws {
        let session = try await sessions.start(Order()).session
        for _ in 0..<2 {
            let problem = await #expect(throws: Problem.self) {
                try await sessions.signal(Unknown(), to: .session(session), id: "evt_1")
            }
            #expect(problem?.code == .unhandledSignal)
        }
        // The refusal was not stored under the id.
        try await sessions.signal(Paid(amount: 5), to: .session(session), id: "evt_1")
        #expect(try await paid(session) == [5])
    }

    @Test func idOfAClientDoesNotHideASignal() async throws {
        let state = try await sessions.start(Order())
        let caller = Caller(.token(try #require(state.token)))
        _ = await engine.perform(
            .refresh,
            on: state.session,
            by: caller,
            guards: Guards(key: RequestKey("evt_1", fingerprint: "x"))
        )
        let delivery = try await sessions.signal(Paid(amount: 5), to: .session(state.session), id: "evt_1")
        #expect(delivery.status == .delivered)
    }

    @Test func signalReachesTheNewestSessionOfAUserWithARoute() async throws {
        let ada = Requester.verified(User(id: "ada"))
        let older = try await sessions.start(Order(), by: ada).session
        clock.advance(by: 1)
        let ended = try await sessions.start(Order(), by: ada).session
        try await sessions.end(ended)
        clock.advance(by: 1)
        _ = try await sessions.start(StartRequest(), by: ada)
        let first = try await sessions.signal(Paid(amount: 5), to: .user("ada"), id: "evt_1")
        #expect(first.session == older)
        clock.advance(by: 1)
        let newer = try await sessions.start(Order(), by: ada).session
        let second = try await sessions.signal(Paid(amount: 5), to: .user("ada"), id: "evt_1")
        #expect(second == SignalDelivery(.duplicate, session: older, revision: 2))
        #expect(try await sessions.signal(Paid(amount: 5), to: .user("ada"), id: "evt_2").session == newer)
        let problem = await #expect(throws: Problem.self) {
            try await sessions.signal(Paid(amount: 5), to: .user("bob"))
        }
        #expect(problem?.code == .unhandledSignal)
    }

    @Test func sessionEndsOncePerID() async throws {
        let session = try await sessions.start(Order()).session
        for _ in 0..<2 { try await sessions.end(session, id: "evt_1") }
        let state = try await sessions.state(session)
        #expect(state.status == .over)
        #expect(state.outcome == .ended)
        let problem = await #expect(throws: Problem.self) { try await sessions.end(session) }
        #expect(problem?.code == .sessionOver)
    }

    @Test(arguments: ["", "a b", "ä", String(repeating: "x", count: 256)])
    func idMustBeVisibleASCII(_ id: String) async throws {
        let session = try await sessions.start(Order()).session
        let problem = await #expect(throws: Problem.self) { try await sessions.refresh(session, id: id) }
        #expect(problem?.code == .malformedRequest)
    }

    private func paid(_ session: String) async throws -> [Int] {
        try #require(try await engine.inspect(session).flows.first?.value as? Order).paid
    }
}

private struct Paid: Signal { var amount: Int }

private struct Unknown: Signal {}

private struct Order: FlowController {
    static let name = "Order"
    typealias Output = Done

    var number = ""
    var paid: [Int] = []

    func start(_ nav: Navigator<Self>) { nav.show(Number(number: number)) }

    static var routes: Routes<Self> {
        screen(Number.self)
        on(signal: Paid.self) { flow, signal, _ in flow.paid.append(signal.amount) }
    }

    struct Number: Screen { var number = "" }
}
