import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// What a user does on the way to a ticket. The tester's clock stands at the evening of 14 November 2023.
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

    /// From the search to the choice of cabins, with an adult and, unless told otherwise, a child.
    func reachCabins(withChild: Bool = true) async throws {
        try await search()
        try await chooseSailing()
        try await add("Ada", 36)
        if withChild { try await add("Byron", 7) }
        try await send(Ferry.Passengers.Action.continueButtonPressed)
    }

    /// Further, with a cabin that is held, to the extras.
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

    /// What the inventory knows the held cabin by.
    var hold: String? { flow(of: BookFerry.self)?.hold }

    /// What is refused, by the places and the codes of its errors.
    func refusal(
        _ step: (FlowTester<F>) async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> [String] {
        let problem = await #expect(throws: Problem.self, sourceLocation: sourceLocation) { try await step(self) }
        #expect(problem?.code == .rejected, sourceLocation: sourceLocation)
        return problem?.errors.map { "\($0.pointer) \($0.code)" } ?? []
    }
}
