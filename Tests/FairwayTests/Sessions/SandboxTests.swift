import FairwayOperators
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import Fairway

/// Operators' copies of sessions, and their work.
@Suite(.waiting)
struct SandboxTests {
    private let shop: Workshop

    init() throws {
        var limits = OperatorLimits()
        limits.keptStates = 20
        limits.sandboxes = 3
        shop = try Workshop(operatorLimits: limits)
    }

    private var operators: Operators { shop.operators }
    private var engine: Engine { shop.engine }

    private func fork(_ session: String, at revision: Int? = nil) async throws -> String {
        try await operators.fork(session, at: revision).session
    }

    private func work(_ session: String) async throws -> [String] {
        try await shop.store.work(session).map { "\($0.item.id) \($0.item.name)" }
    }

    @Test func forkContinuesFromAnEarlierRevision() async throws {
        let session = try await shop.book()
        try await shop.send("pay", ["amount": 1], to: session)
        await shop.worker.runDueWork()
        try await shop.send("remind", ["seconds": 60, "text": "later"], to: session)
        #expect(try await shop.told(session).last == "paid receipt 1")

        // At revision 2, the charge was open, and the reminder had not been requested.
        let copy = try await fork(session, at: 2)
        #expect(try await work(copy) == ["j2 Booking.Charge", "j1 Booking.HoldExpired"])
        #expect(try await shop.told(copy).map { $0.prefix(5) } == ["asked"])
        #expect(try await engine.inspect(copy).document.revision == 2)
        // It begins with the identifiers of the original, and continues with its own.
        try await shop.send("remind", ["seconds": 60, "text": "other"], to: copy)
        #expect(try await work(copy).contains("j3 Booking.Reminder"))
        #expect(try await shop.told(session).count == 2)
    }

    @Test func forkWithoutARevisionIsThePresentState() async throws {
        let session = try await shop.book()
        try await shop.send("pay", ["amount": 1], to: session)
        await shop.worker.runDueWork()
        let copy = try await fork(session)
        #expect(try await shop.told(copy) == shop.told(session))
        #expect(try await work(copy) == ["j1 Booking.HoldExpired"])
        #expect(try await engine.inspect(copy).document.screen == engine.inspect(session).document.screen)
    }

    @Test func stateThatWasReadFromTheStoreIsKeptWithItsWork() async throws {
        let session = try await shop.book()
        engine.dropIdleSessions()
        try await shop.send("pay", ["amount": 1], to: session)
        #expect(try await work(try await fork(session, at: 2)) == ["j2 Booking.Charge", "j1 Booking.HoldExpired"])
    }

    @Test func workIsHeldEvenIfAWorkerHasIt() async throws {
        let copy = try await fork(try await shop.book())
        let item = try #require(try await shop.store.work(copy).first?.item)
        #expect(await engine.perform(.work(item, .due), on: copy, by: .server).code == .forbidden)
        #expect(try await work(copy) == ["j1 Booking.HoldExpired"])
        #expect(await engine.perform(.work(item, .due), on: copy, by: Caller(.operator)).status == 200)
        #expect(try await work(copy) == [])
    }

    @Test func workWaitsForAnOperator() async throws {
        let session = try await shop.book()
        try await shop.send("pay", ["amount": 1], to: session)
        let copy = try await fork(session)
        try await shop.send("ring", to: copy)
        await shop.pass(10_000)
        #expect(shop.world.attempts.map(\.id) == ["\(session)/j2"])
        #expect(try await work(copy).count == 3)

        #expect(try await operators.completeWork("j2", of: copy, with: RawJSON(encoding: "by hand")) == nil)
        #expect(try await shop.told(copy).last == "paid by hand")
        #expect(try await operators.completeWork("j1", of: copy, with: nil) == nil)
        #expect(try await operators.completeWork("j3", of: copy, with: nil) == nil)
        #expect(try await work(copy) == [])
        #expect(try await shop.told(session).last == "paid receipt 1")
    }

    @Test func jobFailsByAnOperator() async throws {
        let copy = try await fork(try await shop.book())
        try await shop.send("pay", ["amount": 1], to: copy)
        #expect(try await operators.failWork("j2", of: copy, with: "stolen") == nil)
        #expect(try await shop.told(copy).last == "declined stolen after 1")
        // Its flow does not handle this failure, so it is given up, as in a session.
        try await shop.send("ring", to: copy)
        #expect(try await operators.failWork("j3", of: copy, with: "out of order") == nil)
        #expect(try await shop.store.work(copy, id: "j3")?.progress.isGivenUp == true)
        #expect(try await operators.completeWork("j3", of: copy, with: nil) == nil)
        #expect(try await shop.store.work(copy, id: "j3") == nil)
    }

    @Test func cancelledWorkDoesNotRun() async throws {
        let copy = try await fork(try await shop.book())
        try await shop.send("pay", ["amount": 1], to: copy)
        #expect(try await operators.cancelWork("j2", of: copy) == nil)
        #expect(try await shop.told(copy).last == "declined \(JobFailure(attempts: 0).message) after 0")
        await shop.pass(10_000)
        #expect(shop.world.attempts == [])
    }

