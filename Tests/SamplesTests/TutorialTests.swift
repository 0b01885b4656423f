import Fairway
import FairwayTesting
import Testing

@testable import Samples

struct TutorialTests {
    @Test func readingToTheEndReportsTrue() async throws {
        let tester = try await FlowTester(Tutorial(), in: SamplesInMemory.self)
        #expect(tester.screen is Tutorial.Page1)
        try await tester.send(.nextToPage2ButtonPressed, on: Tutorial.Page1.self)
        try await tester.send(.nextToPage3ButtonPressed, on: Tutorial.Page2.self)
        try await tester.send(.completeButtonPressed, on: Tutorial.Page3.self)
        #expect(tester.output == true)
        #expect(tester.outcome == .completed)
    }

    @Test func cancellingReportsFalse() async throws {
        let tester = try await FlowTester(Tutorial(), in: SamplesInMemory.self)
        try await tester.send(.cancelButtonPressed, on: Tutorial.Page1.self)
        #expect(tester.output == false)
    }

    @Test func backLeadsPageByPageAndThenOut() async throws {
        let tester = try await FlowTester(Tutorial(), in: SamplesInMemory.self)
        try await tester.send(.nextToPage2ButtonPressed, on: Tutorial.Page1.self)
        try await tester.send(.nextToPage3ButtonPressed, on: Tutorial.Page2.self)
        try await tester.goBack()
        #expect(tester.screen is Tutorial.Page2)
        try await tester.goBack()
        #expect(tester.screen is Tutorial.Page1)
        try await tester.goBack()
        #expect(tester.outcome == .dismissed)
        #expect(tester.output == nil)
    }

    /// Compares snapshots of the screens, as the tests of the Imperio library do. This sample is ported from its demo.
    @Test func pagesMatchSnapshots() async throws {
        let tester = try await FlowTester(Tutorial(), in: SamplesInMemory.self)
        try tester.expectSnapshot("first-page")
        try await tester.send(.nextToPage2ButtonPressed, on: Tutorial.Page1.self)
        try tester.expectSnapshot("second-page")
    }
}
