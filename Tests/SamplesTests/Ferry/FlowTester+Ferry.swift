import Fairway
import FairwayTesting
import Testing

@testable import Samples

/// Steps of a booking. The tester's clock starts in the evening of 14 November 2023.
extension FlowTester {
    func search(from: String = "kiel", to: String = "oslo", date: String = "2023-12-01") async throws {
        try await send(.searchButtonPressed(from: from, to: to, date: date), on: Ferry.Search.self)
    }

    func chooseSailing() async throws {
        try await send(.didSelectSailing(id: "kiel-oslo-2023-12-01-840"), on: Ferry.Sailings.self)
    }

    func add(_ name: String, _ age: Int) async throws {
        try await send(.addButtonPressed, on: Ferry.Passengers.self)
        try await send(.saveButtonPressed(name: name, age: age), on: EditPassenger.Form.self)
    }

    func chooseCabin(_ number: String = "302") async throws {
        try await select("outside")
        try await send(.didSelectCabin(number: number), on: CabinDeck.List.self)
        try await send(.chooseButtonPressed, on: CabinDeck.Detail.self)
    }

    func pay(_ card: String = "4242 4242 4242 4242") async throws {
        try await send(.payButtonPressed(card: Sensitive(card)), on: Ferry.Payment.self)
    }

    /// Goes from the search to the cabins, with an adult and by default a child.
    func reachCabins(withChild: Bool = true) async throws {
        try await search()
        try await chooseSailing()
        try await add("Ada", 36)
        if withChild { try await add("Byron", 7) }
        try await send(.continueButtonPressed, on: Ferry.Passengers.self)
    }

    /// Goes from the search to the extras. The chosen cabin is held.
    func reachExtras() async throws {
        try await reachCabins()
        try await chooseCabin()
    }

    func reachReview() async throws {
        try await reachExtras()
        try await send(.continueButtonPressed(childMeals: 1, cots: 0), on: Ferry.Extras.self)
        try await signUp()
    }

    func reachPayment() async throws {
        try await reachReview()
        try await send(.continueButtonPressed, on: Ferry.Review.self)
    }

    var booking: Ferry.Booking? { flow(of: BookFerry.self)?.booking }

    /// The id of the hold in the inventory.
    var hold: String? { flow(of: BookFerry.self)?.hold }

    /// Expects that a flow rejects a step or that the step breaks a field's rule. Returns the pointer and the code of each
    /// error.
    func refusal(
        _ step: (FlowTester<F>) async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> [String] {
        let problem = await #expect(throws: Problem.self, sourceLocation: sourceLocation) { try await step(self) }
        let isRefusal = problem?.code == .rejected || problem?.code == .invalidParams
        #expect(isRefusal, sourceLocation: sourceLocation)
        return problem?.errors.map { "\($0.pointer) \($0.code)" } ?? []
    }
}
