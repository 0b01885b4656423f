import FairwayTesting
import TestWaits
import Testing

@testable import Fairway

/// A handler that blocks or computes delays only its own session. The tests check the order of answers and no times.
@Suite(.waiting)
struct StalledThreadTests {
    /// No thread starts so late that a change is rejected.
    private static let limits = {
        var limits = EngineLimits()
        limits.secondsWaitingForSlot = 3_600
        return limits
    }()

    @Test func blockingHandlersDelayNoOtherSession() async throws {
        let bench = try await EngineFixture(limits: Self.limits)
        let blocked = try await bench.begin("block", inSessions: 16)
        await bench.threads.arrivals(16)
        let stream = try await bench.engine.subscribe(bench.session, by: bench.caller, after: 1)
        #expect(try await bench.send("count").state().revision == 2)
        guard case .state(let streamed)? = await stream.next() else {
            Issue.record("the stream delivered no state")
            return
        }
        #expect(streamed.revision == 2)
        #expect(try await bench.state.revision == 2)
        #expect(try await bench.engine.start(StartRequest(flow: "Turnstile")).state().revision == 1)
        bench.threads.open()
        for answer in blocked { #expect(try await answer.value.state().revision == 2) }
    }

    @Test func computingHandlersDelayNoOtherSession() async throws {
        let bench = try await EngineFixture(limits: Self.limits)
        let computing = try await bench.begin("compute", inSessions: 4)
        await bench.threads.arrivals(4)
        #expect(try await bench.send("count").state().revision == 2)
        bench.threads.open()
        for answer in computing { #expect(try await answer.value.state().revision == 2) }
    }

    /// The number of blocked handlers exceeds the number of slots.
    @Test func blockingHandlerOccupiesNoSlot() async throws {
        var limits = Self.limits
        limits.changesAtWork = 2
        let bench = try await EngineFixture(limits: limits)
        let blocked = try await bench.begin("block", inSessions: 8)
        await bench.threads.arrivals(8)
        #expect(try await bench.send("count").state().revision == 2)
        #expect(bench.engine.statistics.changesUnderWay == 8)
        bench.threads.open()
        for answer in blocked { #expect(try await answer.value.state().revision == 2) }
        #expect(bench.engine.statistics.changesUnderWay == 0)
    }

    @Test func changesAreRejectedAndReadsSucceedWhileAllThreadsBlock() async throws {
        var limits = EngineLimits()
        limits.handlerThreads = 2
        let bench = try await EngineFixture(limits: limits)
        // They are repeated if they are rejected, because a busy machine may start the threads late.
        let blocked = try await bench.begin("block", inSessions: 2, untilAccepted: true)
        await bench.threads.arrivals(2)
        let refused = try await bench.send("count", draft: ["typed": 1])
        #expect(try refused.problem().code == .overloaded)
        #expect(refused.retryAfterSeconds != nil)
        #expect(try await bench.state.revision == 1)
        // None of the rejected work runs later.
        bench.threads.open()
        for answer in blocked { #expect(try await answer.value.state().revision == 2) }
        #expect(try await bench.turnstile?.count == 0)
        #expect(try await bench.send("count").state().revision == 2)
    }

    @Test func unusedThreadsEnd() async throws {
        let bench = try await EngineFixture(limits: Self.limits)
        let threads = try #require(bench.engine.threads)
        let blocked = try await bench.begin("block", inSessions: 16)
        await bench.threads.arrivals(16)
        try await until { threads.counts.stalled >= 16 }
        bench.threads.open()
        for answer in blocked { _ = await answer.value }
        try await until { threads.counts.stalled == 0 && threads.counts.threads <= threads.width }
        #expect(try await bench.send("count").state().revision == 2)
    }

    @Test func blockingPerformersOccupyNoHandlerThreads() async throws {
        let gate = ThreadGate()
        let app = App(initial: Stage(.show("nothing"))) {
            Flow(Puppet())
            Flow(Turnstile())
            Service(Noted.self) { _ in Noted() }
            Service(Gate.self) { _ in Gate() }
            Service(ThreadGate.self) { _ in gate }
            Performer(Errand.self, concurrency: 16) { errand, _ in
                gate.block()
                return errand.text
            }
        }
        var limits = Self.limits
        limits.handlerThreads = 2
        // The clock stands still, so that no job's lease expires while it waits.
        let engine = try Engine(app, store: MemoryStore(), clock: ManualClock(), limits: limits)
        let worker = try Worker(engine)
        worker.start()
        let errands = Puppet(.show("nothing"), .work("1"), .work("2"), .work("3"), .work("4"))
        for _ in 1...4 {
            let asking = await engine.start(StartRequest(errands))
            #expect(asking.status == 201)
        }
        await gate.arrivals(16)
        let started = try await engine.start(StartRequest(flow: "Turnstile")).state()
        let count = Change.action(name: "count", params: nil, screen: nil, draft: nil)
        #expect(try await engine.perform(count, on: started.session, by: Caller(.app)).state().revision == 2)
        gate.open()
        await worker.runDueWork()
        #expect(worker.counts.first { $0.key.outcome == .done && $0.key.queue != .timers }?.count == 16)
    }
}

extension EngineFixture {
    /// Starts an action in each of the given number of sessions.
    fileprivate func begin(
        _ name: String,
        inSessions count: Int,
        untilAccepted isRepeated: Bool = false
    ) async throws -> [Task<Answer, Never>] {
        var answers: [Task<Answer, Never>] = []
        for _ in 0..<count {
            let session = try await engine.start(StartRequest(flow: "Turnstile")).state()
            let caller = Caller(.token(try #require(session.token)))
            let action = Change.action(name: name, params: nil, screen: nil, draft: nil)
            answers.append(
                Task {
                    var answer = await engine.perform(action, on: session.session, by: caller)
                    while isRepeated, answer.status == 503 {
                        answer = await engine.perform(action, on: session.session, by: caller)
                    }
                    return answer
                }
            )
        }
        return answers
    }
}
