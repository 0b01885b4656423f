import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// Tests the port of SwiftyFlow's deep link demo.
struct DeeplinkTests {
    @Test(arguments: DeeplinkTarget.Place.allCases)
    func flowStartsWithChosenScreen(_ place: DeeplinkTarget.Place) async throws {
        let tester = try await FlowTester(Deeplink(), in: SamplesInMemory.self)
        try await tester.send(.goButtonPressed(to: place), on: Deeplink.Chooser.self)
        #expect(tester.state.screen?.name == "DeeplinkTarget.\(place.rawValue)")
        #expect(tester.state.screen?.presentation == .modal)
    }

    @Test func closingTheFirstScreenFinishesTheParentToo() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        try await tester.send(.didSelectEntry(key: "Deeplink"), on: Home.Menu.self)
        try await tester.send(.goButtonPressed(to: .first), on: Deeplink.Chooser.self)
        try await tester.send(.closeButtonPressed, on: DeeplinkTarget.First.self)
        #expect(tester.screen is Home.Menu)
        #expect(tester.hierarchy == "Home: Home.Menu")
    }

    @Test func backToTheRootReturnsToTheChooser() async throws {
        let tester = try await FlowTester(Deeplink(), in: SamplesInMemory.self)
        try await tester.send(.goButtonPressed(to: .second), on: Deeplink.Chooser.self)
        try await tester.send(.backToRootButtonPressed, on: DeeplinkTarget.Second.self)
        #expect(tester.screen is Deeplink.Chooser)
    }

    @Test func closingOtherScreensReturnsToChooserWithoutResult() async throws {
        let tester = try await FlowTester(Deeplink(), in: SamplesInMemory.self)
        try await tester.send(.goButtonPressed(to: .third), on: Deeplink.Chooser.self)
        try await tester.send(.closeButtonPressed, on: DeeplinkTarget.Third.self)
        #expect(tester.screen is Deeplink.Chooser)
        #expect(tester.outcome == nil)
    }

    @Test(arguments: ["/swiftyflow/third", "/swiftyflow/THIRD", "/SwiftyFlow/Third"])
    func linkOpensChooserAndTargetInOneChange(_ link: String) async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self, link: link)
        #expect(tester.state.revision == 1)
        #expect(tester.screen is DeeplinkTarget.Third)
        try await tester.goBack()
        #expect(tester.screen is Deeplink.Chooser)
        try await tester.goBack()
        #expect(tester.screen is Home.Menu)
    }
}
