import Fairway
import FairwayDoubles
import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import Synchronization
import TestWaits
import Testing

/// Refusals, failures and work that was given up are counted as problems.
@Suite(.waiting)
struct ProblemRecorderTests {
    @Test func clientThatIsRefusedAgainAndAgainMakesOneRow() async throws {
        let bench = try await EngineFixture()
        for second in 0..<3 {
            for _ in 0..<1_000 { try await bench.send("refuse") }
            bench.clock.advance(by: 1)
            try await until { try await self.problems(bench).first?.count == 1_000 * (second + 1) }
        }
        let problems = try await self.problems(bench)
        #expect(problems.map(\.sessions) == [1])
        #expect(problems.map(\.apps.count) == [1])
        #expect(problems.map(\.hours.count) == [1])
    }

    @Test func problemsThatWaitAreLimited() async throws {
        var limits = OperatorLimits()
        limits.problemsWaiting = 2
        let bench = try await EngineFixture(operatorLimits: limits)
        for action in ["refuse", "fail", "nonsense", "refuse"] { try await bench.send(action) }
        #expect(bench.operators.statistics.problemsDropped == 1)
        await bench.operators.flush()
        #expect(Set(try await problems(bench).map(\.count)) == [2, 1])
    }

    @Test func clientWithManyVersionsOfTheAppLeavesRoomForOtherProblems() async throws {
        var limits = OperatorLimits()
        limits.problemsWaiting = OperatorLimits.appsPerProblem + 2
        let bench = try await EngineFixture(operatorLimits: limits)
        for number in 0..<100 {
            let input = try RawJSON(validating: Array(#"{"count":"many"}"#.utf8))
            let start = StartRequest(flow: "Turnstile", input: input, device: Device(app: "1.\(number)"))
            #expect(await bench.engine.start(start).status == 422)
        }
        try await bench.send("refuse")
        #expect(bench.operators.statistics.problemsDropped == 0)
        await bench.operators.flush()
        #expect(Set(try await problems(bench).map(\.count)) == [100, 1])
    }

    @Test func batchWhoseAnswerIsLostIsCountedOnce() async throws {
        let answers = LostAnswers()
        let bench = try await EngineFixture(interceptor: answers)
        try await bench.send("refuse")
        await bench.operators.flush()
        #expect(answers.batches == 1)
        try await bench.send("refuse")
        await bench.operators.flush()
        #expect(try await problems(bench).map(\.count) == [2])
    }

    @Test func countsWaitWhileTheDiskIsNearlyFull() async throws {
        let bench = try await EngineFixture()
        bench.operators.startsSessions = false
        try await bench.send("refuse")
        await bench.operators.flush()
        #expect(try await problems(bench) == [])
        bench.operators.startsSessions = true
        await bench.operators.flush()
        #expect(try await problems(bench).map(\.count) == [1])
    }

    @Test func jobThatIsGivenUpIsAProblemAlsoIfItsFlowHandlesTheFailure() async throws {
        let shop = try Workshop()
        let started = try await shop.engine.start(StartRequest(flow: "Booking")).state()
        try await shop.send("pay", ["amount": 1], to: started.session)
        shop.world.answer(.giveUp)
        await shop.worker.runDueWork()
        await shop.operators.flush()
        #expect(try await shop.store.problems(ProblemsQuery()).rows == [])
        _ = try await shop.store.foldJournal(limit: 99)
        let problems = try await shop.store.problems(ProblemsQuery()).rows.filter { $0.group.kind == .givenUp }
        #expect(problems.map(\.count) == [1])
        let journal = try await shop.store.journal(started.session, after: 0, limit: 99)
        #expect(journal.compactMap { ProblemGroup($0)?.id } == problems.map(\.id))
        #expect(problems.map(\.group.screen) == [nil])
        #expect(try await shop.store.problems(ProblemsQuery()).rows.count == 1, "told once")
        let counts = MeasuredCounts(try await shop.store.serverCounts(since: .distantPast))
        #expect([counts[.failed], counts[.attemptsFailed]] == [nil, nil])
    }

    @Test func incidentOfAnUnhandledGiveUpLeadsToItsProblem() async throws {
        let shop = try Workshop()
        let session = try await shop.book()
        shop.world.answer(.giveUp)
        try await shop.send("ring", to: session)
        await shop.worker.runDueWork()
        await shop.operators.flush()
        let incidents = try await shop.store.incidents(session)
        #expect(incidents.map(\.kind) == ["job"])
        let row = try #require(try await shop.store.load(session)).session
        let problems = try await shop.operators.problems(of: incidents, in: row)
        let stored = try await shop.store.problems(ProblemsQuery()).rows
        #expect(stored.map(\.group.kind) == [.givenUp])
        #expect(problems == stored.map(\.id))
        let journal = try await shop.store.journal(session, after: 0, limit: 99)
        let ofEntries = try await shop.operators.problems(of: journal, in: row)
        #expect(ofEntries.compactMap(\.self) == stored.map(\.id))
        #expect(ofEntries.count == journal.count)
    }

    @Test func problemsOfIncidentsAreFoundTogether() async throws {
        let calls = ProblemCalls()
        let bench = try await EngineFixture(interceptor: calls)
        for action in ["refuse", "fail", "nonsense", "fail"] { try await bench.send(action) }
        await bench.operators.flush()
        let row = try #require(try await bench.store.load(bench.session)).session
        let incidents = try await bench.store.incidents(bench.session)
        let found = try await bench.operators.problems(of: incidents, in: row)
        #expect(calls.count == 1)
        #expect(found.count == 4)
        #expect(Set(found.compactMap(\.self)) == Set(try await problems(bench).map(\.id)))
    }

    @Test func failedAttemptOfAJobIsNoFailedChange() async throws {
        let shop = try Workshop()
        let started = try await shop.engine.start(StartRequest(flow: "Booking")).state()
        try await shop.send("pay", ["amount": 1], to: started.session)
        shop.world.answer(.fail)
        await shop.worker.runDueWork()
        await shop.operators.flush()
        let counts = MeasuredCounts(try await shop.store.serverCounts(since: .distantPast))
        #expect([counts[.failed], counts[.attemptsFailed]] == [nil, 1])
    }

    private func problems(_ bench: EngineFixture) async throws -> [ListedProblem] {
        try await bench.store.problems(ProblemsQuery()).rows
    }
}

/// Loses the answer to the first batch of problems.
private final class LostAnswers: StoreInterceptor {
    private let added = Mutex(0)

    var batches: Int { added.withLock(\.self) }

    func enter(_ call: String) async throws(StoreError) {}

    func leave(_ call: String) async throws(StoreError) {
        guard call.hasPrefix("addProblems") else { return }
        let isFirst = added.withLock { added in
            added += 1
            return added == 1
        }
        if isFirst { throw StoreError(.unavailable, "The answer was lost.") }
    }
}

/// Counts the calls that read problems.
private final class ProblemCalls: StoreInterceptor {
    private let calls = Mutex(0)

    var count: Int { calls.withLock(\.self) }

    func enter(_ call: String) async throws(StoreError) {
        if call.hasPrefix("problem") { calls.withLock { $0 += 1 } }
    }

    func leave(_ call: String) async throws(StoreError) {}
}
