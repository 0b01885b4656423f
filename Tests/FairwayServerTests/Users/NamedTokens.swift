import Fairway
import FairwayTesting
import FairwayWire
import Foundation

@testable import FairwayServer

/// Verifies tokens that name their user and their expiry: `user.ada.3600` expires an hour after this verifier was made.
struct NamedTokens: UserTokenVerifier {
    private let clock: ManualClock
    private let start: Date

    init(_ clock: ManualClock) {
        self.clock = clock
        start = clock.now
    }

    func verify(_ token: String) async throws(Problem) -> VerifiedUser {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "user", let seconds = Double(parts[2]) else {
            throw Problem(.invalidToken, "The token is not signed.")
        }
        let expiresAt = start.addingTimeInterval(seconds)
        guard clock.now < expiresAt.addingTimeInterval(60) else {
            throw Problem(.invalidToken, "The token has expired.")
        }
        let user = User(id: String(parts[1]), claims: ["expiry": String(parts[2])])
        return VerifiedUser(user: user, expiresAt: expiresAt)
    }
}
