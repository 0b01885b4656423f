import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import Foundation
import TestWaits
import Testing

@testable import FairwayServer

@Suite(.waiting)
struct OverviewTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func minute(_ number: Int) -> Date { start.addingTimeInterval(Double(number) * OverviewHistory.interval) }

    @Test func samplesAreDifferencesOfCounters() {
        var history = OverviewHistory(since: start)
        var counters = OverviewCounters(completed: 3, refused: 2)
        counters.handlers.add(1_000)
        history.record(counters, active: 7, at: minute(1))
        counters.completed = 4
        counters.failed = 5
        history.record(counters, active: nil, at: minute(2))
        #expect(history.samples.map(\.completed) == [3, 1])
        #expect(history.samples.map(\.refused) == [2, 0])
        #expect(history.samples.map(\.failed) == [0, 5])
        #expect(history.samples.map(\.active) == [7, nil])
        #expect(history.samples.map { $0.handlerP95 != nil } == [true, false])
        #expect(history.sample(counters, active: 1, at: minute(3)).completed == 0)
    }

    @Test func samplesOfADayAreKept() {
        var history = OverviewHistory(since: start)
        for number in 1...OverviewHistory.mostSamples {
            history.record(OverviewCounters(), active: number, at: minute(number))
        }
        #expect(history.since == start)
        history.record(OverviewCounters(), active: 0, at: minute(OverviewHistory.mostSamples + 1))
        #expect(history.samples.count == OverviewHistory.mostSamples)
        #expect(history.samples.first?.active == 2)
        #expect(history.since == minute(1))
    }

    @Test func refusalsAndFailuresAreCountedByStatus() {
        var engine = EngineStatistics()
        for outcome in ProblemCode.allCases.map(\.rawValue) + ["ok", "replayed"] {
            engine.changes[EngineStatistics.ChangeOutcome(kind: "action", outcome: outcome)] = 1
        }
        let counters = OverviewCounters(engine, nil)
        #expect(counters.refused == ProblemCode.allCases.count { [409, 412, 422].contains($0.status) })
        #expect(counters.failed == 2)
    }

    @Test func aSampleIsRecordedEveryMinute() async throws {
        let harbour = try await ServedHarbour()
        harbour.overview.recordRegularly()
        let session = try await harbour.begin()
        for recorded in 1...2 {
            harbour.clock.advance(by: OverviewHistory.interval)
            try await until { await harbour.overview.document().samples.count == recorded + 1 }
        }
        _ = try await harbour.send(.delete, "/v1/sessions/\(session.session)", token: session.token)
        let samples = await harbour.overview.document().samples
        #expect(samples.map(\.active) == [1, 1, 0])
        #expect(samples.map(\.at) == [60, 120, 120].map { samples[0].at.addingTimeInterval($0 - 60) })
    }

    @Test func storeThatCannotBeReadIsShown() async throws {
        let harbour = try await ServedHarbour()
        harbour.store.isUnavailable = true
        let overview = await harbour.overview.document()
        #expect(overview.store.status == .unavailable)
        #expect(overview.failedWork == nil)
        #expect(overview.samples.map(\.active) == [nil])
    }
}
