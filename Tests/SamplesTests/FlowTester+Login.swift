import FairwayTesting
import Testing

@testable import Samples

extension FlowTester {
    /// Completes the login.
    func signUp() async throws {
        try await send(Login.Welcome.Action.createAccountButtonPressed)
        try await send(Login.SignUp.Action.goToAccountDetailsButtonPressed)
        try await send(Login.AccountDetails.Action.goToFirstButtonPressed)
    }
}
