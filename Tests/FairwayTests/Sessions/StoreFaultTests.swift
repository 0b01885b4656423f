import Fairway
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

/// What clients observe while the store fails.
@Suite(.waiting)
struct StoreFaultTests {
    private let key = RequestKey("0123456789abcdef", fingerprint: "x")

    @Test func failedCommitChangesNothing() async throws {
        let bench = try await EngineFixture()
        bench.store.failNext(.beforeCommit)
        let answer = try await bench.send("count")
        #expect(try answer.problem().code == .storeUnavailable)
        #expect(answer.status == 503)
        #expect(try await bench.state.revision == 1)
        #expect(try await bench.send("count").state().revision == 2)
    }

    @Test func sessionsInMemoryAreReadableWhileStoreFails() async throws {
        let bench = try await EngineFixture()
        bench.store.isUnavailable = true
        #expect(try await bench.send("count").status == 503)
        #expect(try await bench.state.revision == 1)
        bench.store.isUnavailable = false
        #expect(try await bench.send("count").state().revision == 2)
    }

    @Test func commitWithLostAnswerIsSeenByNextReader() async throws {
        let bench = try await EngineFixture()
        bench.store.failNext(.afterCommit)
        #expect(try await bench.send("count", key: key).status == 503)
        #expect(try await bench.state.revision == 2)
        let repeated = try await bench.send("count", key: key)
        #expect(repeated.isReplay)
        #expect(try repeated.state().revision == 2)
    }

    /// It is unknown whether the rejection was stored, so the state in memory must be compared with the store's.
    @Test func storedRejectionWithLostAnswerIsChecked() async throws {
        let bench = try await EngineFixture()
        bench.store.failNext(.afterCommit)
        let problem = Problem(.invalidParams)
        let refused = await bench.engine.refuse(
            problem,
            of: "device",
            on: bench.session,
            by: bench.caller,
            guards: Guards(key: key)
        )
        #expect(refused.status == 503)
        let app = App(initial: Stage(.show("nothing"))) {
            Flow(Puppet())
            Flow(Turnstile())
            Service(Gate.self) { _ in bench.gate }
            Service(Noted.self) { _ in bench.noted }
        }
        let other = try Engine(app, store: bench.store, clock: bench.clock)
        let change = Change.action(name: "count", params: nil, screen: nil, draft: nil)
        #expect(await other.perform(change, on: bench.session, by: bench.caller).revision == 2)
        #expect(try await bench.state.revision == 2)
        let repeated = await bench.engine.refuse(
            problem,
            of: "device",
            on: bench.session,
            by: bench.caller,
            guards: Guards(key: key)
        )
        #expect(repeated.isReplay)
        #expect(repeated.status == 422)
    }

    /// Fails the loading of sessions and no other call.
    private struct NoLoading: StoreInterceptor {
        func enter(_ call: String) async throws(StoreError) {
            if call.hasPrefix("load(") { throw StoreError(.unavailable, "not now") }
        }

        func leave(_ call: String) async throws(StoreError) {}
    }

    @Test func clientDoesNotSeeOlderStateAfterStoredAnswer() async throws {
        let bench = try await EngineFixture(interceptor: NoLoading())
        bench.store.failNext(.afterCommit)
        #expect(try await bench.send("count", key: key).status == 503)
        #expect(await bench.engine.state(bench.session, by: bench.caller).code == nil)
        #expect(try await bench.send("count", key: key).state().revision == 2)
        #expect(await bench.engine.state(bench.session, by: bench.caller).code == .storeUnavailable)
    }

    /// Loses the answers to drafts, which the store has written.
    private struct LostAnswersToDrafts: StoreInterceptor {
        func enter(_ call: String) async throws(StoreError) {}

        func leave(_ call: String) async throws(StoreError) {
            if call.hasPrefix("setDraft(") { throw FaultyStore.unavailable }
        }
    }

    @Test func draftWithLostAnswerIsSeenByNextReader() async throws {
        let bench = try await EngineFixture(interceptor: LostAnswersToDrafts())
        let screen = try #require(try await bench.state.screen?.id)
        let draft = try RawJSON(encoding: "typed")
        let answer = await bench.engine.setDraft(draft, bench.session, screen: screen, by: bench.caller)
        #expect(answer?.code == .storeUnavailable)
        #expect(try await bench.state.screen?.draft == draft)
        let deletion = await bench.engine.setDraft(nil, bench.session, screen: screen, by: bench.caller)
        #expect(deletion?.code == .storeUnavailable)
        #expect(try await bench.state.screen?.draft == nil)
    }

