import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// The menu, from which every sample can be reached and to which each returns.
struct HomeTests {
    @Test func everyEntryStartsItsSampleAndBackReturns() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        for entry in try tester.screen(as: Home.Menu.self).entries {
            try await tester.send(Home.Menu.Action.didSelectEntry(key: entry.key))
            #expect(tester.state.screen?.name != "Home.Menu", "\(entry.key)")
            try await tester.goBack()
            #expect(tester.screen is Home.Menu, "\(entry.key)")
            #expect(tester.hierarchy == "Home: Home.Menu")
        }
    }

    @Test func anEntryThatIsNotThereIsRefused() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(Home.Menu.Action.didSelectEntry(key: "Nothing"))
        }
        #expect(problem?.code == .rejected)
    }

    @Test func theMenuItselfCannotBeLeft() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        let problem = await #expect(throws: Problem.self) { try await tester.goBack() }
        #expect(problem?.code == .cannotGoBack)
    }

    @Test func theExamplesOfEveryScreenLookAsTheyDid() async throws {
        try await SamplesInMemory.expectExampleSnapshots()
    }

    @Test func theAppHasNothingToWarnOf() throws {
        #expect(try Engine(Samples.app, store: MemoryStore()).warnings.isEmpty)
    }
}
