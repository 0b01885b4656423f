import FairwayOperators
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import Fairway

/// Signals that arrive before a session binds their key, and signals that arrive more than once.
@Suite(.waiting)
struct WaitingSignalTests {
    private let shop: SignalShop

    init() throws { shop = try SignalShop() }

    private func pay(
        _ reference: String,
        _ order: String = "345",
        id: String? = nil,
        on shop: SignalShop? = nil
    ) async throws -> SignalDelivery {
        try await (shop ?? self.shop).sessions.signal(
            SignalShop.Paid(reference: reference),
            to: .key("order", order),
            id: id
        )
    }

    @Test func signalWaitsUntilItsKeyIsBound() async throws {
        #expect(try await pay("part", id: "evt_1") == SignalDelivery(.waiting))
        #expect(try await pay("7") == SignalDelivery(.waiting))
        #expect(try await shop.signals.waitingSignals().count == 2)
        let session = try await shop.begin()
        try await shop.bind("345", in: session)
        #expect(try await shop.signals.waitingSignals().count == 0)
        // They are the session's work, as `/v1/admin/jobs` shows.
        let work = try await shop.operators.store.work(WorkQuery()).rows
        #expect(work.map(\.item.kind) == [.signal, .signal])
        #expect(work.map(\.session) == [session, session])
        await shop.pass()
        #expect(try await shop.noted(session) == ["paid 7"])
        #expect(try await shop.kinds(session) == ["start", "action", "signal", "signal"])
        #expect(try await shop.store.work(session).isEmpty)
    }

    @Test func signalThatHasWaitedKeepsTheIDOfItsRequest() async throws {
        let request = SignalRequest(
            SignalShop.Paid.name,
            params: try RawJSON(encoding: SignalShop.Paid(reference: "7")),
            to: .key("order", "345"),
            id: nil
        )
        _ = try await shop.engine.signal(request, by: Caller(.operator, request: "r-1"))
        let session = try await shop.begin()
        try await shop.bind("345", in: session)
        #expect(try await shop.store.work(session).map(\.item.request) == ["r-1"])
        await shop.pass()
        let entry = try #require(try await shop.store.journal(session, after: 2, limit: 1).first)
        #expect(entry.kind == "signal")
        #expect(entry.request == "r-1")
    }

    @Test func workerIsToldOfSignalsThatABindingMakesDue() async throws {
        let shop = try SignalShop()
        shop.worker.start()
        _ = try await pay("7", on: shop)
        let session = try await shop.begin()
        try await shop.bind("345", in: session)
        // The clock does not move.
        try await until { try await shop.noted(session) == ["paid 7"] }
        await shop.worker.stop(withinSeconds: 1)
    }

    @Test func signalThatHasWaitedMayWaitOn() async throws {
        _ = try await pay("7", id: "evt_1")
        let session = try await shop.begin()
        try await shop.send("stop", to: session)
        try await shop.bind("345", in: session)
        await shop.pass()
        #expect(try await shop.noted(session) == ["bound 345"])
        #expect(try await pay("7", id: "evt_1") == SignalDelivery(.duplicate))
        try await shop.send("go", to: session)
        await shop.pass()
        #expect(try await shop.noted(session) == ["paid 7"])
        #expect(try await pay("7", id: "evt_1") == SignalDelivery(.duplicate, session: session, revision: 5))
    }

    @Test func signalsThatWaitAreLimitedAndCounted() async throws {
        var limits = EngineLimits()
        (limits.waitingSignals, limits.waitingSignalsPerKey) = (5, 3)
        let shop = try SignalShop(limits: limits)
        for _ in 0..<3 { #expect(try await pay("7", "1", on: shop).status == .waiting) }
        for order in ["1", "2", "3", "4"] {
            let isAccepted = order == "2" || order == "3"
            do throws(any Error) {
                #expect(try await pay("7", order, id: "evt_\(order)", on: shop).status == .waiting)
                #expect(isAccepted)
            } catch {
                #expect((error as? Problem)?.code == .tooManyRequests)
                #expect((error as? Problem)?.retryAfterSeconds != nil)
                #expect(!isAccepted)
                #expect(try await shop.signals.receipt("evt_\(order)") == nil)
            }
        }
        #expect(shop.engine.statistics.signalsDropped == 2)
    }

    @Test func tenThousandEarlySignalsForKeysThatNobodyBindsTakeNoMoreRoom() async throws {
        var limits = EngineLimits()
        limits.waitingSignals = 100
        let shop = try SignalShop(limits: limits)
        var refused = 0
        for number in 0..<10_000 {
            do {
                _ = try await pay("7", "\(number)", on: shop)
            } catch {
                refused += 1
            }
        }
        #expect(refused == 9_900)
        #expect(try await shop.signals.waitingSignals().count == 100)
        #expect(shop.engine.statistics.signalsDropped == 9_900)
        #expect(shop.engine.liveSessionCount == 0)
    }

    @Test func signalThatNobodyBindsIsDroppedAfterAnHour() async throws {
        let sweeper = Sweeper(shop.engine)
        _ = try await pay("7", id: "evt_1")
        shop.clock.advance(by: 3_500)
        _ = try await sweeper.sweep()
        #expect(try await shop.signals.waitingSignals().count == 1)
        shop.clock.advance(by: 200)
        _ = try await sweeper.sweep()
        #expect(try await shop.signals.waitingSignals().count == 0)
        #expect(shop.engine.statistics.signalsDropped == 1)
        // The sender's next try counts.
        #expect(try await pay("7", id: "evt_1").status == .waiting)
    }

    @Test func signalsOfUnknownKindOrShapeDoNotWait() async throws {
        let request = SignalRequest(
            SignalShop.Paid.name,
            params: .emptyObject,
            to: .key("order", "345"),
            id: "evt_1"
        )
        let error = await #expect(throws: EngineError.self) {
            try await shop.engine.signal(request, by: Caller(.operator))
        }
        #expect(error?.answer.code == .invalidParams)
        #expect(try await shop.signals.waitingSignals().count == 0)
        #expect(try await pay("7", id: "evt_1").status == .waiting)
    }

