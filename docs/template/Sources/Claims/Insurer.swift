import Fairway

/// Files a claim at the insurer. Replace the pause with a call of the insurer's API.
struct FileClaim: Job {
    var number: String
    var damage: Damage

    static let performer = Performer(FileClaim.self) { job, attempt in
        try await Task.sleep(for: .seconds(10))
        return Done()
    }
}

/// The insurer's decision about a claim.
struct ClaimDecided: Signal { var approved: Bool }

extension SessionKey {
    /// The key of the session that waits for the decision.
    static func claim(_ number: String) -> SessionKey { SessionKey("claim", number) }
}
