import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Fairway

/// How much is done at a time, and by whom.
struct WorkerTests {
    @Test func soManyOfAKindAreDoneAtATimeAndTheOthersAllTheSame() async throws {
        let shop = try Workshop(concurrency: 2)
        shop.world.answer(.wait, .wait)
        var sessions: [String] = []
        for _ in 0..<5 { sessions.append(try await shop.book()) }
        for session in sessions { try await shop.send("pay", ["amount": 1], to: session) }
        async let doing: Void = shop.worker.doWhatIsDue()
        await shop.world.gate.arrivals(2)
        #expect(shop.world.attempts.count == 2)
        // Another kind has a desk of its own.
        try await shop.send("ring", to: sessions[0])
        async let ringing: Void = shop.worker.doWhatIsDue()
        while !shop.world.attempts.contains(where: { $0.job == "ring" }) { await Task.yield() }
        shop.world.gate.open()
        await doing
        await ringing
        #expect(shop.world.attempts.filter { $0.job == "charge" }.count == 5)
        #expect(shop.world.mostPresent <= 3)
        for session in sessions { #expect(try await shop.told(session).last == "paid receipt 1") }
    }

    @Test func anAttemptThatTakesTooLongCountsAsFailedAndKeepsItsPlaceUntilItReturns() async throws {
        let shop = try Workshop(concurrency: 1)
        let sessions = [try await shop.book(), try await shop.book()]
        shop.world.answer(.wait)
        try await shop.send("pay", ["amount": 1], to: sessions[0])
        try await shop.send("pay", ["amount": 1], to: sessions[1])
        async let doing: Void = shop.worker.doWhatIsDue()
        await shop.world.gate.arrivals(1)
        shop.clock.advance(by: 60)
        while try await shop.store.work(sessions[0]).first(where: { $0.item.kind == .job })?.progress.holder != nil {
            await Task.yield()
        }
        #expect(shop.world.attempts.count == 1)
        shop.world.gate.open()
        await doing
        for _ in 0..<4 { await shop.pass(5) }
        #expect(try await shop.told(sessions[0]).last == "paid receipt 2")
        #expect(try await shop.told(sessions[1]).last == "paid receipt 1")
    }

    @Test func anotherServerTakesOverWhatOneLeftBehindAndTheFlowIsToldOnce() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.wait)
        try await shop.send("pay", ["amount": 1], to: session)
        async let doing: Void = shop.worker.doWhatIsDue()
        await shop.world.gate.arrivals(1)
        let other = try Worker(shop.engine)
        // For the other the lease has ended, while the first still goes on.
        let lease = WorkLease(
            slots: [.jobs("Booking.Charge"): 1],
            holder: "other",
            now: shop.clock.now.addingTimeInterval(1_000),
            until: shop.clock.now.addingTimeInterval(1_000)
        )
        #expect(try await shop.store.lease(lease).count == 1)
        shop.world.gate.open()
        await doing
        shop.clock.advance(by: 1_000)
        await other.doWhatIsDue()
        #expect(try await shop.told(session).filter { $0.hasPrefix("paid") }.count == 1)
        #expect(try await shop.store.work(session).filter { $0.item.kind == .job }.isEmpty)
    }

    @Test func workThatEndsItsServerEachTimeIsGivenUp() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        try await shop.send("pay", ["amount": 1], to: session)
        for attempt in 1...4 {
            let now = shop.clock.now
            let lease = WorkLease(slots: [.jobs("Booking.Charge"): 1], holder: "\(attempt)", now: now, until: now)
            #expect(try await shop.store.lease(lease).first?.progress.attempts == attempt)
        }
        await shop.worker.doWhatIsDue()
        #expect(shop.world.attempts.isEmpty)
        #expect(try await shop.told(session).last == "declined The server ended 4 times in the middle of it. after 5")
    }

    @Test func aWorkerThatStopsFinishesWhatItHasBegunAndTakesUpNothingMore() async throws {
        let shop = try Workshop(concurrency: 1)
        let session = try await shop.book()
        shop.world.answer(.wait)
        shop.worker.start()
        try await shop.send("pay", ["amount": 1], to: session)
        await shop.world.gate.arrivals(1)
        async let stopping: Void = shop.worker.stop(withinSeconds: 60)
        try await shop.send("ring", to: session)
        shop.world.gate.open()
        await stopping
        await shop.pass(100)
        #expect(shop.world.attempts.map(\.job) == ["charge"])
        #expect(try await shop.told(session).last == "paid receipt 1")
    }

    @Test func manyTimersOfOneMomentAreAllDelivered() async throws {
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
        #expect(counts[Key(queue: .jobs("Booking.Charge"), outcome: "again")] == 1)
        #expect(counts[Key(queue: .jobs("Booking.Charge"), outcome: "given-up")] == 1)
        #expect(counts[Key(queue: .timers, outcome: "done")] == 1)
        #expect(counts[Key(queue: .timers, outcome: nil)] == 0)
    }

    @Test func aFlowThatWaitsForAJobThatNobodyDoesIsAMistake() throws {
        let app = App(initial: Stage(.show("nothing"))) { Flow(Puppet()) }
        let engine = try Engine(app, store: MemoryStore())
        let mistake = #expect(throws: Mistake.self) { try Worker(engine) }
        #expect(mistake?.description.contains("add Performer(Errand.self)") == true)
    }

    @Test func twoPerformersOfOneJobAreAMistake() throws {
        let app = App(initial: Stage(.show("nothing"))) {
            Flow(Puppet())
            Performer(Errand.self) { errand, _ in errand.text }
            Performer(Errand.self) { errand, _ in errand.text }
        }
        let mistake = #expect(throws: Mistake.self) { try Engine(app, store: MemoryStore()) }
        #expect(mistake?.description.contains("two performers") == true)
    }
}
