import Fairway
import Synchronization

/// The claim of this node to be the one that sends to receivers.
final class WebhookLease: Sendable {
    private let engine: Engine
    /// When the claim has to be renewed, in monotonic seconds; nil if another node has it.
    private let renewal = Mutex<Double?>(nil)

    init(_ engine: Engine) { self.engine = engine }

    /// Whether this node may send a request now. Renews the claim.
    func isHeld() async throws(StoreError) -> Bool {
        let now = engine.clock.secondsPassed
        if let renewal = renewal.withLock(\.self), now < renewal { return true }
        let isHeld = try await engine.claim(.webhooks, seconds: WebhookLimits.secondsOfClaim)
        renewal.withLock { $0 = isHeld ? now + WebhookLimits.secondsBetweenClaims : nil }
        return isHeld
    }

    /// Lets another node send. If this fails, the claim expires.
    func release() async {
        renewal.withLock { $0 = nil }
        _ = try? await engine.claim(.webhooks, seconds: 0)
    }
}