    @Test func draftOfRefusedActionWithLostAnswerIsSeenByNextReader() async throws {
        let bench = try await EngineFixture(interceptor: LostAnswersToDrafts())
        #expect(try await bench.send("refuse", draft: "typed").code == .storeUnavailable)
        #expect(try await bench.state.screen?.draft == RawJSON(encoding: "typed"))
        // The next change of the screen ends the draft.
        #expect(try await bench.send("count").state().screen?.draft == nil)
    }

    @Test func draftOfLateActionWithLostAnswerIsSeenByNextReader() async throws {
        let bench = try await EngineFixture(interceptor: LostAnswersToDrafts())
        let late = Task { try await bench.send("wait", draft: "typed") }
        await bench.gate.arrivals(1)
        await bench.clock.waiting(1)
        bench.clock.advance(by: 10)
        #expect(try await late.value.code == .flowTimeout)
        bench.gate.open()
        // The session cannot be read again until the handler has returned.
        try await until { await bench.engine.state(bench.session, by: bench.caller).code == nil }
        #expect(try await bench.state.screen?.draft == RawJSON(encoding: "typed"))
    }

    @Test func commitWithLostAnswerIsNotOverwritten() async throws {
        let bench = try await EngineFixture()
        bench.store.failNext(.afterCommit)
        try await bench.send("count")
        #expect(try await bench.send("count").state().revision == 3)
        #expect(try await bench.turnstile?.count == 2)
    }

    @Test func subscriberGetsMovesAndEffectsOfCommitWithLostAnswer() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.engine.subscribe(bench.session, by: bench.caller, after: 1)
        bench.store.failNext(.afterCommit)
        try await bench.send("push", ["label": "next"])
        _ = try await bench.state
        #expect(await subscription.nextState?.moves.map(\.move) == [.push])
        bench.store.failNext(.afterCommit)
        try await bench.send("toast", ["text": "saved"])
        _ = try await bench.state
        #expect(await subscription.nextState?.effects.count == 1)
    }

    @Test func handoffWithLostAnswerRejectsAllTokensUntilStoreAnswers() async throws {
        let bench = try await EngineFixture()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        bench.store.failNext(.afterCommit)
        #expect(await bench.engine.takeHandoff(code, device: nil, key: key).code == .storeUnavailable)
        bench.store.isUnavailable = true
        #expect(await bench.engine.state(bench.session, by: bench.caller).code == .storeUnavailable)
        bench.store.isUnavailable = false
        let taken = try await bench.engine.takeHandoff(code, device: nil, key: key).state()
        let token = try #require(taken.token)
        #expect(await bench.engine.state(bench.session, by: Caller(.token(token))).code == nil)
        #expect(await bench.engine.state(bench.session, by: bench.caller).code == .superseded)
    }

    @Test func handoffWithLostAnswerEndsStreamsOfOldDevice() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.engine.subscribe(bench.session, by: bench.caller, after: 1)
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        bench.store.failNext(.afterCommit)
        #expect(await bench.engine.takeHandoff(code, device: nil, key: key).code == .storeUnavailable)
        _ = try await bench.engine.takeHandoff(code, device: nil, key: key).state()
        _ = await bench.engine.state(bench.session, by: Caller(.app))
        guard case .superseded? = await subscription.next() else {
            Issue.record("the old device's stream did not end as superseded")
            return
        }
    }

    @Test func changeIsGivenUpAfterRepeatedLostRaces() async throws {
        let bench = try await EngineFixture()
        for _ in 0..<20 { bench.store.failNext(.conflict) }
        #expect(try await bench.send("count").problem().code == .overloaded)
        #expect(try await bench.state.revision == 1)
    }

    @Test func failedStartLeavesNothing() async throws {
        let bench = try await EngineFixture()
        bench.store.failNext(.beforeCommit)
        #expect(await bench.engine.start().status == 503)
        #expect(bench.engine.liveSessionCount == 1)
    }

    @Test func disconnectedClientCancelsNothing() async throws {
        let bench = try await EngineFixture()
        let hold = bench.store.holdNext()
        let answer = Task { try await bench.send("count") }
        await hold.reached()
        answer.cancel()
        hold.release()
        #expect(try await answer.value.state().revision == 2)

        let handler = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        handler.cancel()
        bench.gate.open()
        #expect(try await handler.value.state().revision == 3)
    }
}

extension Subscription {
    /// The next published state.
    fileprivate var nextState: StateDocument? {
        get async {
            guard case .state(let document)? = await next() else { return nil }
            return document
        }
    }
}
