import FairwayTesting
import Synchronization
import TestWaits
import Testing

@testable import Fairway

/// Tests the time limit of handlers (see `docs/flows/handlers.md`).
@Suite(.waiting)
struct DeadlineTests {
    @Test func slowHandlerIsAnswered504AndChangesNothing() async throws {
        let bench = try await EngineFixture()
        let answer = Task { try await bench.send("wait", draft: ["typed": 1]) }
        await bench.gate.arrivals(1)
        await bench.clock.waiting(1)
        bench.clock.advance(by: 10)
        let timeout = try await answer.value
        #expect(try timeout.problem().code == .flowTimeout)
        // The log has the cause.
        #expect(timeout.cause == "The flow took longer than 10.0 seconds.")
        bench.gate.open()
        try await bench.becomesOpen()
        #expect(try await bench.turnstile?.count == 0)
        #expect(try await bench.state.revision == 1)
        #expect(try await bench.state.screen?.draft?.description == #"{"typed":1}"#)
    }

    @Test func lateHandlerIsCancelledWithoutEffect() async throws {
        let bench = try await EngineFixture()
        let answer = Task { try await bench.send("linger") }
        await bench.gate.arrivals(1)
        await bench.clock.waiting(1)
        bench.clock.advance(by: 10)
        #expect(try await answer.value.problem().code == .flowTimeout)
        bench.gate.open()
        try await bench.becomesOpen()
        #expect(bench.noted.all == ["cancelled"])
        #expect(try await bench.turnstile?.count == 0)
        #expect(try await bench.state.navigation?.screens.count == 1)
        #expect(try await bench.store.work(bench.session).isEmpty)
        #expect(try await bench.engine.effects(bench.session, after: 0, upTo: 1).isEmpty)
    }

    @Test func taskThatBeginsAfterItsTimeLimitIsCancelled() async throws {
        let clock = ManualClock()
        let call = TimedCall<Void>(Deadline(seconds: 10, clock: clock), observer: nil, caller: nil)
        call.markStalled()
        clock.advance(by: 10)
        let task = Task {}
        call.keep(task)
        #expect(task.isCancelled)
    }

    @Test func changesAreRejectedUntilLateHandlerReturns() async throws {
        let bench = try await EngineFixture()
        let answer = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        await bench.clock.waiting(1)
        let waiting = Task.immediate { try await bench.send("count") }
        bench.clock.advance(by: 10)
        _ = try await answer.value
        #expect(try await waiting.value.status == 503)
        #expect(try await bench.send("count").status == 503)
        // The session can still be read.
        #expect(try await bench.state.revision == 1)
        bench.gate.open()
        try await bench.becomesOpen()
        #expect(try await bench.send("count").state().revision == 2)
    }

    @Test(arguments: ["block", "compute"])
    func blockingHandlerIsAnswered504AndBlocksItsSessionUntilItReturns(name: String) async throws {
        let bench = try await EngineFixture()
        let answer = Task { try await bench.send(name, draft: ["typed": 1]) }
        await bench.threads.arrivals(1)
        await bench.clock.waiting(1)
        bench.clock.advance(by: 10)
        #expect(try await answer.value.problem().code == .flowTimeout)
        #expect(try await bench.state.screen?.draft?.description == #"{"typed":1}"#)
        #expect(try await bench.send("count").status == 503)
        bench.threads.open()
        try await bench.becomesOpen()
        #expect(try await bench.turnstile?.count == 0)
        #expect(try await bench.send("count").state().revision == 2)
    }

    @Test(arguments: ["wait", "block"]) func timerIsCancelledWhenHandlerReturns(name: String) async throws {
        let bench = try await EngineFixture()
        let answer = Task { try await bench.send(name) }
        await bench.clock.waiting(1)
        bench.gate.open()
        bench.threads.open()
        #expect(try await answer.value.state().revision == 2)
        // The thread that set the timer may cancel it after the answer.
        try await until { bench.clock.waitingCount == 0 }
    }

    @Test func handlerInTimeIsNotCancelled() async throws {
        let bench = try await EngineFixture()
        let answer = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        bench.gate.open()
        #expect(try await answer.value.state().revision == 2)
        bench.clock.advance(by: 60)
        #expect(try await bench.send("count").state().revision == 3)
    }

    @Test func sessionWithHangingHandlerIsNotDropped() async throws {
        let bench = try await EngineFixture()
        let answer = Task { try await bench.send("wait") }
        await bench.gate.arrivals(1)
        await bench.clock.waiting(1)
        bench.clock.advance(by: 10)
        _ = try await answer.value
        bench.engine.dropIdleSessions()
        #expect(bench.engine.liveSessionCount == 1)
        #expect(try await bench.send("count").status == 503)
        bench.gate.open()
    }

    /// Even if the operation returns while its deadline expires, `callReturnedLate` must be called after `callExpired`.
    @Test func lateIsAlwaysCalledAfterExpired() async {
        for _ in 0..<2_000 {
            let clock = ManualClock()
            let gate = Gate()
            let events = Events()
            async let outcome = Deadline(seconds: 1, clock: clock).run(observedBy: events) {
                await gate.pass()
                return 1
            }
            await gate.arrivals(1)
            await clock.waiting(1)
            async let opening: Void = gate.open()
            async let advancing: Void = clock.advance(by: 1)
            _ = await (opening, advancing)
            if await outcome.result == nil {
                await events.hasLate.pass()
                #expect(events.all == ["expired", "late"])
            } else {
                #expect(events.all.isEmpty)
            }
        }
    }
}

private final class Events: TimedCallObserver {
    let hasLate = Gate()
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock(\.self) }
    func callStalled() {}
    func callResumed() {}
    func callExpired() { note("expired") }
    func callReturnedLate() {
        note("late")
        hasLate.open()
    }
    private func note(_ text: String) { texts.withLock { $0.append(text) } }
}

extension EngineFixture {
    /// Waits until the session's mailbox accepts changes again. The action is unknown, so it changes nothing.
    func becomesOpen() async throws {
        try await until { try await send("explode").status != 503 }
    }
}
