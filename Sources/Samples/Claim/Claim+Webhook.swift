import Fairway
import Foundation

extension Claim {
    /// What the app needs for claims.
    ///
    /// - Parameter secrets: The secrets with which the insurer signs its webhooks. Without one, they are refused with 401.
    @AppBuilder static func parts(secrets: [String]) -> AppParts {
        Flow(Claim())
        Flow(ClaimCase(), start: .appOnly)
        Flow(ClaimHelp(), start: .appOnly)
        FileClaim.performer
        Service(Insurer.self) { Insurer(in: $0[DataFolder.self]) }
        Webhook("/webhooks/claims", verify: .standardWebhooks(secrets: secrets)) { event, context in
            // An event of another type may have other data.
            guard try event.decode(Kind.self).type == "claim.decided" else { return }
            let decision = try event.decode(Message.self).data
            try await context.sessions.signal(
                ClaimDecided(approved: decision.approved, reference: decision.reference),
                to: .key(.claim(decision.number)),
                id: event.id
            )
        }
    }

    /// The secrets in `FAIRWAY_CLAIMS_SECRET`, separated by spaces.
    static var secretsOfEnvironment: [String] {
        let text = ProcessInfo.processInfo.environment["FAIRWAY_CLAIMS_SECRET"] ?? ""
        return text.split(separator: " ").map(String.init)
    }

    private struct Kind: Decodable {
        var type: String
    }

    private struct Message: Decodable {
        var data: Content

        struct Content: Decodable {
            var number: String
            var approved: Bool
            var reference: String
        }
    }
}
