import FairwayOperators
import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

@testable import Fairway

/// The flow of a session that gets a signal.
@Suite(.waiting)
struct SignalRoutingTests {
    private let shop: SignalShop

    init() throws { shop = try SignalShop() }

    private func pay(
        _ reference: String,
        to recipient: SignalRecipient,
        id: String? = nil
    ) async throws -> SignalDelivery {
        try await shop.sessions.signal(SignalShop.Paid(reference: reference), to: recipient, id: id)
    }

    @Test func flowBehindAnotherTabGetsTheSignal() async throws {
        let session = try await shop.begin()
        try await shop.select("news", in: session)
        #expect(try await pay("7", to: .session(session)) == SignalDelivery(.delivered, session: session, revision: 3))
        #expect(try await shop.noted(session) == ["paid 7"])
        // The journal names the flow that got it.
        let entry = try #require(try await shop.store.journal(session, after: 2, limit: 1).first)
        #expect(entry.kind == "signal")
        #expect(entry.flow == "SignalShop.Checkout")
        #expect(entry.screen == nil)
    }

    @Test func flowBeneathAPresentedOneGetsTheSignal() async throws {
        let session = try await shop.begin()
        try await shop.send("look", to: session)
        #expect(try await pay("7", to: .session(session)).status == .delivered)
        #expect(try await shop.noted(session).contains("paid 7"))
    }

