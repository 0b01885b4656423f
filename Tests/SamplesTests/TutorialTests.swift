import Fairway
import FairwayTesting
import Testing

@testable import Samples

struct TutorialTests {
    @Test func readingToTheEndReportsTrue() async throws {
        let tester = try await FlowTester(Tutorial(), in: SamplesInMemory.self)
        #expect(tester.screen is Tutorial.Page1)
        try await tester.send(Tutorial.Page1.Action.nextToPage2ButtonPressed)
        try await tester.send(Tutorial.Page2.Action.nextToPage3ButtonPressed)
        try await tester.send(Tutorial.Page3.Action.completeButtonPressed)
        #expect(tester.output == true)
        #expect(tester.outcome == .completed)
    }

    @Test func cancellingReportsFalse() async throws {
        let tester = try await FlowTester(Tutorial(), in: SamplesInMemory.self)
        try await tester.send(Tutorial.Page1.Action.cancelButtonPressed)
        #expect(tester.output == false)
    }

    @Test func backLeadsPageByPageAndThenOut() async throws {
        let tester = try await FlowTester(Tutorial(), in: SamplesInMemory.self)
        try await tester.send(Tutorial.Page1.Action.nextToPage2ButtonPressed)
        try await tester.send(Tutorial.Page2.Action.nextToPage3ButtonPressed)
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
        try await tester.send(Tutorial.Page1.Action.nextToPage2ButtonPressed)
        try tester.expectSnapshot("second-page")
    }
}
