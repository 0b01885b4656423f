import Testing

@testable import Fairway

/// What an engine takes on, and what it sends away at once.
struct LoadTests {
    private static let limits = {
        var limits = EngineLimits()
        limits.changesUnderWay = 100
        limits.commitsUnderWay = 10
        limits.waitingChangesPerSession = 8
        return limits
    }()

    @Test(arguments: [
        (Load(changes: 0, commits: 0), nil),
        (Load(changes: 99, commits: 9), nil),
        (Load(changes: 100, commits: 0), ProblemCode.overloaded),
        (Load(changes: 10, commits: 10), .overloaded),
        (Load(changes: 1_000, commits: 1_000), .overloaded),
    ])
    func oneMoreIsTakenOnWhileThereIsRoom(load: Load, refusal: ProblemCode?) {
        #expect(load.obstacle(Self.limits)?.code == refusal)
    }

    @Test(arguments: [(0, 8), (36, 8), (44, 7), (60, 5), (92, 1), (99, 1), (100, 1), (200, 1)])
    func theFullerTheEngineTheFewerWaitForOneSession(changes: Int, waiting: Int) {
        #expect(Load(changes: changes, commits: 0).waitingChangesPerSession(Self.limits) == waiting)
    }

    @Test func aFullEngineSendsClientsAwayAtOnceAndEndsWhatItHasBegun() async throws {
        var limits = EngineLimits()
        limits.changesUnderWay = 1
        let bench = try await Bench(limits: limits)
        let begun = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        #expect(try await bench.send("count").problem().code == .overloaded)
        #expect(try await bench.engine.start(StartRequest(flow: "Turnstile")).problem().code == .overloaded)
        // A read is no change, and what the server does by itself is bounded elsewhere.
        #expect(try await bench.state.revision == 1)
        let refreshing = Task { await bench.engine.refresh(bench.session) }
        while bench.engine.statistics.changesUnderWay < 2 { await Task.yield() }
        bench.gate.open()
        #expect(try await begun.value.state().revision == 2)
        #expect(await refreshing.value.status == 200)
        #expect(bench.engine.statistics.changesUnderWay == 0)
        #expect(try await bench.send("count").state().revision == 3)
    }

    @Test func aRefusalIsNotKeptUnderItsKey() async throws {
        var limits = EngineLimits()
        limits.changesUnderWay = 1
        let bench = try await Bench(limits: limits)
        let begun = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        let key = RequestKey("k", fingerprint: "count")
        #expect(try await bench.send("count", key: key).problem().code == .overloaded)
        bench.gate.open()
        _ = try await begun.value
        #expect(try await bench.send("count", key: key).state().revision == 3)
    }

    @Test func sessionsThatAreTooLargeTogetherMakeRoomForEachOther() async throws {
        var limits = EngineLimits()
        limits.liveSessionBytes = 100_000
        let bench = try await Bench(limits: limits)
        for _ in 0..<200 {
            _ = try await bench.engine.start(StartRequest(flow: "Turnstile")).state()
            #expect(bench.engine.statistics.sessionBytesCached <= 100_000)
        }
        #expect(bench.engine.liveSessionCount > 1)
        #expect(bench.engine.liveSessionCount < 30)
        #expect(try await bench.state.revision == 1)
    }

    @Test func whatIsDroppedAndLoadedAgainIsAsLargeAsBefore() async throws {
        let bench = try await Bench()
        try await bench.send("count")
        let before = bench.engine.statistics.sessionBytesCached
        #expect(before > 4_096)
        bench.engine.dropIdleSessions()
        #expect(bench.engine.statistics.sessionBytesCached == 0)
        _ = try await bench.state
        #expect(bench.engine.statistics.sessionBytesCached == before)
    }
}
