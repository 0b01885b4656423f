import FairwayTesting
import Testing

@testable import Samples

extension FlowTester {
    /// Completes the login, by default without filling in its fields.
    func signUp(as name: String? = nil, address: String? = nil) async throws {
        try await send(.createAccountButtonPressed, on: Login.Welcome.self)
        try await send(.goToAccountDetailsButtonPressed(address: address, password: nil), on: Login.SignUp.self)
        try await send(.goToFirstButtonPressed(name: name), on: Login.AccountDetails.self)
    }
}
