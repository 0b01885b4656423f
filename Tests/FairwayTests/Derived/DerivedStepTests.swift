import Fairway
import FairwayTesting
import FairwayWire
import Testing

/// Tests ordered flows with derived steps.
struct DerivedStepTests {
    @Test func derivedStepFollowsTheState() async throws {
        let tester = try await FlowTester(Enrolment())
        try await tester.send(.rename(name: "Ada"), on: Enrolment.Who.self)
        #expect(try tester.screen(as: Enrolment.Who.self).name == "Ada")
        try await tester.send(.next, on: Enrolment.Who.self)
        try await tester.send(.rename(name: "Bo"), on: Enrolment.Badge.self)
        #expect(try tester.screen(as: Enrolment.Badge.self).name == "Bo")
        try await tester.goBack()
        #expect(try tester.screen(as: Enrolment.Who.self).name == "Bo")
    }

    @Test func stepsOfOneTypeHaveTheirOwnClosures() async throws {
        let tester = try await FlowTester(Enrolment(name: "Ada"))
        for screen in ["Who", "Badge", "Portrait"] {
            #expect(tester.state.screen?.name == "Enrolment.\(screen)")
            try await tester.send("next")
        }
        #expect(try tester.screen(as: Enrolment.Badge.self).name == "Ada, again")
        try await tester.send(.rename(name: "Bo"), on: Enrolment.Badge.self)
        #expect(try tester.screen(as: Enrolment.Badge.self).name == "Bo, again")
    }

    @Test func stepWithStateOfItsOwnIsKept() async throws {
        let tester = try await FlowTester(Enrolment(name: "Ada"))
        try await tester.send("next")
        try await tester.send("next")
        try await tester.send(.turn, on: Enrolment.Portrait.self)
        try await tester.send(.rename(name: "Bo"), on: Enrolment.Portrait.self)
        #expect(try tester.screen(as: Enrolment.Portrait.self).name == "Ada")
        try await tester.goBack()
        try await tester.send("next")
        #expect(try tester.screen(as: Enrolment.Portrait.self).turns == 1)
        try await tester.send(.bringPortrait, on: Enrolment.Portrait.self)
        #expect(try tester.screen(as: Enrolment.Portrait.self).turns == 7)
    }

    @Test func derivedStepIsNotShownAsAValue() async throws {
        let tester = try await FlowTester(Enrolment())
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.bringBadge, on: Enrolment.Who.self)
        }
        #expect(problem?.detail?.contains("the step Enrolment.Badge of Enrolment is derived") == true)
    }
}
