import Fairway
import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

/// Limits on the data that one session may store.
@Suite(.waiting)
struct SessionLimitTests {
    /// A resuming stream reads the journal, so it would also read large parameters there.
    @Test func largeParametersAreLeftOutOfTheJournal() async throws {
        let bench = try await EngineFixture()
        for length in [4_000, 5_000] {
            try await bench.send("push", ["label": .string(String(repeating: "x", count: length))])
        }
        let entries = try await bench.store.journal(bench.session, after: 1, limit: 10)
        #expect(entries.map { $0.params != nil } == [true, false])
    }

    @Test func numberOfScreensIsLimitedInAllLayers() async throws {
        var limits = EngineLimits()
        limits.screensPerSession = 4
        let tester = try await FlowTester(
            playing: Puppet(
                .tabs([.init(key: "a", puppet: Puppet(.show("A"))), .init(key: "b", puppet: Puppet(.show("B")))])
            ),
            limits: limits
        )
        try await tester.select("b")
        try await tester.perform(.show("C"), .show("D", .modal))
        let shown = tester.picture
        let problem = await #expect(throws: Problem.self) { try await tester.perform(.show("E")) }
        #expect(problem?.code == .rejected)
        #expect(problem?.detail == "A session shows at most 4 screens; go back first.")
        #expect(tester.picture == shown)
        try await tester.goBack()
        try await tester.perform(.show("E"))
        #expect(tester.picture == "tabs(a[A] *b[B C E])")
    }

