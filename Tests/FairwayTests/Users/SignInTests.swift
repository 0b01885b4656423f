import FairwayTesting
import TestWaits
import Testing

@testable import Fairway

/// An anonymous session becomes a user's.
@Suite(.waiting)
struct SignInTests {
    private static let (ada, eve) = (SessionCall.ada, SessionCall.eve)
    private static let key = RequestKey("k", fingerprint: "PUT user ada")

    @Test func anonymousSessionBecomesTheUsers() async throws {
        let bench = try await EngineFixture()
        let answer = await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller)
        #expect(answer.status == 200)
        #expect(try answer.state().revision == 2)
        #expect(try answer.state().token == nil)
        #expect(await bench.engine.state(bench.session, by: Caller(.user(Self.ada))).status == 200)
        let stored = try #require(try await bench.store.load(bench.session)).session
        #expect(stored.user == "ada")
        #expect(stored.claims == (try RawJSON(validating: Array(#"{"email":"ada@example.org","name":"Ada"}"#.utf8))))
        let entry = try #require(try await bench.store.journal(bench.session, after: 1, limit: 1).first)
        #expect(entry.kind == "user")
        #expect(entry.params == nil)
        #expect(bench.engine.statistics.changes[.init(kind: "user", outcome: "ok")] == 1)
    }

    /// Session fixation: somebody else may know the token, because that person has started the session.
    @Test(arguments: SessionCall.all)
    func tokenFromBeforeTheSignInIsSuperseded(_ call: SessionCall) async throws {
        let bench = try await EngineFixture()
        #expect(await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller).status == 200)
        #expect(await call.answer(bench.engine, bench.session, bench.caller).code == .superseded)
        bench.engine.dropIdleSessions()
        #expect(await call.answer(bench.engine, bench.session, bench.caller).code == .superseded)
    }

    @Test func streamFromBeforeTheSignInEndsAsSuperseded() async throws {
        let bench = try await EngineFixture()
        let stream = try await bench.subscribe(after: 1)
        #expect(await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller).status == 200)
        guard case .superseded? = await stream.next() else {
            Issue.record("the stream did not end as superseded")
            return
        }
        #expect(await stream.next() == nil)
    }

    @Test func changeThatWaitsDuringTheSignInIsSuperseded() async throws {
        let bench = try await EngineFixture()
        let busy = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        let signingIn = Task.immediate { await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller) }
        let waiting = Task.immediate { try await bench.send("count") }
        bench.gate.open()
        _ = try await busy.value
        #expect(try await signingIn.value.state().revision == 3)
        #expect(try await waiting.value.code == .superseded)
    }

    @Test(arguments: [nil, key])
    func repeatWithTheOldTokenChangesNothing(_ key: RequestKey?) async throws {
        let bench = try await EngineFixture()
        let guards = Guards(revisions: [1], key: key)
        let first = await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller, guards: guards)
        for _ in 0..<2 {
            let again = await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller, guards: guards)
            #expect(again.status == 200)
            #expect(try again.state().revision == 2)
            #expect(again.isReplay == (key != nil))
            if key != nil { #expect(again.body == first.body) }
            bench.engine.dropIdleSessions()
        }
        #expect(try await bench.store.journal(bench.session, after: 0, limit: 9).count == 2)
    }

    @Test func repeatAfterTheEndOfTheSessionReturnsItsState() async throws {
        let bench = try await EngineFixture()
        _ = await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller)
        _ = await bench.engine.perform(.end(.ended), on: bench.session, by: Caller(.user(Self.ada)))
        let again = await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller)
        #expect(try again.state().status == .over)
    }

    @Test func anonymousSessionThatIsOverTakesNoUser() async throws {
        let bench = try await EngineFixture()
        _ = await bench.engine.perform(.end(.ended), on: bench.session, by: bench.caller)
        let answer = await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller)
        #expect(answer.code == .sessionOver)
    }

    /// A 409 would contain the other user's state.
    @Test func sessionOfAnotherUserDoesNotExist() async throws {
        let bench = try await EngineFixture()
        #expect(await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller).status == 200)
        let unknown = await bench.engine.signIn(Self.eve, to: "unknown", by: bench.caller)
        #expect(unknown.code == .noSuchSession)
        for caller in [Caller(.user(Self.eve)), Caller(.token("guess")), Caller(.user(Self.ada)), bench.caller] {
            let answer = await bench.engine.signIn(Self.eve, to: bench.session, by: caller)
            #expect(answer.body == unknown.body)
        }
        #expect(try await bench.store.load(bench.session)?.session.user == "ada")
    }

    @Test func wrongTokenSignsNobodyIn() async throws {
        let bench = try await EngineFixture()
        for caller in [Caller(.token("guess")), Caller(.user(Self.ada))] {
            #expect(await bench.engine.signIn(Self.ada, to: bench.session, by: caller).code == .noSuchSession)
        }
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        #expect(await bench.engine.takeHandoff(code, device: nil).status == 200)
        #expect(await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller).code == .superseded)
        #expect(try await bench.store.load(bench.session)?.session.user == nil)
    }

    @Test func changeOfTheUserIsMadeBySigningInOnly() async throws {
        let bench = try await EngineFixture()
        _ = await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller)
        let answer = await bench.engine.perform(.signIn(Self.eve), on: bench.session, by: Caller(.user(Self.ada)))
        #expect(answer.code == .malformedRequest)
    }

    /// The store may have committed the sign-in, so the old token must not be accepted.
    @Test func signInWithLostAnswerRejectsTheOldTokenUntilStoreAnswers() async throws {
        let bench = try await EngineFixture()
        let stream = try await bench.subscribe(after: 1)
        bench.store.failNext(.afterCommit)
        let lost = await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller)
        #expect(lost.code == .storeUnavailable)
        bench.store.isUnavailable = true
        #expect(await bench.engine.state(bench.session, by: bench.caller).code == .storeUnavailable)
        bench.store.isUnavailable = false
        let again = await bench.engine.signIn(Self.ada, to: bench.session, by: bench.caller)
        #expect(try again.state().revision == 2)
        #expect(await bench.engine.state(bench.session, by: bench.caller).code == .superseded)
        guard case .superseded? = await stream.next() else {
            Issue.record("the stream did not end as superseded")
            return
        }
    }

    @Test(arguments: [SharedMemory.Delivery.immediate, .lost])
    func signInOnOneNodeAppliesToEveryNode(_ delivery: SharedMemory.Delivery) async throws {
        let cluster = try await Cluster()
        cluster.memory.deliver(delivery, to: cluster.nodes[1].memory)
        let stream = try await cluster.subscribe(1)
        let answer = await cluster.nodes[0].engine.signIn(Self.ada, to: cluster.session, by: cluster.caller)
        #expect(answer.status == 200)
        let user = Caller(.user(Self.ada))
        #expect(await cluster.nodes[1].engine.state(cluster.session, by: user).status == 200)
        #expect(await cluster.read(1).code == .superseded)
        #expect(try await cluster.send("count", to: 1).code == .superseded)
        let again = await cluster.nodes[1].engine.signIn(Self.ada, to: cluster.session, by: cluster.caller)
        #expect(try again.state().revision == 2)
        guard case .superseded? = await stream.next() else {
            Issue.record("the stream continued with a superseded token")
            return
        }
    }
}
