import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// The test cases of the SwiftyFlow library, run on the samples that were ported from it: roots, forward and back
/// navigation, modals, closing, and parameters.
struct SwiftyFlowTests {
    private func automatic() async throws -> FlowTester<Automatic> {
        try await FlowTester(Automatic(), in: SamplesInMemory.self)
    }

    @Test func rootIsLoaded() async throws {
        #expect(try await automatic().screen is Automatic.Initial)
    }

    @Test func goToTheFirst() async throws {
        let tester = try await automatic()
        try await tester.send(.startButtonPressed, on: Automatic.Initial.self)
        #expect(tester.screen is Automatic.First)
    }

    @Test func goToTheSecond() async throws {
        let tester = try await automatic()
        try await tester.start(steps: 1)
        #expect(tester.screen is Automatic.Second)
    }

    @Test func goToTheThird() async throws {
        let tester = try await automatic()
        try await tester.start(steps: 2)
        #expect(tester.screen is Automatic.Third)
    }

    @Test func goingPastLastScreenFails() async throws {
        let tester = try await automatic()
        try await tester.start(steps: 2)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.nextButtonPressed, on: Automatic.Third.self)
        }
        #expect(problem?.code == .noNextScreen)
        #expect(tester.screen is Automatic.Third)
    }

    @Test func backOne() async throws {
        let tester = try await automatic()
        try await tester.start(steps: 2)
        try await tester.send(.backButtonPressed, on: Automatic.Third.self)
        #expect(tester.screen is Automatic.Second)
    }

    @Test func backToTheRoot() async throws {
        let tester = try await automatic()
        try await tester.start(steps: 2)
        try await tester.send(.backToRootButtonPressed, on: Automatic.Third.self)
        #expect(tester.screen is Automatic.Initial)
        #expect(tester.moves.map(\.move) == [.pop])
    }

    @Test func close() async throws {
        let tester = try await automatic()
        try await tester.start(steps: 1)
        try await tester.send(.closeButtonPressed, on: Automatic.Second.self)
        #expect(tester.outcome == .completed)
    }

    @Test func closeWithCallback() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        try await tester.send(.didSelectEntry(key: "Automatic"), on: Home.Menu.self)
        #expect(tester.screen is Automatic.Initial)
        try await tester.send(.closeButtonPressed, on: Automatic.Initial.self)
        #expect(tester.screen is Home.Menu)
        #expect(tester.hierarchy == "Home: Home.Menu")
    }

    @Test func parametersAreReceivedOnPush() async throws {
        let tester = try await automatic()
        try await tester.start(steps: 0)
        let first = try tester.viewModel(as: Automatic.First.self)
        #expect((first.first, first.second) == ("Felipe", 3123.232))
        #expect((first.third, first.fourth) == ("Florencio", 31))
    }

    @Test func parametersAreReceivedAtTheRoot() async throws {
        let tester = try await FlowTester(
            Parameters(first: "Ada", second: 1.5, third: "B", fourth: 7),
            in: SamplesInMemory.self
        )
        let initial = try tester.viewModel(as: Parameters.Initial.self)
        #expect((initial.first, initial.second, initial.third, initial.fourth) == ("Ada", 1.5, "B", 7))
        try await tester.send(.startButtonPressed, on: Parameters.Initial.self)
        let first = try tester.viewModel(as: Parameters.First.self)
        #expect((first.first, first.second) == ("Felipe Garcia", 232))
    }

    @Test func screenCanBeReachedByName() async throws {
        let tester = try await FlowTester(Parameters(), in: SamplesInMemory.self)
        try await tester.send(.goButtonPressed(to: .fourth), on: Parameters.Initial.self)
        #expect(tester.screen is Parameters.Fourth)
    }

    @Test func backIsByHistoryAndNextByOrder() async throws {
        let tester = try await FlowTester(GoAnywhere(), in: SamplesInMemory.self)
        try await tester.send(.startButtonPressed, on: GoAnywhere.Initial.self)
        try await tester.send(.goButtonPressed(to: .seventh), on: GoAnywhere.First.self)
        #expect(tester.screen is GoAnywhere.Seventh)
        try await tester.send(.backButtonPressed, on: GoAnywhere.Seventh.self)
        #expect(tester.screen is GoAnywhere.First)
        try await tester.send(.nextButtonPressed, on: GoAnywhere.First.self)
        #expect(tester.screen is GoAnywhere.Second)
    }

    @Test(arguments: [.first, nil] as [GoAnywhere.Place?])
    func samePlaceIsRejected(_ place: GoAnywhere.Place?) async throws {
        let tester = try await FlowTester(GoAnywhere(), in: SamplesInMemory.self)
        try await tester.send(.startButtonPressed, on: GoAnywhere.Initial.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.goButtonPressed(to: place), on: GoAnywhere.First.self)
        }
        #expect(problem?.code == .rejected)
        #expect(tester.screen is GoAnywhere.First)
    }

    @Test func modalDataIsReturnedAndKept() async throws {
        let tester = try await FlowTester(ModalScreens(), in: SamplesInMemory.self)
        try await tester.reachModal()
        #expect(tester.state.screen?.presentation == .modal)
        try await tester.send(.editButtonPressed(text: "Hello"), on: ModalScreens.Fourth.self)
        try await tester.send(.backButtonPressed, on: ModalScreens.Fourth.self)
        #expect(try tester.viewModel(as: ModalScreens.Third.self).dataFromModal == "Hello")
        try await tester.send(.nextModalButtonPressed, on: ModalScreens.Third.self)
        #expect(try tester.viewModel(as: ModalScreens.Fourth.self).someData == "Hello")
    }

    @Test func modalDataIsResetWithFlow() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        for expected in ["", ""] {
            try await tester.send(.didSelectEntry(key: "ModalScreens"), on: Home.Menu.self)
            try await tester.reachModal()
            #expect(try tester.viewModel(as: ModalScreens.Fourth.self).someData == expected)
            try await tester.send(.editButtonPressed(text: "Hello"), on: ModalScreens.Fourth.self)
            try await tester.send(.backButtonPressed, on: ModalScreens.Fourth.self)
            try await tester.send(.closeButtonPressed, on: ModalScreens.Third.self)
        }
    }

    @Test func oneScreenCanBeTwoSteps() async throws {
        let tester = try await FlowTester(SameScreen(), in: SamplesInMemory.self)
        try await tester.send(.nextButtonPressed, on: SameScreen.Initial.self)
        #expect(try tester.screen(as: SameScreen.First.self).title == "First view 1")
        try await tester.send(.nextButtonPressed, on: SameScreen.First.self)
        #expect(try tester.screen(as: SameScreen.First.self).title == "First view 2")
        try await tester.send(.goButtonPressed(to: .first), on: SameScreen.First.self)
        #expect(try tester.screen(as: SameScreen.First.self).title == "First view 1")
    }

    @Test func rootIsChosenAtRunTime() async throws {
        let tester = try await FlowTester(LazyRoot(selector: .second), in: SamplesInMemory.self)
        #expect(tester.screen is LazyRoot.Second)
        try await tester.send(.nextButtonPressed, on: LazyRoot.Second.self)
        #expect(tester.screen is LazyRoot.Third)
        try await tester.send(.backToRootButtonPressed, on: LazyRoot.Third.self)
        #expect(tester.screen is LazyRoot.Second)
    }
}

extension FlowTester {
    /// Starts the ordered flow of a sample and goes forward by a number of steps.
    fileprivate func start(steps: Int) async throws where F == Automatic {
        try await send(.startButtonPressed, on: Automatic.Initial.self)
        for _ in 0..<steps { try await send("nextButtonPressed") }
    }

    /// Goes from the first screen of the modal sample to its modal screen.
    fileprivate func reachModal() async throws {
        try await send(.startButtonPressed, on: ModalScreens.Initial.self)
        for _ in 0..<2 { try await send("nextButtonPressed") }
        try await send(.nextModalButtonPressed, on: ModalScreens.Third.self)
    }
}
