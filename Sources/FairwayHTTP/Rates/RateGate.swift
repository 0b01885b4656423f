import Synchronization

/// Lets clients ask as often as they may, all event queues together.
final class RateGate: Sendable {
    private let allowances: Mutex<Allowances>
    private let identityHeader: HeaderName?
    private let proxies: TrustedProxies

    init(_ limit: RateLimit) {
        allowances = Mutex(Allowances(limit))
        identityHeader = limit.identityHeader
        proxies = limit.proxies
    }

    /// The answer to a request too many; nil when it is not.
    func refusal(of head: RequestHead, from peer: SocketAddress, at now: UInt64) -> HTTPProblem? {
        var hasher = Hasher()
        // A request that says it in a way that is refused counts for its address.
        if let identity = identityHeader.flatMap({ try? head.onlyValue($0) }) {
            hasher.combine(identity)
        } else {
            hasher.combine(proxies.client(of: head, from: peer).network)
        }
        let client = hasher.finalize()
        return allowances.withLock { $0.take(client, at: now) }.map { .tooManyRequests(retryAfterSeconds: $0) }
    }
}
