import FairwayTesting
import Testing

@testable import Samples

/// The screens of the booking during a hold.
enum FerryPlace: CaseIterable {
    case search, sailings, passengers, passengerForm, cabins, cabin, extras, login, review, payment

    /// Goes to the screen by way of the extras, where the hold begins.
    func reach<F>(_ tester: FlowTester<F>) async throws {
        try await tester.reachExtras()
        switch self {
        case .extras: break
        case .login, .review, .payment:
            try await tester.send(Ferry.Extras.Action.continueButtonPressed(childMeals: 1, cots: 0))
            if self != .login { try await tester.signUp() }
            if self == .payment { try await tester.send(Ferry.Review.Action.continueButtonPressed) }
        case .passengers: try await tester.goBack()
        case .passengerForm:
            try await tester.goBack()
            try await tester.send(Ferry.Passengers.Action.addButtonPressed)
        case .cabins, .cabin:
            try await tester.goBack()
            try await tester.send(Ferry.Passengers.Action.continueButtonPressed)
            guard self == .cabin else { break }
            try await tester.send(CabinDeck.List.Action.didSelectCabin(number: "203"))
        case .sailings: try await tester.goBack(to: Ferry.Sailings.self)
        case .search: try await tester.goBack(to: Ferry.Search.self)
        }
    }
}