    @Test func frontChainComesFirst() async throws {
        let session = try await shop.begin()
        // Both tabs have a checkout; the one in front gets the signal, whatever its age.
        try await shop.select("other", in: session)
        _ = try await pay("part", to: .session(session))
        #expect(
            try await shop.engine.inspect(session).flows.map { ($0.value as? SignalShop.Checkout)?.notes } == [
                nil, [], ["part"],
            ]
        )
        try await shop.select("order", in: session)
        _ = try await pay("part", to: .session(session))
        #expect(try await shop.noted(session) == ["part", "part"])
        // A flow above the front one is part of the chain.
        let delivery = try await shop.sessions.signal(SignalShop.Recalled(), to: .session(session))
        #expect(delivery.status == .delivered)
        #expect(try await shop.noted(session).contains("recalled"))
    }

    @Test func screensAreAskedFromTheFrontToTheBack() async throws {
        let session = try await shop.begin()
        for tab in ["other", "news"] { try await shop.select(tab, in: session) }
        let tree = try await shop.engine.currentState(of: session).tree
        let names = tree.signalOrder.map { node in (node.state as? SignalShop.Checkout)?.order ?? node.type.name }
        // The front chain, and then the other tabs in their order.
        #expect(names == ["SignalShop.News", "SignalShop.Mall", "345", "346"])
    }

    @Test func signalWithoutARouteIsRefused() async throws {
        let session = try await shop.begin()
        for recipient in [SignalRecipient.session(session), .key("order", "1")] {
            let problem = await #expect(throws: Problem.self) {
                try await shop.sessions.signal(SignalShop.Unrouted(), to: recipient, id: "evt_1")
            }
            #expect(problem?.code == .unhandledSignal)
        }
        // A refusal is not remembered.
        #expect(try await shop.signals.receipt("evt_1") == nil)
        #expect(try await pay("7", to: .session(session), id: "evt_1").status == .delivered)
    }

    @Test func storeThatFailsToReadAUsersSessionIsNotAMissingRoute() async throws {
        _ = try await shop.begin(by: .verified(User(id: "ada")))
        // Another node has no state of the session in memory.
        let outage = LoadOutage()
        let node = try SignalShop(FaultyStore(shop.store, interceptor: outage), clock: shop.clock)
        let codes: [(StoreError.Code, ProblemCode)] = [(.unavailable, .storeUnavailable), (.damaged, .unhandledSignal)]
        for (error, code) in codes {
            outage.error.withLock { $0 = StoreError(error, "The session cannot be read.") }
            let problem = await #expect(throws: Problem.self) {
                try await node.sessions.signal(SignalShop.Paid(reference: "7"), to: .user("ada"))
            }
            #expect(problem?.code == code)
        }
        outage.error.withLock { $0 = nil }
        let delivery = try await node.sessions.signal(SignalShop.Paid(reference: "7"), to: .user("ada"))
        #expect(delivery.status == .delivered)
    }

    /// Fails to load sessions.
    private final class LoadOutage: StoreInterceptor {
        let error = Mutex<StoreError?>(nil)

        func enter(_ call: String) async throws(StoreError) {
            if call.hasPrefix("load("), let error = error.withLock(\.self) { throw error }
        }

        func leave(_ call: String) async throws(StoreError) {}
    }

    @Test func eachOfTwoOrdersOfASessionGetsItsOwnSignals() async throws {
        let session = try await shop.begin()
        try await shop.bind("345", in: session)
        try await shop.select("other", in: session)
        try await shop.bind("346", in: session)
        #expect(try await pay("part", to: .key("order", "345")).status == .delivered)
        #expect(try await shop.noted(session) == ["bound 345", "part", "bound 346"])
        #expect(try await pay("part", to: .key("order", "346")).status == .delivered)
        #expect(try await shop.noted(session) == ["bound 345", "part", "bound 346", "part"])
    }

    // MARK: Not yet

    @Test func flowMayAnswerNotYet() async throws {
        let session = try await shop.begin()
        try await shop.send("stop", to: session)
        let before = try await shop.engine.inspect(session).document.revision
        #expect(try await pay("7", to: .session(session), id: "evt_1") == SignalDelivery(.waiting, session: session))
        // What the handler did is dropped.
        #expect(try await shop.noted(session) == [])
        #expect(try await shop.engine.inspect(session).document.revision == before)
        let work = try #require(try await shop.store.work(session).first)
        #expect(work.item.kind == .signal)
        #expect(work.item.name == "SignalShop.Paid")
        // Nothing happens without a change of the session.
        for _ in 0..<3 { await shop.pass(3_600) }
        #expect(try await shop.kinds(session) == ["start", "action"])
        #expect(try await shop.store.work(session, id: work.item.id)?.progress.attempts == 0)
        // It is asked again after a change, and waits on.
        try await shop.send("stop", to: session)
        await shop.pass()
        #expect(try await shop.store.work(session).count == 1)
        #expect(try await shop.kinds(session) == ["start", "action", "action"])
        try await shop.send("go", to: session)
        await shop.pass()
        #expect(try await shop.noted(session) == ["paid 7"])
        #expect(try await shop.store.work(session).isEmpty)
        // The receipt has the revision at which it was handled.
        #expect(
            try await pay("7", to: .session(session), id: "evt_1")
                == SignalDelivery(.duplicate, session: session, revision: 5)
        )
    }

    @Test func clientOfOneSessionIsToldThatItsSignalWaits() async throws {
        let session = try await shop.begin()
        try await shop.send("stop", to: session)
        let change = Change.signal(
            name: SignalShop.Paid.name,
            params: try RawJSON(encoding: SignalShop.Paid(reference: "7"))
        )
        let key = RequestKey("k", fingerprint: "x")
        for _ in 0..<2 {
            let answer = await shop.engine.perform(change, on: session, by: Caller(.operator), guards: Guards(key: key))
            #expect(answer.status == 202)
            #expect(try answer.state().revision == 2)
        }
        #expect(try await shop.store.work(session).count == 1)
    }

    @Test func signalsThatWaitDoNotAskEachOther() async throws {
        let session = try await shop.begin()
        try await shop.send("stop", to: session)
        for reference in ["1", "2"] { _ = try await pay(reference, to: .session(session)) }
        try await shop.send("stop", to: session)
        await shop.pass()
        await shop.pass()
        #expect(try await shop.kinds(session) == ["start", "action", "action"])
        #expect(try await shop.store.work(session).count == 2)
    }

    @Test func signalThatWaitsIsDroppedWithItsFlow() async throws {
        let session = try await shop.begin()
        try await shop.send("stop", to: session)
        _ = try await pay("7", to: .session(session))
        try await shop.send("leave", to: session)
        await shop.pass()
        #expect(try await shop.store.work(session).isEmpty)
        #expect(try await shop.kinds(session) == ["start", "action", "action"])
    }

    @Test func signalThatAnOperatorCancelsReachesNoFlow() async throws {
        let session = try await shop.begin()
        try await shop.send("stop", to: session)
        _ = try await pay("7", to: .session(session))
        try await shop.send("go", to: session)
        let work = try #require(try await shop.store.work(session).first)
        #expect(try await shop.operators.cancelWork(work.item.id, of: session) == nil)
        #expect(try await shop.noted(session) == [])
        #expect(try await shop.store.work(session).isEmpty)
    }

    @Test func operatorMayAskAFlowAgain() async throws {
        let session = try await shop.begin()
        try await shop.send("stop", to: session)
        _ = try await pay("7", to: .session(session))
        #expect(try await shop.store.nextWork(in: [.timers]) == nil)
        let work = try #require(try await shop.store.work(session).first)
        try await shop.operators.retryWork(work.item.id, of: session)
        #expect(try await shop.store.nextWork(in: [.timers]) == shop.clock.now)
        // The flow answers the same, and the signal waits on.
        await shop.pass()
        #expect(try await shop.store.nextWork(in: [.timers]) == nil)
        #expect(try await shop.store.work(session).count == 1)
    }

    @Test func numberOfSignalsThatWaitForASessionIsLimited() async throws {
        var limits = EngineLimits()
        limits.waitingSignalsPerKey = 2
        let shop = try SignalShop(limits: limits)
        let session = try await shop.begin()
        try await shop.send("stop", to: session)
        for _ in 0..<2 {
            let delivery = try await shop.sessions.signal(SignalShop.Paid(reference: "7"), to: .session(session))
            #expect(delivery.status == .waiting)
        }
        let problem = await #expect(throws: Problem.self) {
            try await shop.sessions.signal(SignalShop.Paid(reference: "7"), to: .session(session))
        }
        #expect(problem?.code == .tooManyRequests)
        #expect(shop.engine.statistics.signalsDropped == 1)
    }

    @Test func waitingOutsideASignalIsAMistake() async throws {
        let session = try await shop.begin()
        let answer = try await shop.answer("waitNow", to: session)
        #expect(answer.code == .flowFailed)
        #expect(answer.cause?.contains("nav.wait()") == true)
    }

    // MARK: Races

    @Test func timerThatCommitsBeforeASignalWins() async throws {
        let session = try await shop.begin()
        try await shop.send("hurry", to: session)
        shop.clock.advance(by: 60)
        let hold = shop.store.holdNext { $0.journal?.kind == "timer" }
        async let working: Void = shop.worker.runDueWork()
        await hold.reached()
        async let signal = try? pay("7", to: .session(session), id: "evt_1")
        hold.release()
        await working
        #expect(await signal == nil)
        #expect(try await shop.noted(session) == ["paid too late"])
        #expect(try await shop.signals.receipt("evt_1") == nil)
    }

    @Test func signalThatCommitsBeforeATimerWins() async throws {
        let session = try await shop.begin()
        try await shop.send("hurry", to: session)
        shop.clock.advance(by: 60)
        let hold = shop.store.holdNext { $0.journal?.kind == "signal" }
        async let signal = pay("7", to: .session(session))
        await hold.reached()
        async let working: Void = shop.worker.runDueWork()
        hold.release()
        #expect(try await signal.status == .delivered)
        await working
        await shop.pass(60)
        #expect(try await shop.noted(session) == ["paid 7"])
        #expect(try await shop.kinds(session).contains("timer") == false)
        #expect(try await shop.store.work(session).isEmpty)
    }

    @Test func signalThatLostARaceIsDecidedAgain() async throws {
        let session = try await shop.begin()
        shop.store.failNext(.conflict)
        #expect(try await pay("part", to: .session(session), id: "evt_1").revision == 2)
        #expect(try await shop.noted(session) == ["part"])
    }

    @Test func failingHandlerChangesNothingAndIsNotRemembered() async throws {
        let session = try await shop.begin()
        let problem = await #expect(throws: Problem.self) { try await pay("fails", to: .session(session), id: "evt_1") }
        #expect(problem?.code == .flowFailed)
        #expect(try await shop.noted(session) == [])
        #expect(try await shop.signals.receipt("evt_1") == nil)
    }
}
