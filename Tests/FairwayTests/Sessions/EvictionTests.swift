import Fairway
import FairwayTesting
import TestWaits
import Testing

/// Live sessions are a cache of the store. Dropping it loses nothing.
@Suite(.waiting)
struct EvictionTests {
    @Test func droppedSessionIsLoadedAgain() async throws {
        let bench = try await EngineFixture()
        try await bench.send("count")
        let before = await bench.engine.state(bench.session, by: bench.caller)
        bench.engine.dropIdleSessions()
        #expect(bench.engine.liveSessionCount == 0)
        #expect(await bench.engine.state(bench.session, by: bench.caller).body == before.body)
    }

    @Test func sessionWithRunningHandlerIsNotDropped() async throws {
        let bench = try await EngineFixture()
        let answer = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        bench.engine.dropIdleSessions()
        #expect(bench.engine.liveSessionCount == 1)
        bench.gate.open()
        #expect(try await answer.value.state().revision == 2)
    }

    @Test func sessionWithSubscriberIsNotDropped() async throws {
        let bench = try await EngineFixture()
        let subscription = try await bench.subscribe(after: 1)
        bench.engine.dropIdleSessions()
        try await bench.send("count")
        #expect(await subscription.revision() == 2)
    }

    @Test func sessionsBeyondLimitEvictEachOther() async throws {
        var limits = EngineLimits()
        limits.liveSessions = 16
        let bench = try await EngineFixture(limits: limits)
        var sessions: [(String, Caller)] = []
        for _ in 0..<100 {
            let state = try await bench.engine.start(StartRequest(flow: "Turnstile")).state()
            sessions.append((state.session, Caller(.token(try #require(state.token)))))
            #expect(bench.engine.liveSessionCount <= 17)
        }
        for (session, caller) in sessions {
            let action = Change.action(name: "count", params: nil, screen: nil, draft: nil)
            #expect(try await bench.engine.perform(action, on: session, by: caller).state().revision == 2)
        }
    }

    @Test func repeatedDroppingLosesNoChange() async throws {
        let bench = try await EngineFixture()
        await withTaskGroup { group in
            for _ in 0..<40 {
                group.addTask { _ = try? await bench.send("count") }
                group.addTask { bench.engine.dropIdleSessions() }
            }
        }
        #expect(try await bench.turnstile?.count == 40)
        #expect(try await bench.state.revision == 41)
    }

    @Test func unknownSessionIsNotKeptInMemory() async throws {
        let bench = try await EngineFixture()
        for number in 0..<20 { _ = await bench.engine.state("none-\(number)", by: bench.caller) }
        #expect(bench.engine.liveSessionCount == 1)
    }
}
