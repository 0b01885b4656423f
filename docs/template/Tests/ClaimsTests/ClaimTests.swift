import Fairway
import FairwayTesting
import Testing

@testable import Claims

struct ClaimTests {
    @Test func aSubmittedClaimIsFiledAndDecided() async throws {
        let tester = try await FlowTester(Claim(), in: Claims.self)
        try await tester.send(.reportButtonPressed, on: Claim.Welcome.self)
        try await tester.send(.continueButtonPressed(what: "A broken window", euros: 240), on: ReportDamage.Form.self)
        try await tester.send(.submitButtonPressed, on: ReportDamage.Review.self)
        #expect(try tester.screen(as: Claim.Status.self).progress == .sending)
        #expect(try tester.pending(FileClaim.self).map(\.damage) == [Damage(what: "A broken window", euros: 240)])

        try await tester.complete(FileClaim.self)
        #expect(try tester.screen(as: Claim.Status.self).progress == .filed)

        try await tester.signal(ClaimDecided(approved: true))
        #expect(try tester.screen(as: Claim.Status.self).progress == .approved)
    }

    @Test func aDescriptionIsRequired() async throws {
        let tester = try await FlowTester(ReportDamage(), in: Claims.self)
        let problem = await #expect(throws: Problem.self) {
            try await tester.send(.continueButtonPressed(what: "", euros: 240), on: ReportDamage.Form.self)
        }
        #expect(problem?.errors.map(\.pointer) == ["/params/what"])
        #expect(tester.screen is ReportDamage.Form)
    }
}
