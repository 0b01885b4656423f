import Fairway
import FairwayTesting
import Testing

/// A session that is over remains over.
struct SessionOverTests {
    @Test func changeOfEndedSessionIsRejectedWithState() async throws {
        let bench = try await EngineFixture()
        try await bench.send("finish")
        let changes: [Change] = [
            .action(name: "count", params: nil, screen: nil, draft: nil), .back(screen: nil, to: nil, draft: nil),
            .select(container: nil, tab: "x"), .link("/x"), .signal(name: "x", params: nil), .refresh,
            .device(Device()), .end(.ended),
        ]
        for change in changes {
            let problem = try await bench.engine.perform(change, on: bench.session, by: bench.caller).problem()
            #expect(problem.code == .sessionOver, "\(change.kind)")
            #expect(problem.state?.outcome == .completed)
        }
        #expect(await bench.engine.setDraft(.null, bench.session, screen: "s1", by: bench.caller)?.code == .sessionOver)
        #expect(try await bench.state.status == .over)
    }

    @Test func endedSessionCannotBeHandedOver() async throws {
        let bench = try await EngineFixture()
        let (code, _) = try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        try await bench.send("finish")
        #expect(try await bench.engine.takeHandoff(code, device: nil).problem().code == .noSuchHandoff)
        let refusal = await #expect(throws: EngineError.self) {
            try await bench.engine.makeHandoff(bench.session, by: bench.caller)
        }
        let problem = try #require(refusal).answer.problem()
        #expect(problem.code == .sessionOver)
        #expect(problem.state?.status == .over)
    }

    @Test(arguments: [SessionOutcome.ended, .expired])
    func sessionCanBeEndedFromOutside(_ outcome: SessionOutcome) async throws {
        let tester = try await FlowTester(playing: Stage(.show("A"), .start(Puppet(.show("B"))), .work("errand")))
        let answer = await tester.engine.perform(.end(outcome), on: tester.session, by: Caller(.app))
        let state = try answer.state()
        #expect(state.outcome == outcome)
        #expect(state.moves == [Move(.over)])
        #expect(state.screen == nil)
        #expect(state.revision == 2)
        #expect(try tester.store.work(tester.session).isEmpty)
        #expect(try tester.store.load(tester.session)?.flows.isEmpty == true)
    }
}
