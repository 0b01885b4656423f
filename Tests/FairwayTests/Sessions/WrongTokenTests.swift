import Fairway
import FairwayTesting
import TestWaits
import Testing

/// Callers who know a session's id but not its token cannot disturb its owner.
@Suite(.waiting)
struct WrongTokenTests {
    private static let stranger = Caller(.token("guess"))
    private static let count = Change.action(name: "count", params: nil, screen: nil, draft: nil)

    @Test func floodOfWrongTokensDoesNotLockOwnerOut() async throws {
        let bench = try await EngineFixture()
        let busy = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        // Each call is answered while the session is busy; otherwise this would wait for the gate.
        for _ in 0..<300 {
            let answer = await bench.engine.perform(Self.count, on: bench.session, by: Self.stranger)
            #expect(answer.code == .noSuchSession)
        }
        #expect(bench.engine.statistics.changesUnderWay == 1)
        let next = Task { try await bench.send("count") }
        bench.gate.open()
        #expect(try await busy.value.state().revision == 2)
        #expect(try await next.value.state().revision == 3)
    }

    @Test func wrongTokenIsRejectedWhileSessionIsBusy() async throws {
        let bench = try await EngineFixture()
        let engine = bench.engine
        let hold = bench.store.holdNext()
        let busy = Task { try await bench.send("count") }
        await hold.reached()
        let (session, stranger) = (bench.session, Self.stranger)
        #expect(await engine.perform(Self.count, on: session, by: stranger).code == .noSuchSession)
        #expect(await engine.state(session, by: stranger).code == .noSuchSession)
        #expect(await engine.setDraft(.null, session, screen: "s1", by: stranger)?.code == .noSuchSession)
        #expect(
            await engine.refuse(Problem(.invalidInput), of: "device", on: session, by: stranger).code == .noSuchSession
        )
        await #expect(throws: EngineError.self) { _ = try await engine.subscribe(session, by: stranger) }
        await #expect(throws: EngineError.self) { _ = try await engine.makeHandoff(session, by: stranger) }
        hold.release()
        #expect(try await busy.value.state().revision == 2)
    }

    @Test func wrongTokenAndUnknownSessionAnswerAlikeAndLoadNothing() async throws {
        var limits = EngineLimits()
        limits.liveSessions = 1
        let bench = try await EngineFixture(limits: limits)
        let other = try await bench.engine.start(StartRequest(flow: "Turnstile")).state()
        #expect(bench.engine.liveSessionCount == 1)
        var bodies: Set<[UInt8]> = []
        for session in [bench.session, other.session, "unknown", ""] {
            bodies.insert(await bench.engine.perform(Self.count, on: session, by: Self.stranger).body)
            bodies.insert(await bench.engine.state(session, by: Self.stranger).body)
        }
        #expect(bodies.count == 1)
        // This session is still in memory, so its token is checked without a query.
        bench.store.isUnavailable = true
        let state = await bench.engine.state(other.session, by: Caller(.token(try #require(other.token))))
        #expect(state.status == 200)
    }

    @Test func tokenFromOtherNodeIsValidAtOnce() async throws {
        let cluster = try await Cluster()
        let handoff = try await cluster.nodes[0].engine.makeHandoff(cluster.session, by: cluster.caller)
        let taken = try await cluster.nodes[0].engine.takeHandoff(handoff.code, device: nil).state()
        let caller = Caller(.token(try #require(taken.token)))
        let answer = await cluster.nodes[1].engine.perform(Self.count, on: cluster.session, by: caller)
        #expect(try answer.state().revision == taken.revision + 1)
        let late = await cluster.nodes[1].engine.perform(Self.count, on: cluster.session, by: cluster.caller)
        #expect(late.code == .superseded)
    }

    /// The token is valid when the call arrives, and superseded when the mailbox admits the call.
    @Test func tokenIsCheckedAgainInsideMailbox() async throws {
        let bench = try await EngineFixture()
        let handoff = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        let busy = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        let taking = Task.immediate { await bench.engine.takeHandoff(handoff.code, device: nil) }
        let waiting = Task.immediate { try await bench.send("count") }
        bench.gate.open()
        _ = try await busy.value
        #expect(try await taking.value.state().token != nil)
        #expect(try await waiting.value.code == .superseded)
    }
}
