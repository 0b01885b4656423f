import FairwayTesting
import Testing

@testable import Samples

extension FlowTester {
    /// Completes the login.
    func signUp() async throws {
        try await send(.createAccountButtonPressed, on: Login.Welcome.self)
        try await send(.goToAccountDetailsButtonPressed, on: Login.SignUp.self)
        try await send(.goToFirstButtonPressed, on: Login.AccountDetails.self)
    }
}
