import Fairway
import FairwayTesting
import FairwayWire
import Testing

/// What one session may have kept for it.
@Suite(.timeLimit(.minutes(10)))
struct SessionLimitTests {
    @Test func soManyHandoffCodesAreGoodAtATime() async throws {
        var limits = EngineLimits()
        limits.handoffsPerSession = 2
        let bench = try await Bench(limits: limits)
        for _ in 0..<2 { _ = try await bench.engine.makeHandoff(bench.session, by: bench.caller) }
        await #expect(throws: Problem.self) { try await bench.engine.makeHandoff(bench.session, by: bench.caller) }
        bench.clock.advance(by: 299)
        await #expect(throws: Problem.self) { try await bench.engine.makeHandoff(bench.session, by: bench.caller) }
        bench.clock.advance(by: 1)
        _ = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
    }

    @Test func soManyRefusalsAreKeptInAnHourAndWhatWasDoneAlways() async throws {
        var limits = EngineLimits()
        limits.refusalsKeptPerHour = 2
        let bench = try await Bench(limits: limits)
        func refuse(_ key: String) async throws -> Answer {
            try await bench.send("refuse", key: RequestKey(key, fingerprint: key))
        }
        for key in ["a", "b"] { #expect(try await refuse(key).status == 422) }
        for _ in 1...2 {
            let refusal = try await refuse("c")
            #expect(refusal.status == 422)
            #expect(!refusal.isReplay)
        }
        // What is kept is given again, and what is no refusal goes on.
        #expect(try await refuse("a").isReplay)
        #expect(try await bench.send("count", key: RequestKey("d", fingerprint: "d")).status == 200)
        #expect(try await bench.send("refuse").status == 422)
        bench.clock.advance(by: 3_600)
        #expect(try await refuse("c").status == 422)
        #expect(try await refuse("c").isReplay)
    }

    @Test func soManyTimersAndJobsMayBeOpen() async throws {
        var limits = EngineLimits()
        limits.workPerSession = 3
        let bench = try await Bench(limits: limits)
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
    }
}
