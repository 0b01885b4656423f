import Fairway
import FairwayOperators
import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

/// Jobs are executed at least once, and their results are delivered exactly once.
@Suite(.waiting)
struct JobTests {
    @Test func jobRunsAfterItsChangeAndDeliversResult() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        try await shop.send("pay", ["amount": 5], to: session)
        #expect(shop.world.attempts.isEmpty)
        await shop.worker.runDueWork()
        let id = "\(session)/j2"
        #expect(shop.world.attempts == [World.Attempt(job: "charge", id: id, number: 1)])
        #expect(try await shop.told(session) == ["asked \(id)", "paid receipt 1"])
        #expect(try await shop.journal(session) == ["start", "action", "job"])
        await shop.pass(500)
        #expect(shop.world.attempts.count == 1)
    }

    @Test func jobOfFailedChangeNeverRuns() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.store.failNext(.beforeCommit)
        let asking = Change.action(name: "mail", params: nil, screen: nil, draft: nil)
        #expect(await shop.engine.perform(asking, on: session, by: Caller(.app)).code == .storeUnavailable)
        await shop.pass(100)
        #expect(shop.world.attempts.isEmpty)
    }

    @Test func failedJobIsRetriedWithSameID() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.fail, .fail)
        try await shop.send("pay", ["amount": 5], to: session)
        for _ in 0..<6 { await shop.pass(1) }
        #expect(shop.world.attempts.map(\.number) == [1, 2, 3])
        #expect(Set(shop.world.attempts.map(\.id)).count == 1)
        #expect(try await shop.told(session).last == "paid receipt 3")
        #expect(try await shop.journal(session) == ["start", "action", "job"])
    }

    @Test func flowIsToldAfterLastAttemptWithoutTheCause() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.fail, .fail, .fail, .fail)
        try await shop.send("pay", ["amount": 5], to: session)
        for _ in 0..<20 { await shop.pass(5) }
        #expect(shop.world.attempts.count == 4)
        #expect(try await shop.told(session).last == "declined \(JobFailure(attempts: 4).message) after 4")
        await shop.operators.flush()
        #expect(try await shop.store.incidents(session).map(\.cause) == Array(repeating: "Down()", count: 4))
        #expect(try await shop.store.work(session).map(\.item.kind) == [.timer])
    }

    @Test func jobWaitsWhileTheLanguageOfItsSessionCannotBeRead() async throws {
        let reads = SessionReads()
        let shop = try Workshop(interceptor: reads)
        let session = try await shop.book()
        try await shop.send("pay", ["amount": 5], to: session)
        shop.engine.dropIdleSessions()
        reads.fail.store(true, ordering: .relaxed)
        await shop.pass(1)
        #expect(shop.world.attempts.isEmpty)
        reads.fail.store(false, ordering: .relaxed)
        await shop.pass(5)
        #expect(shop.world.attempts.map(\.number) == [1])
        #expect(try await shop.told(session).last == "paid receipt 1")
    }

    @Test(arguments: [(true, ["access(_:)"]), (false, [])] as [(Bool, [String])])
    func languageOfAnAttemptCostsAtMostOneReadOfFewColumns(_ dropsSessions: Bool, _ calls: [String]) async throws {
        let reads = SessionReads()
        let shop = try Workshop(interceptor: reads)
        let session = try await shop.book()
        shop.world.answer(.fail)
        try await shop.send("pay", ["amount": 5], to: session)
        if dropsSessions { shop.engine.dropIdleSessions() }
        reads.calls.withLock { $0 = [] }
        await shop.worker.runDueWork()
        #expect(shop.world.attempts.count == 1)
        #expect(reads.calls.withLock(\.self) == calls)
    }

    /// Notes the reads of single sessions. They fail on request.
    private final class SessionReads: StoreInterceptor {
        let fail = Atomic(false)
        let calls = Mutex<[String]>([])

        func enter(_ call: String) async throws(StoreError) {
            guard ["load(_:)", "access(_:)"].contains(call) else { return }
            calls.withLock { $0.append(call) }
            if fail.load(ordering: .relaxed) { throw FaultyStore.unavailable }
        }

        func leave(_ call: String) async throws(StoreError) {}
    }

    @Test func jobIsNotRetriedAfterGiveUp() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.giveUp)
        try await shop.send("pay", ["amount": 5], to: session)
        for _ in 0..<5 { await shop.pass(10) }
        #expect(shop.world.attempts.count == 1)
        #expect(try await shop.told(session).last == "declined stolen after 1")
    }

    @Test(
        arguments: [
            ("pay", [], JournalEntry.Delivery(.completed)),
            ("pay", [.giveUp], JournalEntry.Delivery(.failed, message: "stolen", attempts: 1, isHandled: true)),
            (
                "pay", [.fail, .fail, .fail, .fail],
                JournalEntry.Delivery(
                    .givenUp,
                    message: JobFailure(attempts: 4).message,
                    cause: "Down()",
                    attempts: 4,
                    isHandled: true
                )
            ),
            ("ring", [.giveUp], JournalEntry.Delivery(.failed, message: "stolen", attempts: 1, isHandled: false)),
        ] as [(String, [World.Answer], JournalEntry.Delivery)]
    )
    func journalSaysHowAJobHadEnded(
        _ action: String,
        _ answers: [World.Answer],
        _ delivery: JournalEntry.Delivery
    ) async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        for answer in answers { shop.world.answer(answer) }
        try await shop.send(action, action == "pay" ? ["amount": 5] : nil, to: session)
        for _ in 0..<20 { await shop.pass(5) }
        let entries = try await shop.store.journal(session, after: 0, limit: 100)
        #expect(entries.filter { $0.kind == "job" }.map(\.delivery) == [delivery])
        #expect(entries.filter { $0.kind != "job" && $0.kind != "timer" }.allSatisfy { $0.delivery == nil })
        #expect(entries.filter { $0.kind == "timer" }.allSatisfy { $0.delivery?.result == .completed })
    }

    @Test func unhandledFailureWaitsForOperator() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.fail, .fail)
        try await shop.send("ring", to: session)
        for _ in 0..<5 { await shop.pass(10) }
        let failed = try #require(try await shop.store.work(WorkQuery(state: .failed)).rows.first)
        #expect(failed.item.name == "Booking.Ring")
        #expect(failed.progress.error == "Down()")
        #expect(failed.progress.attempts == 2)
        try await shop.operators.retryWork(failed.item.id, of: session)
        await shop.worker.runDueWork()
        #expect(shop.world.attempts.map(\.number) == [1, 2, 1])
        #expect(try await shop.store.work(WorkQuery(session: session, state: .failed)).rows.isEmpty)
    }

    @Test func failedDeliveryIsRepeatedWithoutRunningJobAgain() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.fail(next: 3)
        try await shop.send("pay", ["amount": 5], to: session)
        for _ in 0..<8 { await shop.pass(10) }
        #expect(shop.world.attempts.count == 1)
        #expect(shop.world.heard.count == 4)
        #expect(try await shop.told(session).last == "paid receipt 1")
    }

    @Test func jobWithUnstoredResultRunsAgainAndIsDeliveredOnce() async throws {
        let shop = try Workshop()
        let (session, doing) = try await paying(shop, .wait)
        shop.store.isUnavailable = true
        shop.world.gate.open()
        await doing.value
        shop.store.isUnavailable = false
        for _ in 0..<4 { await shop.pass(50) }
        #expect(shop.world.attempts.map(\.number) == [1, 2])
        #expect(try await shop.told(session).filter { $0.hasPrefix("paid") } == ["paid receipt 2"])
    }

    @Test func jobCancelledBeforeItsStartDoesNotRun() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        try await shop.send("pay", ["amount": 5], to: session)
        try await shop.send("cancel", to: session)
        await shop.pass(100)
        #expect(shop.world.attempts.isEmpty)
    }

    @Test(arguments: ["cancel", "leave"])
    func jobCancelledWhileRunningEndsAndIsInJournal(_ action: String) async throws {
        let shop = try Workshop()
        let (session, doing) = try await paying(shop, .wait)
        try await shop.send(action, to: session)
        shop.world.gate.open()
        await doing.value
        #expect(try await shop.journal(session) == ["start", "action", "action", "job"])
        #expect(shop.world.heard.isEmpty)
        #expect(try await shop.store.work(WorkQuery(session: session)).rows.allSatisfy { $0.item.kind == .timer })
        let state = try await shop.engine.state(session, by: Caller(.app)).state()
        #expect(state.status == (action == "leave" ? .over : .active))
        #expect(state.revision == 4)
    }

    @Test(arguments: ["cancel", "leave"])
    func cancelledJobIsNotRetried(_ action: String) async throws {
        let shop = try Workshop()
        let (session, doing) = try await paying(shop, .waitAndFail)
        try await shop.send(action, to: session)
        shop.world.gate.open()
        await doing.value
        for _ in 0..<5 { await shop.pass(5) }
        #expect(shop.world.attempts.count == 1)
        #expect(try await shop.journal(session) == ["start", "action", "action", "job"])
        #expect(try await shop.store.work(WorkQuery(session: session)).rows.allSatisfy { $0.item.kind == .timer })
    }

    @Test func givenUpJobThatOutlivesItsFlowWaitsForOperator() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.fail, .fail)
        try await shop.send("mail", to: session)
        try await shop.send("leave", to: session)
        for _ in 0..<5 { await shop.pass(5) }
        let failed = try await shop.store.work(WorkQuery(state: .failed)).rows
        #expect(failed.map(\.item.name) == ["Booking.Mail"])
        try await shop.operators.retryWork(try #require(failed.first?.item.id), of: session)
        await shop.worker.runDueWork()
        #expect(shop.world.attempts.count == 3)
        #expect(try await shop.store.work(session).isEmpty)
    }

    @Test func operatorCannotCancelRunningJob() async throws {
        let shop = try Workshop()
        let (session, doing) = try await paying(shop, .wait)
        let work = try #require(try await shop.store.work(session).first { $0.item.kind == .job })
        let problem = await #expect(throws: Problem.self) {
            try await shop.operators.cancelWork(work.item.id, of: session)
        }
        #expect(problem?.code == .workRunning)
        shop.world.gate.open()
        await doing.value
        #expect(try await shop.told(session).last == "paid receipt 1")
    }

    @Test func cancellingUndeliveredResultDoesNotReportFailure() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.fail(next: 1)
        try await shop.send("pay", ["amount": 5], to: session)
        await shop.worker.runDueWork()
        let work = try #require(try await shop.store.work(session).first { $0.item.kind == .job })
        #expect(work.progress.result != nil)
        #expect(try await shop.operators.cancelWork(work.item.id, of: session) == nil)
        #expect(try await shop.told(session).count == 1)
        #expect(try await shop.journal(session).last == "job")
    }

    @Test func jobThatOutlivesItsFlowRunsAfterSessionEnds() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        try await shop.send("mail", to: session)
        try await shop.send("leave", to: session)
        await shop.pass(1)
        #expect(shop.world.attempts.map(\.job) == ["mail"])
        #expect(try await shop.journal(session) == ["start", "action", "action", "job"])
        let state = try await shop.engine.state(session, by: Caller(.app)).state()
        #expect(state.status == .over)
        #expect(state.outcome == .completed)
        #expect(try await shop.store.work(session).isEmpty)
    }

    @Test func operatorCancelsWaitingJob() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.fail)
        try await shop.send("pay", ["amount": 5], to: session)
        await shop.worker.runDueWork()
        let waiting = try #require(try await shop.store.work(session).first { $0.item.kind == .job })
        #expect(try await shop.operators.cancelWork(waiting.item.id, of: session) == nil)
        #expect(try await shop.told(session).last == "declined \(JobFailure(attempts: 1).message) after 1")
        let entries = try await shop.store.journal(session, after: 0, limit: 100)
        let cancelled = try #require(entries.first { $0.delivery?.isCancelled == true })
        #expect(cancelled.delivery?.result == .givenUp)
        #expect(cancelled.delivery?.cause == "Cancelled by an operator.")
        #expect(ProblemGroup(cancelled) == nil)
        await shop.pass(100)
        #expect(shop.world.attempts.count == 1)
        await #expect(throws: Problem.self) { try await shop.operators.cancelWork(waiting.item.id, of: session) }
    }

    /// A booking, with a running payment that waits at the gate.
    private func paying(_ shop: Workshop, _ answer: World.Answer) async throws -> (String, Task<Void, Never>) {
        let session = try await shop.book()
        shop.world.answer(answer)
        try await shop.send("pay", ["amount": 5], to: session)
        let doing = Task { await shop.worker.runDueWork() }
        await shop.world.gate.arrivals(1)
        return (session, doing)
    }
}