    // MARK: Once

    @Test func idIsRememberedOverAllSessionsForSevenDays() async throws {
        let (first, second) = (try await shop.begin(), try await shop.begin())
        try await shop.bind("1", in: first)
        try await shop.bind("2", in: second)
        let delivered = try await pay("part", "1", id: "evt_1")
        #expect(delivered == SignalDelivery(.delivered, session: first, revision: 3))
        let again = try await pay("part", "1", id: "evt_1")
        #expect(again == SignalDelivery(.duplicate, session: first, revision: 3))
        for (reference, order) in [("part", "2"), ("other", "1")] {
            let problem = await #expect(throws: Problem.self) { try await pay(reference, order, id: "evt_1") }
            #expect(problem?.code == .idempotencyKeyReused)
        }
        let sweeper = Sweeper(shop.engine)
        shop.clock.advance(by: 6 * 86_400)
        _ = try await sweeper.sweep()
        #expect(try await pay("part", "1", id: "evt_1").status == .duplicate)
        shop.clock.advance(by: 86_401)
        _ = try await sweeper.sweep()
        #expect(try await pay("part", "1", id: "evt_1").status == .delivered)
    }

    @Test func concurrentSignalsWithAnIDAreDeliveredOnce() async throws {
        let session = try await shop.begin()
        try await shop.bind("345", in: session)
        let statuses = try await withThrowingTaskGroup(of: SignalDelivery.Status.self) { group in
            for _ in 0..<10 { group.addTask { try await pay("part", id: "evt_1").status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == .delivered } == 1)
        #expect(statuses.count { $0 == .duplicate } == 9)
        #expect(try await shop.noted(session) == ["bound 345", "part"])
    }

    @Test func deliveryWhoseAnswerWasLostIsADuplicate() async throws {
        let session = try await shop.begin()
        try await shop.bind("345", in: session)
        shop.store.failNext(.afterCommit)
        let problem = await #expect(throws: Problem.self) { try await pay("part", id: "evt_1") }
        #expect(problem?.code == .storeUnavailable)
        #expect(try await pay("part", id: "evt_1").status == .duplicate)
        #expect(try await shop.noted(session) == ["bound 345", "part"])
    }

    @Test func deliveryThatWasNotCommittedIsMadeAgain() async throws {
        let session = try await shop.begin()
        try await shop.bind("345", in: session)
        shop.store.failNext(.beforeCommit)
        await #expect(throws: Problem.self) { try await pay("part", id: "evt_1") }
        #expect(try await pay("part", id: "evt_1").status == .delivered)
        #expect(try await shop.noted(session) == ["bound 345", "part"])
    }

    /// A webhook is delivered three times: before the session binds its key, after a restart of the server, and while another
    /// tab is in front.
    @Test func paymentThatIsReportedThreeTimesFinishesOnce() async throws {
        let session = try await shop.begin()
        #expect(try await pay("7", id: "evt_1").status == .waiting)
        try await shop.bind("345", in: session)
        // The server restarts before its worker has delivered the signal.
        let restarted = try SignalShop(shop.store, clock: shop.clock)
        #expect(try await pay("7", id: "evt_1", on: restarted) == SignalDelivery(.duplicate))
        try await restarted.select("news", in: session)
        await restarted.pass()
        #expect(try await pay("7", id: "evt_1", on: restarted).status == .duplicate)
        await restarted.pass()
        #expect(try await restarted.noted(session) == ["paid 7"])
        #expect(try await restarted.kinds(session) == ["start", "action", "select", "signal"])
        #expect(try await pay("7", id: "evt_1", on: restarted).session == session)
    }

    // MARK: Starting a session

    @Test func signalMayStartASessionThatHoldsItsKey() async throws {
        let request = SignalRequest(
            SignalShop.Paid.name,
            params: try RawJSON(encoding: SignalShop.Paid(reference: "7")),
            to: .key("claim", "5"),
            id: "evt_1",
            start: .init(flow: "SignalShop.Claim", input: try RawJSON(encoding: ["number": "5"]))
        )
        let started = try await shop.engine.signal(request, by: Caller(.operator))
        #expect(started.status == .started)
        #expect(started.revision == 1)
        let session = try #require(started.session)
        #expect(try await shop.signals.holder(of: SessionKey("claim", "5"))?.session == session)
        await shop.pass()
        #expect(try await shop.noted(session) == ["5 7"])
        let again = try await shop.engine.signal(request, by: Caller(.operator))
        #expect(again == SignalDelivery(.duplicate, session: session, revision: 1))
        // The next one is delivered to the session.
        let next = try await shop.sessions.signal(
            SignalShop.Paid(reference: "8"),
            to: SessionKey("claim", "5"),
            orStarting: SignalShop.Claim(number: "5")
        )
        #expect(next == SignalDelivery(.delivered, session: session, revision: 3))
        #expect(try await shop.noted(session) == ["5 7", "5 8"])
    }

    @Test func concurrentSignalsStartOneSession() async throws {
        let deliveries = try await withThrowingTaskGroup(of: SignalDelivery.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await shop.sessions.signal(
                        SignalShop.Paid(reference: "\(number)"),
                        to: SessionKey("claim", "5"),
                        orStarting: SignalShop.Claim(number: "5")
                    )
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(deliveries.count { $0.status == .started } == 1)
        #expect(Set(deliveries.map(\.session)).count == 1)
        await shop.pass()
        let session = try #require(deliveries[0].session)
        #expect(Set(try await shop.noted(session)) == Set((0..<8).map { "5 \($0)" }))
    }

    @Test func flowThatBindsAnotherKeyThatIsTakenIsRefused() async throws {
        let (first, second) = (SessionKey("claim", "5"), SessionKey("claim", "6"))
        let (paid, claim) = (SignalShop.Paid(reference: "7"), SignalShop.Claim(number: "5"))
        _ = try await shop.sessions.signal(paid, to: first, orStarting: claim)
        let problem = await #expect(throws: Problem.self) {
            try await shop.sessions.signal(paid, to: second, orStarting: claim, id: "evt_1")
        }
        #expect(problem?.code == .rejected)
        #expect(problem?.errors.map(\.code) == ["key-taken"])
        #expect(try await shop.signals.holder(of: second) == nil)
        #expect(try await shop.signals.receipt("evt_1") == nil)
    }

    @Test(arguments: [("SignalShop.Claim", "order"), ("SignalShop.Checkout", "claim"), ("Nothing", "claim")])
    func signalStartsOnlyWhatTheAppAllowsForTheKey(flow: String, key: String) async throws {
        let request = SignalRequest(
            SignalShop.Paid.name,
            params: try RawJSON(encoding: SignalShop.Paid(reference: "7")),
            to: .key(key, "5"),
            id: "evt_1",
            start: .init(flow: flow, input: nil)
        )
        let error = await #expect(throws: EngineError.self) {
            try await shop.engine.signal(request, by: Caller(.operator))
        }
        #expect(error?.answer.code == .noSuchFlow)
        #expect(try await shop.signals.receipt("evt_1") == nil)
    }

