import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import TestWaits
import Testing

@testable import FairwayServer

@Suite(.waiting)
struct OverviewTests {
    @Test func samplesAreOfHoursAndTheLastOneOfThePresentHour() {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let counts = [
            ServerCount(hour: now.hour - 24, .completed, count: 3), ServerCount(hour: now.hour - 24, .active, count: 7),
            ServerCount(hour: now.hour, .refused, count: 2), ServerCount(hour: now.hour, .failed, count: 5),
            ServerCount(hour: now.hour, .handlers, bucket: 6, count: 1),
            ServerCount(hour: now.hour - 25, .refused, count: 9),
        ]
        let samples = OverviewReader.samples(counts, active: 4, at: now)
        #expect(samples.count == 25)
        #expect(samples.map(\.completed).reduce(0, +) == 3)
        #expect(samples.first?.completed == 3)
        #expect(samples.first?.at == Date(timeIntervalSince1970: Double(now.hour - 23) * 3_600))
        #expect([samples.first?.active, samples[1].active, samples.last?.active] == [7, nil, 4])
        #expect(samples.last?.at == now)
        #expect(samples.map(\.refused).reduce(0, +) == 2)
        #expect(samples.last?.failed == 5)
        #expect(samples.map { $0.handlerP95 != nil } == Array(repeating: false, count: 24) + [true])
    }

    @Test func activeSessionsAreRecordedEveryMinute() async throws {
        let harbour = try await ServedHarbour()
        await harbour.builds.start()
        _ = try await harbour.begin()
        harbour.clock.advance(by: 60)
        try await until {
            try await MeasuredCounts(harbour.store.serverCounts(since: .distantPast))[.active] == 1
        }
        harbour.clock.advance(by: 3_600)
        #expect(try await overview(harbour).samples.suffix(2).map(\.active) == [1, 1])
    }

    @Test func startThatTheStoreDoesNotTakeIsRecordedAMinuteLater() async throws {
        let harbour = try await ServedHarbour()
        let build = ServerBuild(name: "2", version: "2")
        try await confirmation { reported in
            let recorder = BuildRecorder(harbour.operators, build, node: "2") { _ in reported() }
            harbour.store.isUnavailable = true
            await recorder.start()
            harbour.store.isUnavailable = false
            #expect(try await harbour.store.newestBuild() == "1.2.3+4f1c")
            harbour.clock.advance(by: 60)
            try await until { try await harbour.store.newestBuild() == "2" }
        }
    }

    @Test func restartsSetNothingToZero() async throws {
        let harbour = try await ServedHarbour()
        let session = try await harbour.begin()
        let path = "/v1/sessions/\(session.session)/actions"
        for action in ["noSuchAction", "runAground"] {
            _ = try await harbour.send(.post, path, #"{"action":"\#(action)"}"#, token: session.token)
        }
        await harbour.operators.flush()
        let before = try await overview(harbour)
        for build in ["2", "3"] {
            let recorder = BuildRecorder(harbour.operators, ServerBuild(name: build, version: build), node: build)
            try await recorder.recordStart()
        }
        let after = try await overview(harbour)
        #expect(after.samples == before.samples)
        #expect((after.samples.last?.refused, after.samples.last?.failed) == (1, 1))
        let page = try await harbour.store.builds(BuildsQuery())
        #expect(page.rows.map(\.build.name) == ["3", "2", "1.2.3+4f1c"])
        #expect(page.rows.map { $0.counts[.refused] } == [nil, nil, 1])
        #expect(page.rows.map { $0.counts[.started] } == [nil, nil, 1])
    }

    @Test func storeThatCannotBeReadIsShown() async throws {
        let harbour = try await ServedHarbour()
        harbour.store.isUnavailable = true
        let overview = try await self.overview(harbour)
        #expect(overview.store.status == .unavailable)
        #expect(overview.failedWork == nil)
        #expect(overview.samples.allSatisfy { $0.active == nil })
    }

    private func overview(_ harbour: ServedHarbour) async throws -> OverviewDocument {
        try JSON.decode(OverviewDocument.self, from: try await harbour.send(.get, "/v1/admin/overview").body)
    }
}