    @Test func callsForWorkAreRefused() async throws {
        let session = try await shop.book()
        try await shop.send("pay", ["amount": 1], to: session)
        let copy = try await fork(session)
        let (text, number) = (try RawJSON(encoding: "x"), try RawJSON(encoding: 1))
        let calls: [(ProblemCode, () async throws -> Void)] = [
            (.forbidden, { _ = try await operators.completeWork("j2", of: session, with: text) }),
            (.forbidden, { _ = try await operators.failWork("j2", of: session, with: "no") }),
            (.forbidden, { _ = try await operators.completeWork("j9", of: session, with: text) }),
            (.forbidden, { try await operators.retryWork("j2", of: copy) }),
            (.noSuchWork, { _ = try await operators.completeWork("j9", of: copy, with: text) }),
            (.noSuchWork, { _ = try await operators.completeWork("j2", of: "nobody", with: text) }),
            (.noSuchWork, { _ = try await operators.failWork("j9", of: copy, with: "no") }),
            (.invalidInput, { _ = try await operators.completeWork("j2", of: copy, with: number) }),
            (.invalidInput, { _ = try await operators.completeWork("j2", of: copy, with: nil) }),
            (.malformedRequest, { _ = try await operators.completeWork("j1", of: copy, with: text) }),
            (.malformedRequest, { _ = try await operators.failWork("j1", of: copy, with: "no") }),
        ]
        for (index, (code, call)) in calls.enumerated() {
            let problem = await #expect(throws: Problem.self, "call \(index)") { try await call() }
            #expect(problem?.code == code, "call \(index)")
        }
        #expect(try await work(copy).count == 2)
    }

    @Test func forksAreRefused() async throws {
        let session = try await shop.book()
        let calls: [(String, Int?, ProblemCode)] = [
            ("nobody", nil, .noSuchSession), ("nobody", 1, .noSuchSession), (session, 9, .noSuchState),
        ]
        for (session, revision, code) in calls { await expectRefusal(of: session, at: revision, code) }
        _ = await engine.perform(.end(.ended), on: session, by: Caller(.app))
        await expectRefusal(of: session, at: nil, .sessionOver)
        await expectRefusal(of: session, at: 2, .sessionOver)
        for _ in 0..<3 { _ = try await fork(session, at: 1) }
        await expectRefusal(of: session, at: 1, .tooManyRequests)
    }

    private func expectRefusal(of session: String, at revision: Int?, _ code: ProblemCode) async {
        let error = await #expect(throws: (any Error).self) { try await operators.fork(session, at: revision) }
        let found = (error as? Problem)?.code ?? (error as? EngineError)?.answer.code
        #expect(found == code)
    }

    @Test func sandboxIsDeletedAfterADay() async throws {
        let session = try await shop.book()
        let copy = try await fork(session)
        let sweeper = Sweeper(operators)
        shop.clock.advance(by: 86_399)
        _ = try await sweeper.sweep()
        #expect(await engine.state(copy, by: Caller(.app)).status == 200)
        shop.clock.advance(by: 1)
        #expect(try await sweeper.sweep().deleted == 1)
        // It was in memory.
        #expect(await engine.state(copy, by: Caller(.app)).code == .noSuchSession)
        #expect(await engine.state(session, by: Caller(.app)).status == 200)
    }

    @Test func erasureOfAUserErasesSandboxesAndDoesNotCountThem() async throws {
        let started = await engine.start(StartRequest(flow: "Booking"), by: .verified(SessionCall.ada))
        let session = try started.state().session
        let copy = try await fork(session)
        #expect(try await operators.eraseUser("ada") == 1)
        for id in [session, copy] {
            #expect(await engine.state(id, by: Caller(.app)).code == .noSuchSession)
        }
    }

    @Test func changesOfASandboxAreNotCounted() async throws {
        let copy = try await fork(try await shop.book())
        let before = engine.statistics
        try await shop.send("pay", ["amount": 1], to: copy)
        #expect(try await operators.completeWork("j2", of: copy, with: RawJSON(encoding: "by hand")) == nil)
        let unknown = Change.action(name: "unknown", params: nil, screen: nil, draft: nil)
        #expect(await engine.perform(unknown, on: copy, by: Caller(.app)).code != nil)
        #expect(engine.statistics.changes == before.changes)
        #expect(engine.statistics.handlerMicroseconds == before.handlerMicroseconds)
    }

    @Test func forkNeedsItsOriginal() async throws {
        let session = try await shop.book()
        let copy = try await fork(session)
        #expect(Set(try await operators.store.erase([session])) == [session, copy])
        // Its state is still in memory, as in a fork that an erasure overtakes.
        await expectRefusal(of: session, at: nil, .noSuchSession)
    }

    @Test func flowEventsOfASandboxAreNotPublished() async throws {
        let session = try await shop.book()
        let listener = try operators.listenToFlows()
        try await shop.send("ring", to: try await fork(session))
        try await shop.send("ring", to: session)
        guard case .events(let events)? = await listener.next() else {
            Issue.record("the listener got no events")
            return
        }
        #expect(events.map(\.flow.session) == [session])
    }
}