    @Test func clientsCannotStartAFlowThatSignalsMayStart() async {
        let answer = await shop.engine.start(StartRequest(flow: "SignalShop.Claim"))
        #expect(answer.code == .noSuchFlow)
    }

    @Test func appMustDeclareTheFlowThatASignalStarts() {
        let app = App(initial: SignalShop.Mall()) {
            Flow(SignalShop.Checkout(order: "0"))
            Flow(SignalShop.Lens())
            Flow(SignalShop.News())
            SignalStart(SignalShop.Claim.self, key: "claim")
        }
        let mistake = #expect(throws: Mistake.self) { try Engine(app, store: MemoryStore()) }
        #expect(mistake?.description.contains("add Flow(SignalShop.Claim())") == true)
    }

    // MARK: Nodes

    @Test func keyIsUniqueOverAllNodes() async throws {
        let (clock, identifiers, memory) = (ManualClock(), CountedIdentifiers(), SharedMemory())
        let nodes = try (0..<2).map { _ in
            try SignalShop(memory.open(), clock: clock, identifiers: identifiers)
        }
        let sessions = [try await nodes[0].begin(), try await nodes[1].begin()]
        try await nodes[0].bind("345", in: sessions[0])
        #expect(try await nodes[1].answer("bind", ["order": "345"], to: sessions[1]).code == .rejected)
        // A signal reaches the session from every node.
        #expect(try await pay("part", on: nodes[1]).session == sessions[0])
        // A flow's "not yet" on one node is decided again after a change on the other.
        try await nodes[0].send("stop", to: sessions[0])
        #expect(try await pay("7", on: nodes[0]).status == .waiting)
        try await nodes[1].send("go", to: sessions[0])
        await nodes[0].pass(5)
        #expect(try await nodes[0].noted(sessions[0]) == ["paid 7"])
    }
}