    @Test func numberOfValidHandoffCodesIsLimited() async throws {
        var limits = EngineLimits()
        limits.handoffsPerSession = 2
        let bench = try await EngineFixture(limits: limits)
        for _ in 0..<2 { _ = try await bench.engine.makeHandoff(bench.session, by: bench.caller) }
        for (later, seconds) in [(0.0, 300), (120, 180), (179.5, 1)] {
            bench.clock.advance(by: later)
            let refusal = try #require(
                await #expect(throws: EngineError.self) {
                    try await bench.engine.makeHandoff(bench.session, by: bench.caller)
                }
            )
            #expect(refusal.answer.code == .tooManyRequests)
            // `Retry-After` is in the body and in the header.
            #expect(try JSON.decode(Problem.self, from: refusal.answer.body).retryAfterSeconds == seconds)
            #expect(refusal.answer.retryAfterSeconds == seconds)
        }
        bench.clock.advance(by: 0.5)
        _ = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
    }

    @Test(arguments: [86_400.0, -86_400])
    func settingClockDoesNotAffectLimits(by seconds: Double) async throws {
        var limits = EngineLimits()
        (limits.handoffsPerSession, limits.refusalsKeptPerHour) = (1, 1)
        let bench = try await EngineFixture(limits: limits)
        func isKept(_ key: String) async throws -> Bool {
            for _ in 1...2 where try await bench.send("refuse", key: RequestKey(key, fingerprint: key)).isReplay {
                return true
            }
            return false
        }
        _ = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        #expect(try await isKept("a"))
        bench.clock.set(forwardBy: seconds)
        let refusal = await #expect(throws: EngineError.self) {
            try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        }
        #expect(refusal?.answer.retryAfterSeconds == 300)
        #expect(try await !isKept("b"))
        bench.clock.advance(by: 3_600)
        _ = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        #expect(try await isKept("c"))
    }

    @Test func unstoredHandoffCodeDoesNotCount() async throws {
        var limits = EngineLimits()
        limits.handoffsPerSession = 1
        let bench = try await EngineFixture(limits: limits)
        bench.store.isUnavailable = true
        for _ in 1...3 {
            let refusal = await #expect(throws: EngineError.self) {
                try await bench.engine.makeHandoff(bench.session, by: bench.caller)
            }
            #expect(refusal?.answer.code == .storeUnavailable)
            // The cause, which is only logged.
            #expect(refusal?.answer.cause != nil)
        }
        bench.store.isUnavailable = false
        _ = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
    }

    @Test func storedRejectionsPerHourAreLimitedAndSuccessesAreNot() async throws {
        var limits = EngineLimits()
        limits.refusalsKeptPerHour = 2
        let bench = try await EngineFixture(limits: limits)
        func refuse(_ key: String) async throws -> Answer {
            try await bench.send("refuse", key: RequestKey(key, fingerprint: key))
        }
        for key in ["a", "b"] { #expect(try await refuse(key).status == 422) }
        for _ in 1...2 {
            let refusal = try await refuse("c")
            #expect(refusal.status == 422)
            #expect(!refusal.isReplay)
        }
        // Stored answers are repeated, and successful changes are still made.
        #expect(try await refuse("a").isReplay)
        #expect(try await bench.send("count", key: RequestKey("d", fingerprint: "d")).status == 200)
        #expect(try await bench.send("refuse").status == 422)
        bench.clock.advance(by: 3_600)
        #expect(try await refuse("c").status == 422)
        #expect(try await refuse("c").isReplay)
    }

    @Test func sizeOfStoredAnswersPerHourIsLimited() async throws {
        var limits = EngineLimits()
        limits.answerBytesKeptPerHour = 1_000
        let bench = try await EngineFixture(limits: limits)
        func count(_ key: String) async throws -> Answer {
            try await bench.send("count", key: RequestKey(key, fingerprint: key))
        }
        var (kept, bytes) = (0, 0)
        var answer = try await count("0")
        while answer.code == nil {
            let reply = try #require(try await bench.store.reply(bench.session, key: "\(kept)"))
            #expect(reply.body.count < answer.body.count)
            #expect(bytes < limits.answerBytesKeptPerHour)
            kept += 1
            bytes += reply.body.count
            answer = try await count("\(kept)")
        }
        #expect(bytes >= limits.answerBytesKeptPerHour)
        #expect(answer.code == .tooManyRequests)
        #expect(answer.retryAfterSeconds == 3_600)
        #expect(try await bench.turnstile?.count == kept)
        // A rejection would be stored too.
        let refusal = await bench.engine.refuse(
            Problem(.invalidParams),
            of: "device",
            on: bench.session,
            by: bench.caller,
            guards: Guards(key: RequestKey("r", fingerprint: "r"))
        )
        #expect(refusal.code == .tooManyRequests)
        // Changes without a key are still made, and stored answers are repeated.
        #expect(try await bench.send("count").status == 200)
        #expect(try await count("0").isReplay)
        bench.clock.advance(by: 1_800)
        #expect(try await count("\(kept)").retryAfterSeconds == 1_800)
        bench.clock.advance(by: 1_800)
        #expect(try await count("\(kept)").status == 200)
    }

    @Test func answersOfFailedCommitsDoNotCount() async throws {
        var limits = EngineLimits()
        limits.answerBytesKeptPerHour = 1
        let bench = try await EngineFixture(limits: limits)
        let key = RequestKey("k", fingerprint: "count")
        bench.store.isUnavailable = true
        #expect(try await bench.send("count", key: key).code == .storeUnavailable)
        bench.store.isUnavailable = false
        #expect(try await bench.send("count", key: key).status == 200)
        #expect(try await bench.send("count", key: RequestKey("l", fingerprint: "count")).code == .tooManyRequests)
    }

    @Test func workIsCountedInStoreOnlyNearLimit() async throws {
        var limits = EngineLimits()
        limits.workPerSession = 4
        let queries = WorkQueries()
        let bench = try await EngineFixture(limits: limits, interceptor: queries)
        func schedule(_ id: String) async throws -> Int { try await bench.send("schedule", ["id": .string(id)]).status }
        for id in ["a", "b", "c", "d"] { #expect(try await schedule(id) == 200) }
        #expect(queries.count == 0)
        for id in ["a", "b", "c"] { try await bench.send("cancel", ["id": .string(id)]) }
        // The query at "e" finds two open timers, so "f" and "g" cannot exceed the limit and need no query.
        for (id, asked) in [("e", 1), ("f", 1), ("g", 1), ("h", 2), ("h", 3)] {
            #expect(try await schedule(id) == (id == "h" ? 422 : 200))
            #expect(queries.count == asked)
        }
        // After loading, the session's work is counted again.
        bench.engine.dropIdleSessions()
        try await bench.send("cancel", ["id": "d"])
        #expect(try await schedule("i") == 200)
        #expect(queries.count == 4)
    }

    /// Counts the queries for all work of a session.
    private final class WorkQueries: StoreInterceptor {
        private let asked = Atomic<Int>(0)

        var count: Int { asked.load(ordering: .relaxed) }

        func enter(_ call: String) async throws(StoreError) {
            if call == "work(_:)" { asked.add(1, ordering: .relaxed) }
        }

        func leave(_ call: String) async throws(StoreError) {}
    }

    @Test func openTimersAndJobsAreLimited() async throws {
        var limits = EngineLimits()
        limits.workPerSession = 3
        let bench = try await EngineFixture(limits: limits)
        func schedule(_ id: String) async throws -> Answer { try await bench.send("schedule", ["id": .string(id)]) }
        for id in ["a", "b", "c"] { #expect(try await schedule(id).status == 200) }
        let before = try await bench.state
        let problem = try await schedule("d").problem()
        #expect(problem.code == .rejected)
        #expect(problem.detail?.contains("at most 3 timers and jobs") == true)
        #expect(try await bench.state == before)
        #expect(try await bench.store.work(bench.session).count == 3)
        #expect(try await bench.send("cancel", ["id": "b"]).status == 200)
        #expect(try await schedule("d").status == 200)
        #expect(try await schedule("e").status == 422)
        // A timer with the id of an earlier one replaces it.
        #expect(try await schedule("d").status == 200)
        #expect(try await bench.store.work(bench.session).count == 3)
    }
}
