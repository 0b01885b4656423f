import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// A booking from the search to the ticket, with its refusals.
struct FerryTests {
    private func tester(repeatingHandlers: Bool = false) async throws -> FlowTester<Ferry> {
        try await FlowTester(Ferry(), in: SamplesInMemory.self, repeatingHandlers: repeatingHandlers)
    }

    @Test func guestIsNamedInTheLanguageOfTheUser() async throws {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self, device: Device(locale: "de"))
        try await tester.search()
        try await tester.chooseSailing()
        try await tester.add("Ada", 36)
        try await tester.send(.continueButtonPressed, on: Ferry.Passengers.self)
        try await tester.chooseCabin()
        try await tester.signUp()
        #expect(try tester.viewModel(as: Ferry.Overview.self).member == "Gast")
    }

    @Test(arguments: [false, true])
    func bookingLeadsFromSearchToTicket(repeatingHandlers: Bool) async throws {
        let tester = try await tester(repeatingHandlers: repeatingHandlers)
        #expect(try tester.viewModel(as: Ferry.Search.ViewModel.self).ports.map(\.key).contains("oslo"))
        try await tester.search()
        #expect(try tester.viewModel(as: Ferry.Sailings.ViewModel.self).sailings.count == 2)
        try await tester.chooseSailing()
        #expect(tester.screen is Ferry.Passengers)
        try await tester.add("Ada", 36)
        try await tester.add("Byron", 7)
        try await tester.send(.continueButtonPressed, on: Ferry.Passengers.self)
        #expect(tester.screen is CabinDeck.List)
        try await tester.chooseCabin()
        #expect(try tester.screen(as: Ferry.Extras.self).children == 1)
        try await tester.send(.continueButtonPressed(childMeals: 1, cots: 1), on: Ferry.Extras.self)
        #expect(tester.screen is Login.Welcome)
        try await tester.signUp()
        let review = try tester.viewModel(as: Ferry.Overview.self)
        #expect(review.member == "Guest")
        #expect(review.totalCents == 8_900 + 4_450 + 10_900 + 1_200 + 500)
        try await tester.send(.continueButtonPressed, on: Ferry.Review.self)
        try await tester.pay()
        #expect(tester.screen is Ferry.Processing)
        let job = try #require(try tester.pending(ChargeCard.self).first)
        #expect(job.journey.totalCents == review.totalCents)
        try await tester.complete(ChargeCard.self, with: Ferry.Ticket(reference: "K7Q2M9XA", journey: job.journey))
        #expect(try tester.viewModel(as: Ferry.Confirmation.self).reference == "K7Q2M9XA")
        #expect(tester.timers.isEmpty)
    }

    @Test(arguments: [("en", "€89.00", "€254.50"), ("de-DE", "89,00 €", "254,50 €")])
    func pricesAreWrittenAsInUsersLanguage(_ locale: String, _ fare: String, _ total: String) async throws {
        let tester = try await FlowTester(Ferry(), in: SamplesInMemory.self, device: Device(locale: locale))
        try await tester.search()
        let sailings = try tester.viewModel(as: Ferry.Sailings.ViewModel.self).sailings
        #expect(sailings.first?.fare.replacing("\u{A0}", with: " ") == fare)
        try await tester.chooseSailing()
        try await tester.add("Ada", 36)
        try await tester.add("Byron", 7)
        try await tester.send(.continueButtonPressed, on: Ferry.Passengers.self)
        try await tester.chooseCabin()
        try await tester.send(.continueButtonPressed(childMeals: 1, cots: 0), on: Ferry.Extras.self)
        try await tester.signUp()
        let review = try tester.viewModel(as: Ferry.Overview.self)
        #expect(review.total.replacing("\u{A0}", with: " ") == total)
        #expect(review.lines.map(\.count) == [1, 1, 1, 1])
    }

    @Test func confirmationHasNoWayBackToPayment() async throws {
        let tester = try await tester()
        try await tester.reachPayment()
        try await tester.pay()
        try await tester.complete(ChargeCard.self, with: Ferry.Ticket(reference: "R", journey: .example))
        #expect(tester.hierarchy == "Ferry: Ferry.Confirmation")
        #expect(tester.navigation?.screens.count == 1)
        let problem = await #expect(throws: Problem.self) { try await tester.goBack() }
        #expect(problem?.code == .cannotGoBack)
        try await tester.send(.doneButtonPressed, on: Ferry.Confirmation.self)
        #expect(tester.outcome == .completed)
    }

    @Test func extrasAreSkippedWithoutChildren() async throws {
        let tester = try await tester()
        try await tester.reachCabins(withChild: false)
        try await tester.chooseCabin()
        try await tester.signUp()
        #expect(tester.screen is Ferry.Review)
        try await tester.goBack()
        #expect(tester.screen is Ferry.Passengers)
    }

    @Test(arguments: [
        ("atlantis", "oslo", "2023-12-01", ["/params/from not-an-option"]),
        ("kiel", "atlantis", "2023-12-01", ["/params/to not-an-option"]),
        ("kiel", "kiel", "2023-12-01", ["/params/to same"]),
        ("riga", "oslo", "2023-12-01", ["/params/to no-route"]),
        ("kiel", "oslo", "9999-12-31", ["/params/date too-far"]),
        ("kiel", "oslo", "2023-11-13", ["/params/date past"]), ("kiel", "oslo", "2023-02-30", ["/params/date format"]),
        ("kiel", "oslo", "tomorrow", ["/params/date format"]),
        ("", "", "", ["/params/from not-an-option", "/params/to not-an-option", "/params/date format"]),
    ])
    func invalidSearchIsRejected(
        _ from: String,
        _ to: String,
        _ date: String,
        _ errors: [String]
    ) async throws {
        let tester = try await tester()
        #expect(await tester.refusal { try await $0.search(from: from, to: to, date: date) } == errors)
        #expect(tester.screen is Ferry.Search)
    }

    @Test func searchKeepsItsInput() async throws {
        let tester = try await tester()
        try await tester.search()
        try await tester.goBack()
        let search = try tester.viewModel(as: Ferry.Search.ViewModel.self)
        #expect((search.from, search.to, search.date?.rawValue) == ("kiel", "oslo", "2023-12-01"))
    }

    @Test func departedSailingsAreNotOffered() async throws {
        let tester = try await tester()
        try await tester.search(date: "2023-11-14")
        #expect(try tester.viewModel(as: Ferry.Sailings.ViewModel.self).sailings.isEmpty)
        let errors = await tester.refusal {
            try await $0.send(.didSelectSailing(id: "kiel-oslo-2023-11-14-840"), on: Ferry.Sailings.self)
        }
        #expect(errors == ["/params/id not-an-option"])
    }

    @Test(arguments: [(-1, 0), (2, 0), (0, 2)])
    func moreExtrasThanChildrenAreRejected(_ meals: Int, _ cots: Int) async throws {
        let tester = try await tester()
        try await tester.reachExtras()
        let errors = await tester.refusal {
            try await $0.send(.continueButtonPressed(childMeals: meals, cots: cots), on: Ferry.Extras.self)
        }
        let code = meals < 0 ? "too-small" : "out-of-range"
        #expect(errors == [cots == 0 ? "/params/childMeals \(code)" : "/params/cots \(code)"])
    }

    @Test func signedInMemberIsNotAskedAgain() async throws {
        let tester = try await FlowTester(Home(), in: SamplesInMemory.self)
        for attempt in 1...2 {
            try await tester.send(.didSelectEntry(key: "Ferry"), on: Home.Menu.self)
            try await tester.reachExtras()
            try await tester.send(.continueButtonPressed(childMeals: 0, cots: 0), on: Ferry.Extras.self)
            if attempt == 1 { try await tester.signUp() }
            #expect(try tester.screen(as: Ferry.Review.self).member == "Guest")
            try await tester.open(link: "/planets")
            try await tester.goBack()
            #expect(tester.screen is Home.Menu)
            try await tester.complete(ReleaseCabin.self)
            try await tester.advance(by: .seconds(600))
        }
    }

    @Test func cancelledSignInReturnsToPreviousScreen() async throws {
        let tester = try await tester()
        try await tester.reachExtras()
        try await tester.send(.continueButtonPressed(childMeals: 1, cots: 0), on: Ferry.Extras.self)
        #expect(tester.state.screen?.presentation == .modal)
        try await tester.goBack()
        #expect(try tester.screen(as: Ferry.Extras.self).childMeals == 1)
        #expect(tester.hierarchy.contains("Login") == false)
    }
}
