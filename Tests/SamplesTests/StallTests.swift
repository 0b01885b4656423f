import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// Each kind of stall in a handler.
struct StallTests {
    @Test func everyStallIsCounted() async throws {
        let tester = try await FlowTester(Stall(), in: SamplesInMemory.self)
        try await tester.send(.blockButtonPressed(seconds: 0), on: Stall.Page.self)
        try await tester.send(.computeButtonPressed(seconds: 0.001), on: Stall.Page.self)
        try await tester.send(.waitButtonPressed(seconds: 0), on: Stall.Page.self)
        #expect(try tester.screen(as: Stall.Page.self).count == 3)
        #expect(tester.moves.map(\.move) == [.refresh])
    }

    @Test(arguments: [-1, 30.5, 1e300])
    func noStallIsLongerThanThirtySeconds(seconds: Double) async throws {
        let tester = try await FlowTester(Stall(), in: SamplesInMemory.self)
        let actions: [Stall.Page.Action] = [
            .blockButtonPressed(seconds: seconds), .computeButtonPressed(seconds: seconds),
            .waitButtonPressed(seconds: seconds),
        ]
        for action in actions {
            let problem = await #expect(throws: Problem.self) { try await tester.send(action, on: Stall.Page.self) }
            #expect(problem?.code == .invalidParams)
        }
        #expect(tester.state.revision == 1)
    }

    @Test func stallIsStartedByNameOnly() throws {
        #expect(Sample(rawValue: "Stall") == nil)
    }
}
