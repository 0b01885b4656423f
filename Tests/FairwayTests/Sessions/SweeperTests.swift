import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Fairway

/// Tests that the sweeper deletes data after its retention period (see `docs/operations.md`).
struct SweeperTests {
    @Test func idleSessionExpiresAndIsThenDeleted() async throws {
        let bench = try await EngineFixture()
        let key = RequestKey("k", fingerprint: "POST actions")
        try await bench.send("count", key: key)
        let sweeper = Sweeper(bench.operators)
        bench.clock.advance(by: 86_399)
        #expect(try await sweeper.sweep().expired == 0)
        #expect(try await bench.send("count", key: key).isReplay)
        bench.clock.advance(by: 2)
        #expect(try await sweeper.sweep().forgotten > 0)
        #expect(try await bench.store.reply(bench.session, key: "k") == nil)

        bench.clock.advance(by: 31 * 86_400)
        #expect(try await sweeper.sweep().expired == 1)
        let state = try await bench.state
        #expect(state.status == .over)
        #expect(state.outcome == .expired)

        bench.clock.advance(by: 8 * 86_400)
        #expect(try await sweeper.sweep().deleted == 1)
        #expect(await bench.engine.state(bench.session, by: bench.caller).code == .noSuchSession)
    }

    @Test func countsAreDeletedAfterOneYear() async throws {
        let bench = try await EngineFixture()
        try await bench.send("count")
        let sweeper = Sweeper(bench.operators)
        bench.clock.advance(by: 364 * 86_400)
        #expect(try await sweeper.sweep().folded > 0)
        #expect(try await bench.store.graph(GraphQuery()).edges.contains { $0.action == "count" })
        bench.clock.advance(by: 2 * 86_400)
        #expect(try await sweeper.sweep().forgotten > 0)
        #expect(try await !bench.store.graph(GraphQuery()).edges.contains { $0.action == "count" })
    }

    @Test func sessionThatIsOverIsKeptForTheRetentionOfItsRootFlow() async throws {
        let (clock, store) = (ManualClock(), MemoryStore())
        let app = App(initial: Stage(.show("x"))) {
            Flow(Puppet(), retention: .days(1))
            Flow(Turnstile(), retention: .days(30))
        }
        let engine = try Engine(app, store: store, clock: clock, identifiers: CountedIdentifiers())
        for flow in ["Puppet", "Stage", "Turnstile"] {
            let request = flow == "Puppet" ? StartRequest(Puppet(.show("x"))) : StartRequest(flow: flow)
            let session = try await engine.start(request).state().session
            _ = await engine.perform(.end(.ended), on: session, by: Caller(.app))
        }
        let sweeper = Sweeper(engine)
        for (days, kept) in [
            (0, ["Puppet", "Stage", "Turnstile"]), (2, ["Stage", "Turnstile"]), (6, ["Turnstile"]), (23, []),
        ] {
            clock.advance(by: Double(days) * 86_400)
            _ = try await sweeper.sweep()
            #expect(try store.sessions(SessionsQuery()).rows.map(\.session.rootFlow).sorted() == kept)
        }
    }

    @Test func negativeRetentionIsAMistake() {
        let mistake = #expect(throws: Mistake.self) {
            try Engine(App(initial: Stage(.show("x")), retention: .days(-1)), store: MemoryStore())
        }
        #expect(mistake?.description.contains("Stage") == true)
    }

    @Test func usedSessionDoesNotExpire() async throws {
        let bench = try await EngineFixture()
        let sweeper = Sweeper(bench.operators)
        for _ in 0..<3 {
            bench.clock.advance(by: 20 * 86_400)
            try await bench.send("count")
            #expect(try await sweeper.sweep().expired == 0)
        }
        #expect(try await bench.state.status == .active)
    }

    /// The clock is set forward or back by more than every retention period, and is then corrected.
    @Test(arguments: [400.0 * 86_400, -400.0 * 86_400])
    func settingClockEndsAndDeletesNothing(by seconds: Double) async throws {
        let bench = try await EngineFixture()
        let key = RequestKey("k", fingerprint: "count")
        let creationKey = RequestKey("0123456789abcdef", fingerprint: "start")
        try await bench.send("count", key: key)
        let started = await bench.engine.start(StartRequest(flow: "Turnstile"), key: creationKey)
        let sweeper = Sweeper(bench.operators, newestTime: try await bench.store.newestTime())
        bench.clock.set(forwardBy: seconds)
        let laterKey = RequestKey("l", fingerprint: "count")
        try await bench.send("count", key: laterKey)
        for advance in [0.0, 30] {
            bench.clock.advance(by: advance)
            let report = try await sweeper.sweep()
            #expect(report.expired + report.deleted + report.forgotten == 0)
            #expect(!sweeper.clockAgreement.isTrusted)
        }
        bench.clock.set(forwardBy: -seconds)
        #expect(try await sweeper.sweep().clock == .jumped(seconds: -seconds))
        // First while the sweeper waits, and then after it trusts the clock again.
        for (advance, clock) in [(0.0, ClockAgreement.Trust.waiting), (3_600, .trustedAgain)] {
            #expect(try await bench.send("count", key: key).isReplay)
            #expect(try await bench.send("count", key: laterKey).isReplay)
            #expect(await bench.engine.start(StartRequest(flow: "Turnstile"), key: creationKey).body == started.body)
            bench.clock.advance(by: advance)
            #expect(try await sweeper.sweep().clock == clock)
            #expect(try await bench.state.status == .active)
        }
        #expect(try await bench.send("count", key: key).isReplay)
        bench.clock.advance(by: 86_400)
        #expect(try await sweeper.sweep().forgotten > 0)
        #expect(try await !bench.send("count", key: key).isReplay)
    }

    @Test func journalIsFoldedWhileClockIsNotTrusted() async throws {
        let bench = try await EngineFixture()
        let sweeper = Sweeper(bench.operators, newestTime: .distantPast)
        #expect(try await sweeper.sweep().folded > 0)
        #expect(!sweeper.clockAgreement.isTrusted)
    }
}
