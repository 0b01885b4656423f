import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// Steps of a booking. The tester's clock starts in the evening of 14 November 2023.
extension FlowTester {
    func search(from: String = "kiel", to: String = "oslo", date: String = "2023-12-01") async throws {
        try await send(Ferry.Search.Action.searchButtonPressed(from: from, to: to, date: date))
    }

    func chooseSailing() async throws {
        try await send(Ferry.Sailings.Action.didSelectSailing(id: "kiel-oslo-2023-12-01-840"))
    }

    func add(_ name: String, _ age: Int) async throws {
        try await send(Ferry.Passengers.Action.addButtonPressed)
        try await send(EditPassenger.Form.Action.saveButtonPressed(name: name, age: age))
    }

    func chooseCabin(_ number: String = "302") async throws {
        try await select("outside")
        try await send(CabinDeck.List.Action.didSelectCabin(number: number))
        try await send(CabinDeck.Detail.Action.chooseButtonPressed)
    }

    func pay(_ card: String = "4242 4242 4242 4242") async throws {
        try await send(Ferry.Payment.Action.payButtonPressed(card: Sensitive(card)))
    }

    /// Goes from the search to the cabins, with an adult and by default a child.
    func reachCabins(withChild: Bool = true) async throws {
        try await search()
        try await chooseSailing()
        try await add("Ada", 36)
        if withChild { try await add("Byron", 7) }
        try await send(Ferry.Passengers.Action.continueButtonPressed)
    }

    /// Goes on to the extras, with a held cabin.
    func reachExtras() async throws {
        try await reachCabins()
        try await chooseCabin()
    }

    func reachReview() async throws {
        try await reachExtras()
        try await send(Ferry.Extras.Action.continueButtonPressed(childMeals: 1, cots: 0))
        try await signUp()
    }

    func reachPayment() async throws {
        try await reachReview()
        try await send(Ferry.Review.Action.continueButtonPressed)
    }

    var booking: Ferry.Booking? { flow(of: BookFerry.self)?.booking }

    /// The id of the hold in the inventory.
    var hold: String? { flow(of: BookFerry.self)?.hold }

    /// The pointers and codes of a refusal's errors.
    func refusal(
        _ step: (FlowTester<F>) async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> [String] {
        let problem = await #expect(throws: Problem.self, sourceLocation: sourceLocation) { try await step(self) }
        #expect(problem?.code == .rejected, sourceLocation: sourceLocation)
        return problem?.errors.map { "\($0.pointer) \($0.code)" } ?? []
    }
}
