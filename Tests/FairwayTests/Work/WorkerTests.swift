import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import Synchronization
import TestWaits
import Testing

@testable import Fairway

/// Limits on a worker's concurrency, and recovery of work after its server has stopped.
@Suite(.waiting)
struct WorkerTests {
    @Test func concurrencyIsLimitedPerKindOfJob() async throws {
        let shop = try Workshop(concurrency: 2)
        shop.world.answer(.wait, .wait)
        var sessions: [String] = []
        for _ in 0..<5 { sessions.append(try await shop.book()) }
        for session in sessions { try await shop.send("pay", ["amount": 1], to: session) }
        async let doing: Void = shop.worker.runDueWork()
        await shop.world.gate.arrivals(2)
        // Another kind of job has its own slots.
        try await shop.send("ring", to: sessions[0])
        async let ringing: Void = shop.worker.runDueWork()
        try await until { shop.world.attempts.contains { $0.job == "ring" } }
        shop.world.gate.open()
        await doing
        await ringing
        #expect(shop.world.attempts.filter { $0.job == "charge" }.count == 5)
        #expect(shop.world.mostPresent["charge"] == 2)
        for session in sessions { #expect(try await shop.told(session).last == "paid receipt 1") }
    }

    @Test func slowAttemptFailsAndOccupiesSlotUntilItReturns() async throws {
        let shop = try Workshop(concurrency: 1)
        let sessions = [try await shop.book(), try await shop.book()]
        shop.world.answer(.wait)
        try await shop.send("pay", ["amount": 1], to: sessions[0])
        try await shop.send("pay", ["amount": 1], to: sessions[1])
        async let doing: Void = shop.worker.runDueWork()
        await shop.world.gate.arrivals(1)
        // For the attempt's deadline.
        await shop.clock.waiting(1)
        shop.clock.advance(by: 60)
        try await until {
            try await shop.store.work(sessions[0]).first { $0.item.kind == .job }?.progress.holder == nil
        }
        #expect(shop.world.attempts.count == 1)
        shop.world.gate.open()
        await doing
        for _ in 0..<4 { await shop.pass(5) }
        #expect(try await shop.told(sessions[0]).last == "paid receipt 2")
        #expect(try await shop.told(sessions[1]).last == "paid receipt 1")
        #expect(shop.world.mostPresent["charge"] == 1)
    }

    /// Otherwise it could take a job from a worker that is asked later, and run it when that one has returned.
    @Test func workerThatWasNotStartedSetsNoAlarm() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.fail)
        try await shop.send("pay", ["amount": 1], to: session)
        await shop.worker.runDueWork()
        #expect(shop.world.attempts.count == 1)
        #expect(shop.worker.state.withLock { $0.alarm } == nil)
        await shop.pass(5)
        #expect(try await shop.told(session).last == "paid receipt 2")
    }

    @Test func otherServerTakesOverWorkAndDeliversOnce() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.wait)
        try await shop.send("pay", ["amount": 1], to: session)
        async let doing: Void = shop.worker.runDueWork()
        await shop.world.gate.arrivals(1)
        // The other server's clock is ahead, so it regards the lease as expired. By the first server's clock, the
        // attempt may still run.
        let later = ManualClock(at: shop.clock.now.addingTimeInterval(1_000))
        let app = App(initial: Stage(.show("nothing")), parts: shop.parts)
        let engine = try Engine(app, store: shop.store, clock: later)
        await (try Worker(engine)).runDueWork()
        #expect(shop.world.attempts.map(\.number) == [1, 2])
        shop.world.gate.open()
        await doing
        let stored = try #require(try await shop.store.load(session))
        #expect(stored.flows[0].state.description.contains("paid receipt 2"))
        #expect(!stored.flows[0].state.description.contains("paid receipt 1"))
        #expect(try await shop.journal(session).filter { $0 == "job" }.count == 1)
    }

    @Test func refusedJobWaitsUnrunAndUncounted() async throws {
        let monitor = NotedSteps()
        let shop = try Workshop(monitor: monitor)
        let session = try await shop.book()
        monitor.refuse("Booking.Charge")
        try await shop.send("pay", ["amount": 1], to: session)
        for _ in 0..<20 { await shop.pass(300) }
        #expect(shop.world.attempts.isEmpty)
        let work = try #require(try await shop.store.work(session).first { $0.item.kind == .job })
        #expect(work.progress.attempts == 0)
        #expect(work.progress.error == "step-unavailable")
        #expect(!work.progress.isGivenUp)
        monitor.refuse(nil)
        try await shop.operators.retryWork(work.item.id, of: session)
        await shop.worker.runDueWork()
        #expect(try await shop.told(session).last == "paid receipt 1")
        let performed = RunningStep(
            session: session,
            revision: 0,
            kind: "job",
            rootFlow: "",
            name: "Booking.Charge",
            work: work.item.id
        )
        #expect(monitor.begun.contains(performed))
        #expect(monitor.isIdle)
    }

    @Test func refusedTimerWaitsUndelivered() async throws {
        let monitor = NotedSteps()
        let shop = try Workshop(monitor: monitor)
        let session = try await shop.book()
        let timer = try #require(try await shop.store.work(session).first { $0.item.kind == .timer })
        monitor.refuse(timer.item.name)
        for _ in 0..<20 { await shop.pass(300) }
        #expect(try await shop.journal(session) == ["start"])
        #expect(try await shop.store.work(WorkQuery(state: .failed)).rows == [])
        monitor.refuse(nil)
        await shop.pass(300)
        #expect(try await shop.journal(session) == ["start", "timer"])
        #expect(monitor.begun.last?.work == timer.item.id)
    }

    @Test func refusedWorkCanBeCancelled() async throws {
        let monitor = NotedSteps()
        let shop = try Workshop(monitor: monitor)
        let session = try await shop.book()
        let timer = try #require(try await shop.store.work(session).first { $0.item.kind == .timer })
        monitor.refuse(timer.item.name)
        await shop.pass(600)
        #expect(try await shop.operators.cancelWork(timer.item.id, of: session) == nil)
        monitor.refuse("Booking.Charge")
        try await shop.send("pay", ["amount": 1], to: session)
        await shop.worker.runDueWork()
        let job = try #require(try await shop.store.work(session).first { $0.item.kind == .job })
        #expect(try await shop.operators.cancelWork(job.item.id, of: session) == nil)
        #expect(
            try await shop.store.work(session).map(\.item.id).contains { [timer.item.id, job.item.id].contains($0) }
                == false
        )
        // What is dropped runs code of the app, too.
        #expect(monitor.begun.filter { $0.kind == "drop" }.map(\.work) == [timer.item.id, job.item.id])
    }

    @Test func attemptsOfAPolicyHaveNoLimit() async throws {
        var limits = WorkLimits()
        limits.deliveryRetry.attempts = .max
        let shop = try Workshop(limits: limits)
        let session = try await shop.book()
        await shop.pass(600)
        #expect(try await shop.journal(session) == ["start", "timer"])
    }

    /// Without a recorder, nothing finds out what ends the process.
    @Test(arguments: [nil, NotedSteps(isRecording: false)])
    func jobThatStopsItsServerIsGivenUpWithoutARecorder(_ monitor: NotedSteps?) async throws {
        let shop = try Workshop(monitor: monitor)
        let session = try await shop.book()
        try await shop.send("pay", ["amount": 1], to: session)
        try await interrupt(shop, .jobs("Booking.Charge"), times: 7)
        await shop.worker.runDueWork()
        #expect(shop.world.attempts.isEmpty)
        #expect(try await shop.told(session).last == "declined \(JobFailure(attempts: 7).message) after 7")
        await shop.operators.flush()
        let cause = "The server stopped 7 times while the job was running."
        #expect(try await shop.store.incidents(session).map(\.cause) == [cause])
    }

    @Test func timerThatStopsItsServerIsGivenUpWithoutARecorder() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.clock.advance(by: 600)
        try await interrupt(shop, .timers, times: 13)
        await shop.worker.runDueWork()
        #expect(try await shop.journal(session) == ["start"])
        #expect(try await shop.store.work(WorkQuery(state: .failed)).rows.count == 1)
        await shop.operators.flush()
        #expect(try await shop.store.incidents(session).map(\.kind) == ["timer"])
    }

    @Test func interruptedJobRunsIfARecorderFindsWhatEndsTheProcess() async throws {
        let shop = try Workshop(monitor: NotedSteps())
        let session = try await shop.book()
        try await shop.send("pay", ["amount": 1], to: session)
        try await interrupt(shop, .jobs("Booking.Charge"), times: 20)
        await shop.worker.runDueWork()
        #expect(try await shop.told(session).last == "paid receipt 21")
    }

    /// Simulates a server that leases the work and stops, several times.
    private func interrupt(_ shop: Workshop, _ queue: WorkQueue, times: Int) async throws {
        for attempt in 1...times {
            let slots = [queue: WorkLease.Slots(1, until: shop.clock.now)]
            let lease = WorkLease(slots: slots, holder: "\(attempt)", now: shop.clock.now)
            #expect(try await shop.store.lease(lease).first?.progress.attempts == attempt)
        }
    }

    @Test func hangingJobOccupiesOneSlot() async throws {
        let shop = try Workshop(concurrency: 3)
        shop.world.answer(.wait, .wait)
        let sessions = [try await shop.book(), try await shop.book(), try await shop.book()]
        for session in sessions[..<2] { try await shop.send("pay", ["amount": 1], to: session) }
        async let doing: Void = shop.worker.runDueWork()
        await shop.world.gate.arrivals(2)
        for _ in 0..<3 {
            // Counted first, because the worker may still be polling and take the job at once.
            let asked = shop.world.attempts.count
            try await shop.send("pay", ["amount": 1], to: sessions[2])
            // Not awaited, because the two hanging jobs keep the worker busy.
            Task { await shop.worker.runDueWork() }
            try await until { shop.world.attempts.count != asked }
        }
        #expect(try await shop.told(sessions[0]).count == 1)
        shop.world.gate.open()
        await doing
    }

    @Test func stoppingWorkerFinishesRunningWorkAndStartsNone() async throws {
        let shop = try Workshop(concurrency: 1)
        let session = try await shop.book()
        shop.world.answer(.wait)
        shop.worker.start()
        try await shop.send("pay", ["amount": 1], to: session)
        await shop.world.gate.arrivals(1)
        // `stop` has begun when this returns.
        let stopping = Task.immediate { await shop.worker.stop(withinSeconds: 60) }
        try await shop.send("ring", to: session)
        shop.world.gate.open()
        await stopping.value
        await shop.pass(100)
        #expect(shop.world.attempts.map(\.job) == ["charge"])
        #expect(try await shop.told(session).last == "paid receipt 1")
    }

    @Test func manySimultaneousTimersAreDelivered() async throws {
        let shop = try Workshop()
        var sessions: [String] = []
        for _ in 0..<300 { sessions.append(try await shop.book()) }
        await shop.pass(600)
        for session in sessions { #expect(try await shop.journal(session) == ["start", "timer"]) }
        #expect(try await shop.store.nextWork(in: [.timers]) == nil)
    }

    @Test func outcomesAreCounted() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.fail, .giveUp)
        try await shop.send("pay", ["amount": 1], to: session)
        for _ in 0..<3 { await shop.pass(5) }
        await shop.pass(600)
        let counts = Dictionary(uniqueKeysWithValues: shop.worker.counts.map { ($0.key, $0.count) })
        typealias Key = WorkCount.Key
        #expect(counts[Key(queue: .jobs("Booking.Charge"), outcome: .again)] == 1)
        #expect(counts[Key(queue: .jobs("Booking.Charge"), outcome: .declined)] == 1)
        #expect(counts[Key(queue: .timers, outcome: .done)] == 1)
        #expect(counts[Key(queue: .timers, outcome: nil)] == 0)
    }

    @Test func jobWithoutPerformerIsAMistake() throws {
        let app = App(initial: Stage(.show("nothing"))) { Flow(Puppet()) }
        let engine = try Engine(app, store: MemoryStore())
        let mistake = #expect(throws: Mistake.self) { try Worker(engine) }
        #expect(mistake?.description.contains("add Performer(Errand.self)") == true)
    }

    @Test func workWithoutPerformerIsReported() async throws {
        let reports = Noted()
        let store = MemoryStore()
        func operators(_ performers: Performer...) throws -> Operators {
            let parts: [any AppPart] = [
                Flow(Puppet()), Flow(Booking()), Service(World.self) { _ in World() },
                Performer(Errand.self) { errand, _ in errand.text }, Performer(Booking.Charge.self) { _, _ in "" },
            ]
            let app = App(initial: Stage(.show("nothing")), parts: parts + performers)
            return try Operators(app, store: store, clock: ManualClock(), identifiers: CountedIdentifiers())
        }
        // The build that stored the job has a performer.
        let older = try operators(Performer(Booking.Ring.self) { _, _ in Done() })
        let session = try await older.engine.start(StartRequest(flow: "Booking")).state().session
        let ringing = Change.action(name: "ring", params: nil, screen: nil, draft: nil)
        #expect(await older.engine.perform(ringing, on: session, by: Caller(.app)).status == 200)
        let operators = try operators()
        let worker = try Worker(operators.engine) { work, outcome in reports.note("\(work.item.name): \(outcome)") }
        worker.start()
        let job = try #require(try store.work(session).first { $0.item.kind == .job })
        try await operators.retryWork(job.item.id, of: session)
        #expect(reports.all.count == 1)
        #expect(reports.all.first?.contains("unattempted") == true)
        #expect(reports.all.first?.contains("Add Performer(Booking.Ring.self)") == true)
        await worker.stop(withinSeconds: 60)
    }

    @Test func twoPerformersForOneJobAreAMistake() throws {
        let app = App(initial: Stage(.show("nothing"))) {
            Flow(Puppet())
            Performer(Errand.self) { errand, _ in errand.text }
            Performer(Errand.self) { errand, _ in errand.text }
        }
        let mistake = #expect(throws: Mistake.self) { try Engine(app, store: MemoryStore()) }
        #expect(mistake?.description.contains("two performers") == true)
    }
}
