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
            try await tester.send(.continueButtonPressed(childMeals: 1, cots: 0), on: Ferry.Extras.self)
            if self != .login { try await tester.signUp() }
            if self == .payment { try await tester.send(.continueButtonPressed, on: Ferry.Review.self) }
        case .passengers: try await tester.goBack()
        case .passengerForm:
            try await tester.goBack()
            try await tester.send(.addButtonPressed, on: Ferry.Passengers.self)
        case .cabins, .cabin:
            try await tester.goBack()
            try await tester.send(.continueButtonPressed, on: Ferry.Passengers.self)
            guard self == .cabin else { break }
            try await tester.send(.didSelectCabin(number: "203"), on: CabinDeck.List.self)
        case .sailings: try await tester.goBack(to: Ferry.Sailings.self)
        case .search: try await tester.goBack(to: Ferry.Search.self)
        }
    }
}
