import Fairway
import FairwayTesting
import TestWaits
import Testing

/// The first request with a key is committed once. Each repeat gets the same bytes.
@Suite(.waiting)
struct IdempotencyTests {
    private let key = RequestKey("0123456789abcdef", fingerprint: "POST /actions count")

    @Test func repeatReturnsSameBytesAndChangesNothing() async throws {
        let bench = try await EngineFixture()
        let first = try await bench.send("count", key: key)
        try await bench.send("count")
        bench.engine.dropIdleSessions()
        let repeated = try await bench.send("count", key: key)
        #expect(repeated.body == first.body)
        #expect(repeated.status == first.status)
        #expect(repeated.isReplay && !first.isReplay)
        #expect(try await bench.state.revision == 3)
    }

    @Test func repeatWaitsForRunningRequest() async throws {
        let bench = try await EngineFixture()
        let first = Task { try await bench.send("wait", key: key) }
        await bench.gate.arrivals(1)
        let repeated = Task { try await bench.send("wait", key: key) }
        bench.gate.open()
        #expect(try await first.value.body == repeated.value.body)
        #expect(try await bench.state.revision == 2)
    }

    @Test func reusingKeyForAnotherRequestIsRejected() async throws {
        let bench = try await EngineFixture()
        try await bench.send("count", key: key)
        let other = RequestKey(key.key, fingerprint: "POST /actions push")
        let problem = try await bench.send("push", ["label": "x"], key: other).problem()
        #expect(problem.code == .idempotencyKeyReused)
        #expect(problem.state?.revision == 2)
        #expect(try await bench.send("count", key: key).isReplay)
    }

    @Test(arguments: ["refuse", "explode"])
    func decisionOfFlowOrGuardIsStored(_ action: String) async throws {
        let bench = try await EngineFixture()
        let first = try await bench.send(action, key: key)
        try await bench.send("count")
        let repeated = try await bench.send(action, key: key)
        #expect(first.status == 422)
        #expect(repeated.isReplay)
        #expect(repeated.body == first.body)
    }

    @Test func staleScreenAndOtherRevisionAreStored() async throws {
        let bench = try await EngineFixture()
        let stale = RequestKey("stale-stale-stale", fingerprint: "stale")
        #expect(try await bench.send("count", screen: "s9", key: stale).status == 409)
        #expect(try await bench.send("count", screen: "s9", key: stale).isReplay)
        #expect(try await bench.send("count", revisions: [7], key: key).status == 412)
        #expect(try await bench.send("count", revisions: [7], key: key).isReplay)
    }

    @Test func temporaryProblemIsNotStored() async throws {
        let bench = try await EngineFixture()
        #expect(try await bench.send("fail", key: key).status == 500)
        #expect(try await !bench.send("fail", key: key).isReplay)
    }

    @Test func sessionOverIsNotStored() async throws {
        let bench = try await EngineFixture()
        try await bench.send("finish")
        #expect(try await bench.send("count", key: key).status == 410)
        #expect(try await !bench.send("count", key: key).isReplay)
    }

    @Test func refreshWithoutEffectIsStored() async throws {
        let bench = try await EngineFixture()
        let guards = Guards(key: key)
        let first = await bench.engine.perform(.refresh, on: bench.session, by: bench.caller, guards: guards)
        try await bench.send("count")
        let repeated = await bench.engine.perform(.refresh, on: bench.session, by: bench.caller, guards: guards)
        #expect(repeated.isReplay)
        #expect(repeated.body == first.body)
    }

    @Test func changeIDsAreUnique() async throws {
        let bench = try await EngineFixture()
        for _ in 0..<3 { try await bench.send("note") }
        try await bench.send("note", key: key)
        let ids = try #require(try await bench.turnstile).changes
        #expect(Set(ids).count == 4)
    }

    @Test func changeIDIsSameAfterLostRace() async throws {
        let bench = try await EngineFixture()
        bench.store.failNext(.conflict)
        try await bench.send("note")
        #expect(bench.noted.all.count == 2)
        #expect(Set(bench.noted.all).count == 1)
    }

    @Test func changeIDIsSameForRepeatOfFailedRequest() async throws {
        let bench = try await EngineFixture()
        bench.store.failNext(.beforeCommit)
        #expect(try await bench.send("note", key: key).status == 503)
        try await bench.send("count")
        #expect(try await bench.send("note", key: key).status == 200)
        #expect(bench.noted.all.count == 2)
        #expect(Set(bench.noted.all).count == 1)
    }
}
