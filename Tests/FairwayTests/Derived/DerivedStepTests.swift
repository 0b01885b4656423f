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

    /// The closure of a step declares its screen as a route `shows` does.
    @Test func closureOfAStepDeclaresTheScreen() async throws {
        let tester = try await FlowTester(Enrolment(name: "Ada")) { Flow(Enrolment.Below()) }
        try await tester.send(.showBadge, on: Enrolment.Who.self)
        #expect(try tester.screen(as: Enrolment.Badge.self).name == "Ada")
        try await tester.send(.rename(name: "Bo"), on: Enrolment.Badge.self)
        #expect(try tester.screen(as: Enrolment.Badge.self).name == "Bo")
        try await tester.send(.showBelow, on: Enrolment.Badge.self)
        #expect(tester.hierarchy.hasSuffix("Enrolment.Below: Enrolment.Badge"))
        try await tester.send(.rename(name: "Cy"), on: Enrolment.Badge.self)
        #expect(try tester.screen(as: Enrolment.Badge.self).name == "Cy")
    }

    @Test func linkOpensTheScreenOfAStep() async throws {
        let app = App(initial: Stage(.show("A"))) {
            Flow(Puppet())
            Flow(Enrolment(name: "Ada"))
            Link("/badge") { _, nav in
                nav.chain {
                    Enrolment(name: "Ada")
                    Enrolment.Badge.self
                }
            }
        }
        let tester = try await FlowTester(Stage(.show("A")), in: app, link: "/badge")
        #expect(tester.hierarchy.hasSuffix("Enrolment: Enrolment.Who, Enrolment.Badge"))
    }

    /// The step with state of its own may be absent, so this is not a mistake.
    @Test func stepOfItsOwnThatIsNotShownIsNotUpdated() async throws {
        let tester = try await FlowTester(Enrolment())
        try await tester.send(.turn, on: Enrolment.Who.self)
        #expect(tester.state.revision == 2)
    }

    @Test func derivedStepIsNotShownAsAValue() async throws {
        let tester = try await FlowTester(Enrolment())
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.bringBadge, on: Enrolment.Who.self)
        }
        #expect(problem?.detail?.contains("the step Enrolment.Badge of Enrolment is derived") == true)
    }
}
