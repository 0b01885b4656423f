import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// Tests the counter, a small flow that demonstrates the engine's guarantees.
struct CounterTests {
    @Test func countingKeepsScreen() async throws {
        let tester = try await FlowTester(Counter(), in: SamplesInMemory.self)
        let screen = tester.state.screen?.id
        for _ in 0..<3 { try await tester.send(.incrementButtonPressed, on: Counter.Page.self) }
        #expect(try tester.viewModel(as: Counter.Page.self).count == 3)
        #expect(tester.state.screen?.id == screen)
        #expect(tester.moves.map(\.move) == [.refresh])
    }

    @Test func pushedPageGetsCount() async throws {
        let tester = try await FlowTester(Counter(count: 41), in: SamplesInMemory.self)
        try await tester.send(.incrementButtonPressed, on: Counter.Page.self)
        try await tester.send(.pushButtonPressed, on: Counter.Page.self)
        #expect(tester.moves.map(\.move) == [.push])
        #expect(try tester.screen(as: Counter.Page.self).count == 42)
    }

    @Test func failureIsRolledBack() async throws {
        let tester = try await FlowTester(Counter(count: 1), in: SamplesInMemory.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.failButtonPressed, on: Counter.Page.self)
        }
        #expect(problem?.code == .flowFailed)
        #expect(tester.flow?.count == 1)
        #expect(tester.navigation?.screens.count == 1)
        #expect(tester.state.revision == 1)
    }

    @Test func fiftyConcurrentIncrementsCountFifty() async throws {
        let tester = try await FlowTester(Counter(), in: SamplesInMemory.self, restoring: .never)
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    let change = Change.action(name: "incrementButtonPressed", params: nil, screen: nil, draft: nil)
                    _ = await tester.engine.perform(change, on: tester.session, by: Caller(.app))
                }
            }
        }
        try await tester.refresh()
        #expect(tester.flow?.count == 50)
        #expect(tester.state.revision == 51)
    }
}
