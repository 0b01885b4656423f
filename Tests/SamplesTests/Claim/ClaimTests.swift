import Fairway
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import Samples

/// A claim from the form to the decision.
struct ClaimTests {
    @Test func claimGetsANumberAndIsFiled() async throws {
        let insurer = Insurer()
        let tester = try await FlowTester(
            Claim(),
            in: SamplesInMemory.self,
            overriding: [Service(Insurer.self) { _ in insurer }]
        )
        try await tester.submit()
        let waiting = try tester.screen(as: Claim.Waiting.self)
        #expect(waiting.number.wholeMatch(of: /C-[A-Z2-9]{10}/) != nil)
        #expect(try tester.viewModel(as: Claim.Waiting.ViewModel.self).progress == "Your claim is being sent.")
        #expect(try tester.pending(FileClaim.self).map(\.number) == [waiting.number])
        try await tester.performJobs()
        #expect(try await insurer.claim(waiting.number) == Insurer.Filed(what: "A broken window", amount: 240))
        let filed = try tester.viewModel(as: Claim.Waiting.ViewModel.self)
        #expect(filed.progress == "The insurer has your claim, and will decide.")
        #expect(filed.number == waiting.number)
    }

    @Test func numbersDiffer() async throws {
        var numbers: Set<String> = []
        for _ in 0..<20 {
            let tester = try await FlowTester(Claim(), in: SamplesInMemory.self, restoring: .never)
            try await tester.submit()
            numbers.insert(try tester.screen(as: Claim.Waiting.self).number)
        }
        #expect(numbers.count == 20)
    }

    @Test func claimShowsTwoTabs() async throws {
        let tester = try await FlowTester(Claim(), in: SamplesInMemory.self)
        try await tester.submit()
        guard case .tabs(let selected, let tabs)? = tester.navigation?.content else {
            Issue.record("\(tester.hierarchy)")
            return
        }
        #expect(selected == "case")
        #expect(tabs.map(\.key) == ["case", "help"])
        try await tester.select("help")
        #expect(tester.screen is Claim.Help)
        try await tester.select("case")
        #expect(tester.screen is Claim.Waiting)
    }

    @Test(arguments: [
        ("", Decimal(5), "/params/what too-short"), (String(repeating: "x", count: 501), 5, "/params/what too-long"),
        ("Hail", 0, "/params/amount too-small"), ("Hail", 100_000.01, "/params/amount too-large"),
        ("Hail", 1.005, "/params/amount step"),
    ])
    func claimThatBreaksARuleIsRefused(_ what: String, _ amount: Decimal, _ error: String) async throws {
        let tester = try await FlowTester(Claim(), in: SamplesInMemory.self)
        let problem = await #expect(throws: Problem.self) { try await tester.submit(what, amount) }
        #expect(problem?.errors.map { "\($0.pointer) \($0.code)" } == [error])
        #expect(tester.screen is Claim.Form)
    }

    @Test(arguments: ["case", "help"], [true, false])
    func decisionIsShownInFrontOfEveryTab(_ tab: String, approved: Bool) async throws {
        let tester = try await FlowTester(Claim(), in: SamplesInMemory.self)
        try await tester.submit()
        try await tester.select(tab)
        try await tester.signal(ClaimDecided(approved: approved, reference: "D-17"))
        let decision = try tester.viewModel(as: Claim.Decision.ViewModel.self)
        #expect(decision.approved == approved)
        #expect(decision.reference == "D-17")
        let texts: [Bool: Text] = [
            true: "The insurer pays for the damage.", false: "The insurer does not pay for the damage.",
        ]
        #expect(decision.text == texts[approved])
        #expect(tester.timers.isEmpty)
        try await tester.send(.doneButtonPressed, on: Claim.Decision.self)
        #expect(tester.outcome == .completed)
    }

    @Test func secondDecisionChangesNothing() async throws {
        let tester = try await FlowTester(Claim(), in: SamplesInMemory.self)
        try await tester.submit()
        try await tester.signal(ClaimDecided(approved: true, reference: "D-17"))
        try await tester.signal(ClaimDecided(approved: false, reference: "D-18"))
        #expect(try tester.screen(as: Claim.Decision.self).reference == "D-17")
        #expect(tester.moves.isEmpty)
    }

    @Test func reminderComesAfterTwoDays() async throws {
        let tester = try await FlowTester(Claim(), in: SamplesInMemory.self)
        try await tester.submit()
        try await tester.advance(by: .seconds(2 * 86_400 - 1))
        #expect(tester.screen is Claim.Waiting)
        try await tester.advance(by: .seconds(1))
        #expect(tester.screen is Claim.Reminder)
        #expect(tester.state.screen?.presentation == .alert)
        try await tester.send(.wait, on: Claim.Reminder.self)
        #expect(tester.screen is Claim.Waiting)
        #expect(tester.timers.isEmpty)
    }

    @Test func reminderLeadsToHelp() async throws {
        let tester = try await FlowTester(Claim(), in: SamplesInMemory.self)
        try await tester.submit()
        try await tester.advance(by: .days(2))
        try await tester.send(.getHelp, on: Claim.Reminder.self)
        #expect(tester.screen is Claim.Help)
    }

    @Test func decisionReplacesTheReminder() async throws {
        let tester = try await FlowTester(Claim(), in: SamplesInMemory.self)
        try await tester.submit()
        try await tester.advance(by: .days(2))
        try await tester.signal(ClaimDecided(approved: true, reference: "D-17"))
        #expect(tester.hierarchy == "Claim: Claim.Decision")
    }

    @Test func claimThatCannotBeFiledIsSubmittedAgainUnderItsNumber() async throws {
        let tester = try await FlowTester(Claim(), in: SamplesInMemory.self)
        try await tester.submit()
        let number = try tester.screen(as: Claim.Waiting.self).number
        try await tester.fail(FileClaim.self, "The insurer is closed.")
        #expect(try tester.viewModel(as: Claim.Form.ViewModel.self).problem == "The insurer is closed.")
        #expect(tester.timers.isEmpty)
        try await tester.submit()
        #expect(try tester.screen(as: Claim.Waiting.self).number == number)
        #expect(try tester.pending(FileClaim.self).map(\.number) == [number])
    }

    @Test func claimSpeaksGerman() async throws {
        let tester = try await FlowTester(Claim(), in: SamplesInMemory.self, device: Device(locale: "de"))
        #expect(tester.state.screen?.title == "Schaden melden")
        try await tester.submit()
        #expect(tester.state.screen?.title == "Ihr Schaden")
        #expect(try tester.viewModel(as: Claim.Waiting.ViewModel.self).progress == "Ihr Schaden wird gemeldet.")
        try await tester.select("help")
        #expect(tester.state.screen?.title == "Hilfe")
        try await tester.advance(by: .days(2))
        #expect(tester.screen is Claim.Reminder)
        try await tester.signal(ClaimDecided(approved: false, reference: "D-17"))
        #expect(tester.state.screen?.title == "Die Entscheidung")
        let decision = try tester.viewModel(as: Claim.Decision.ViewModel.self)
        #expect(decision.text == "Die Versicherung zahlt nicht für den Schaden.")
        #expect(tester.missingTranslations.isEmpty)
    }
}

extension FlowTester {
    func submit(_ what: String = "A broken window", _ amount: Decimal = 240) async throws {
        try await send(.submitButtonPressed(what: what, amount: amount), on: Claim.Form.self)
    }
}
