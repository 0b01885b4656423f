import Fairway
import FairwayOperators
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

/// Timers are durable and delivered once, by ordinary changes.
@Suite(.waiting)
struct TimerTests {
    @Test func timerIsDeliveredOnceAndNotEarly() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        await shop.pass(599)
        #expect(try await shop.journal(session) == ["start"])
        await shop.pass(1)
        #expect(try await shop.journal(session) == ["start", "timer"])
        let state = try await shop.engine.state(session, by: Caller(.app)).state()
        #expect(state.revision == 2)
        #expect(state.screen?.viewModel == (try RawJSON(encoding: Booking.Page(isHeld: false))))
        await shop.pass(10_000)
        #expect(try await shop.journal(session) == ["start", "timer"])
        #expect(try await shop.store.work(session).isEmpty)
    }

    @Test func lateTimersAreDeliveredInOrderOfDueTime() async throws {
        var limits = WorkLimits()
        limits.timersAtOnce = 1
        let shop = try Workshop(limits: limits)
        let sessions = [try await shop.book(), try await shop.book()]
        for (index, seconds) in [50, 20, 40, 10, 30].enumerated() {
            let params: JSONValue = ["seconds": .number(JSONNumber(seconds)), "text": .string("\(seconds)")]
            try await shop.send("remind", params, to: sessions[index % 2])
        }
        await shop.pass(10_000)
        #expect(shop.world.heard == ["10", "20", "30", "40", "50"])
    }

    @Test func timersOfOneSessionAreDeliveredInOrder() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        for seconds in (1...40).shuffled() {
            let params: JSONValue = ["seconds": .number(JSONNumber(seconds)), "text": .string("\(seconds)")]
            try await shop.send("remind", params, to: session)
        }
        await shop.pass(599)
        #expect(try await shop.told(session) == (1...40).map { "\($0)" })
    }

    @Test func alarmWakesStartedWorker() async throws {
        let shop = try Workshop()
        shop.worker.start()
        let session = try await shop.book()
        let subscription = try await shop.engine.subscribe(session, by: Caller(.app), after: 1)
        shop.clock.advance(by: 600)
        guard case .state(let state)? = await subscription.next() else { return #expect(Bool(false), "no state came") }
        #expect(state.revision == 2)
        #expect(state.moves.map(\.move) == [.refresh])
        await shop.worker.stop(withinSeconds: 60)
    }

    @Test func timerIsDeletedWithItsFlow() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        try await shop.send("leave", to: session)
        await shop.pass(10_000)
        #expect(try await shop.journal(session) == ["start", "action"])
    }

    @Test func timerIsRedeliveredAfterFailedChange() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        try await shop.send("remind", ["seconds": 1, "text": "tea"], to: session)
        shop.world.fail(next: 2)
        await shop.pass(1)
        #expect(try await shop.journal(session) == ["start", "action"])
        let waiting = try #require(try await shop.store.work(session).first)
        #expect(waiting.progress.attempts == 1)
        #expect(waiting.progress.error == "flow-failed: Deaf()")
        #expect(waiting.progress.holder == nil)
        for _ in 0..<2 { await shop.pass(5) }
        #expect(shop.world.heard == ["tea", "tea", "tea"])
        #expect(try await shop.told(session) == ["tea"])
    }

    @Test func undeliverableTimerWaitsForOperator() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        try await shop.send("remind", ["seconds": 1, "text": "tea"], to: session)
        shop.world.fail(next: 100)
        for _ in 0..<20 { await shop.pass(400) }
        #expect(shop.world.heard.count == 10)
        let failed = try await shop.store.work(WorkQuery(state: .failed)).rows
        #expect(failed.map(\.item.name) == ["Booking.Reminder"])

        shop.world.fail(next: 0)
        try await shop.operators.retryWork(try #require(failed.first?.item.id), of: session)
        await shop.worker.runDueWork()
        #expect(try await shop.told(session) == ["tea"])
        #expect(try await shop.store.work(session).isEmpty)
    }

    @Test func operatorCancelsTimer() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        let hold = try #require(try await shop.store.work(session).first)
        #expect(try await shop.operators.cancelWork(hold.item.id, of: session) == nil)
        await shop.pass(10_000)
        #expect(try await shop.journal(session) == ["start", "timer"])
        #expect(
            try await shop.engine.state(session, by: Caller(.app)).state().screen?.viewModel
                == (try RawJSON(encoding: Booking.Page()))
        )
    }

    @Test func failingStoreDelaysTimersAndLosesNone() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.store.isUnavailable = true
        await shop.pass(600)
        shop.store.isUnavailable = false
        shop.store.failNext(.beforeCommit)
        await shop.pass(1)
        #expect(try await shop.journal(session) == ["start"])
        await shop.pass(60)
        #expect(try await shop.journal(session) == ["start", "timer"])
    }

    @Test func timerWithLostAnswerIsNotDeliveredTwice() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.store.failNext(.afterCommit)
        await shop.pass(600)
        for _ in 0..<3 { await shop.pass(100) }
        #expect(try await shop.journal(session) == ["start", "timer"])
    }
}
