import FairwayOperators
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import Fairway

/// Business keys that sessions answer to.
@Suite(.waiting)
struct SessionKeyTests {
    private let shop: SignalShop

    init() throws { shop = try SignalShop() }

    @Test func signalReachesTheSessionThatHoldsTheKey() async throws {
        let sessions = [try await shop.begin(), try await shop.begin()]
        try await shop.bind("1", in: sessions[0])
        try await shop.bind("2", in: sessions[1])
        let delivery = try await shop.sessions.signal(SignalShop.Paid(reference: "7"), to: .key("order", "2"))
        #expect(delivery == SignalDelivery(.delivered, session: sessions[1], revision: 3))
        #expect(try await shop.noted(sessions[0]) == ["bound 1"])
        #expect(try await shop.noted(sessions[1]) == ["paid 7"])
    }

    @Test func keyIsReleasedWithTheFlowThatBoundIt() async throws {
        let session = try await shop.begin()
        try await shop.bind("1", in: session)
        #expect(try await shop.signals.holder(of: .order("1"))?.session == session)
        try await shop.send("leave", to: session)
        #expect(try await shop.signals.holder(of: .order("1")) == nil)
    }

    @Test(arguments: [SessionOutcome.ended, .expired])
    func keyIsReleasedWithItsSession(_ outcome: SessionOutcome) async throws {
        let session = try await shop.begin()
        try await shop.bind("1", in: session)
        _ = await shop.engine.perform(.end(outcome), on: session, by: .server)
        #expect(try await shop.signals.holder(of: .order("1")) == nil)
        let other = try await shop.begin()
        try await shop.bind("1", in: other)
    }

    @Test func keyThatIsTakenRollsTheChangeBack() async throws {
        let (first, second) = (try await shop.begin(), try await shop.begin())
        try await shop.bind("1", in: first)
        let answer = try await shop.answer("bind", ["order": "1"], to: second)
        #expect(answer.status == 422)
        let problem = try answer.problem()
        #expect(problem.code == .rejected)
        #expect(problem.errors.map(\.code) == ["key-taken"])
        #expect(try await shop.noted(second) == [])
        #expect(try await shop.kinds(second) == ["start"])
    }

    @Test func handlerMayCatchThatAKeyIsTaken() async throws {
        let (first, second) = (try await shop.begin(), try await shop.begin())
        try await shop.bind("1", in: first)
        try await shop.send("bindCatching", ["order": "1"], to: second)
        #expect(try await shop.noted(second) == ["taken 1"])
    }

    @Test func keyOfAnotherFlowOfTheSessionIsTaken() async throws {
        let session = try await shop.begin()
        try await shop.bind("1", in: session)
        // The same flow may bind it again.
        try await shop.bind("1", in: session)
        try await shop.select("other", in: session)
        let answer = try await shop.answer("bind", ["order": "1"], to: session)
        #expect(try answer.problem().errors.map(\.code) == ["key-taken"])
    }

    @Test func sessionHoldsSixteenKeys() async throws {
        let session = try await shop.begin()
        try await shop.send("bindMany", ["count": 16], to: session)
        #expect(try await shop.signals.keys(of: session).count == 16)
        // One that it holds already is no other.
        try await shop.send("bindMany", ["count": 16], to: session)
        let answer = try await shop.answer("bind", ["order": "1"], to: session)
        #expect(answer.code == .rejected)
        #expect(try answer.problem().errors.map(\.code) == ["too-many-keys"])
        let other = try await shop.begin()
        #expect(try await shop.answer("bindMany", ["count": 17], to: other).code == .rejected)
        #expect(try await shop.signals.keys(of: other).isEmpty)
    }

    @Test(arguments: [(0, false), (1, true), (255, true), (256, false)])
    func valueHas1To255Bytes(length: Int, isValid: Bool) async throws {
        let session = try await shop.begin()
        let value = String(repeating: "x", count: length)
        let answer = try await shop.answer("bind", ["order": .string(value)], to: session)
        #expect(answer.code == (isValid ? nil : .flowFailed))
        var code: ProblemCode?
        do throws(Problem) {
            try await shop.sessions.signal(SignalShop.Paid(reference: "part"), to: .key("order", value))
        } catch {
            code = error.code
        }
        #expect(code == (isValid ? nil : .malformedRequest))
    }

    @Test func ofTwoConcurrentBindingsTheSecondHandlerRunsAgainAndFindsTheKeyTaken() async throws {
        let (first, second) = (try await shop.begin(), try await shop.begin())
        let hold = shop.store.holdNext { $0.session == first && !$0.keys.isEmpty }
        async let late = shop.answer("bindCatching", ["order": "1"], to: first)
        await hold.reached()
        try await shop.bind("1", in: second)
        hold.release()
        #expect(try await late.code == nil)
        #expect(try await shop.noted(first) == ["taken 1"])
        #expect(try await shop.signals.holder(of: .order("1"))?.session == second)
    }

    @Test func sandboxNeitherTakesNorReceivesTheKeyOfItsOriginal() async throws {
        let session = try await shop.begin()
        try await shop.bind("1", in: session)
        let copy = try await shop.operators.fork(session, at: nil).session
        #expect(try await shop.signals.keys(of: copy).isEmpty)
        // Binding has no effect there, not even for a key that is taken.
        try await shop.bind("1", in: copy)
        try await shop.bind("2", in: copy)
        #expect(try await shop.signals.keys(of: copy).isEmpty)
        #expect(try await shop.signals.holder(of: .order("2")) == nil)
        let delivery = try await shop.sessions.signal(SignalShop.Paid(reference: "7"), to: .key("order", "1"))
        #expect(delivery.session == session)
        #expect(try await shop.noted(copy) == ["bound 1", "bound 1", "bound 2"])
    }

    @Test func forkHasNoSignalsOfItsOriginal() async throws {
        let session = try await shop.begin()
        try await shop.send("stop", to: session)
        try await shop.sessions.signal(SignalShop.Paid(reference: "7"), to: .session(session))
        let copy = try await shop.operators.fork(session, at: nil).session
        #expect(try await shop.store.work(copy).isEmpty)
        #expect(try await shop.store.work(session).count == 1)
    }

    @Test func changeFailsWhileTheStoreCannotTellWhoHoldsAKey() async throws {
        let session = try await shop.begin()
        let shop = try SignalShop(FaultyStore(shop.store, interceptor: FailingCall("holder(of:)")))
        let answer = try await shop.answer("bind", ["order": "1"], to: session)
        #expect(answer.code == .storeUnavailable)
    }
}

/// Fails one call of a store.
private struct FailingCall: StoreInterceptor {
    let name: String

    init(_ name: String) { self.name = name }

    func enter(_ call: String) async throws(StoreError) { if call == name { throw FaultyStore.unavailable } }
    func leave(_ call: String) async throws(StoreError) {}
}