/// Access to a sandbox, and the limits of its flows.
struct SandboxAccessTests {
    private let store = MemoryStore()
    private let noted = Noted()
    private let operators: Operators
    private var engine: Engine { operators.engine }

    init() throws {
        let noted = noted
        let app = App(initial: Probe()) { Service(Noted.self, allowsSandboxes: true) { _ in noted } }
        operators = try Operators(app, store: store, clock: ManualClock(), identifiers: CountedIdentifiers())
    }

    private func fork(of requester: Requester) async throws -> (session: String, caller: Caller) {
        let session = try await engine.start(by: requester).state().session
        let fork = try await operators.fork(session, at: nil)
        return (fork.session, Caller(.token(fork.token)))
    }

    private func send(_ name: String, to session: String, by caller: Caller) async -> Answer {
        await engine.perform(.action(name: name, params: nil, screen: nil, draft: nil), on: session, by: caller)
    }

    @Test func onlyItsTokenOpensIt() async throws {
        let (session, caller) = try await fork(of: .verified(SessionCall.ada))
        for drops in [false, true] {
            if drops { engine.dropIdleSessions() }
            #expect(await engine.state(session, by: caller).status == 200)
            for credential in [Caller.Credential.user(SessionCall.ada), .token("another")] {
                #expect(await engine.state(session, by: Caller(credential)).code == .noSuchSession)
                #expect(await send("look", to: session, by: Caller(credential)).code == .noSuchSession)
            }
        }
        #expect(try await engine.sessions(of: SessionCall.ada).rows.map(\.session).contains(session) == false)
    }

    @Test func proxyMayNameTheOperator() async throws {
        let session = try await engine.start(by: .named(SessionCall.ada)).state().session
        let fork = try await operators.fork(session, at: nil)
        let caller = Caller(.token(fork.token), user: SessionCall.eve)
        #expect(await engine.state(fork.session, by: caller).status == 200)
        #expect(await send("look", to: fork.session, by: caller).status == 200)
    }

    @Test func itsFlowsSeeTheUserAndThatItIsASandbox() async throws {
        let (session, caller) = try await fork(of: .verified(SessionCall.ada))
        let screen = try await send("look", to: session, by: caller).state().screen
        #expect(screen?.viewModel.description == #"{"isSandbox":true}"#)
        #expect(noted.all == ["ada true"])
    }

    @Test func itHasNoEffects() async throws {
        let (session, caller) = try await fork(of: .anonymous)
        #expect(try await send("toast", to: session, by: caller).state().effects == [])
        #expect(try store.journal(session, after: 0, limit: 9).map(\.effects) == [[]])
    }

    @Test func itCannotBeTakenOver() async throws {
        let (session, caller) = try await fork(of: .anonymous)
        let error = await #expect(throws: EngineError.self) { try await engine.makeHandoff(session, by: caller) }
        #expect(error?.answer.code == .forbidden)
        #expect(await engine.signIn(SessionCall.ada, to: session, by: caller).code == .forbidden)
        #expect(await send("link", to: session, by: caller).status == 200)
        let code = try #require(noted.all.last?.split(separator: "/").last)
        #expect(await engine.takeHandoff(String(code), device: nil).code == .noSuchHandoff)
    }

    @Test func itHasNoDraftsAndNoReplies() async throws {
        let started = try await engine.start().state()
        let owner = Caller(.token(try #require(started.token)))
        let screen = try #require(started.screen?.id)
        _ = await engine.setDraft(try RawJSON(encoding: "draft"), started.session, screen: screen, by: owner)
        let key = RequestKey("k", fingerprint: "POST")
        let change = Change.action(name: "look", params: nil, screen: nil, draft: nil)
        _ = await engine.perform(change, on: started.session, by: owner, guards: Guards(key: key))
        _ = await engine.setDraft(try RawJSON(encoding: "draft"), started.session, screen: screen, by: owner)
        let fork = try await operators.fork(started.session, at: nil)
        #expect(try store.load(fork.session)?.drafts == [:])
        let caller = Caller(.token(fork.token))
        let answer = await engine.perform(change, on: fork.session, by: caller, guards: Guards(key: key))
        #expect(!answer.isReplay)
    }
}

/// A flow that reports its context.
private struct Probe: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> {
        on(Page.self) { _, action, nav in
            let noted = try nav.dependencies[Noted.self]
            switch action {
            case .look: noted.note("\(nav.user?.id ?? "nobody") \(nav.isSandbox)")
            case .toast: nav.perform(Toast(text: "hello"))
            case .link: noted.note(nav.returnLink(validFor: .days(1)).url)
            }
        }
    }

    struct Page: Screen {
        enum Action: String, Codable { case look, toast, link }

        struct ViewModel: Codable, Sendable {
            var isSandbox: Bool
        }

        func viewModel(in context: ScreenContext) -> ViewModel { ViewModel(isSandbox: context.isSandbox) }
    }
}
