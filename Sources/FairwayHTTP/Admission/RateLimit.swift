/// The request rate that each client is allowed.
///
///     configuration.rate = RateLimit(requestsPerSecond: 20)
public struct RateLimit: Hashable, Sendable {
    /// The sustained rate.
    public let requestsPerSecond: Int
    /// How many requests a client may send at once after a pause, for example to load a page's files.
    public let burst: Int
    /// The header field in which an authenticating proxy names the client. Requests without it are counted by
    /// address.
    public let identityHeader: HeaderName?
    /// The proxies whose forwarded client addresses are trusted.
    public let proxies: TrustedProxies
    /// How many clients are tracked. Further clients are not limited: a limit per client does not help against so many
    /// clients, and the limits on connections and on changes still hold.
    public let clients: Int

    private static let maximum = 1_000_000
    private static let leastBurst = 100

    /// Limits each client to a sustained rate. The burst defaults to one second's worth, and to at least the 100
    /// requests that a web page may need.
    public init(
        requestsPerSecond: Int,
        burst: Int? = nil,
        identityHeader: HeaderName? = nil,
        proxies: TrustedProxies = TrustedProxies([]),
        clients: Int = 65_536
    ) {
        let burst = burst ?? max(requestsPerSecond, Self.leastBurst)
        let allowed = 1...Self.maximum
        precondition(
            allowed.contains(requestsPerSecond) && allowed.contains(burst),
            "A rate limit's requestsPerSecond and burst must be between 1 and \(Self.maximum)."
        )
        self.requestsPerSecond = requestsPerSecond
        self.burst = burst
        self.identityHeader = identityHeader
        self.proxies = proxies
        self.clients = clients
    }
}

/// The token buckets of all clients.
///
/// Clients are identified by a hash, seeded randomly per process: names of any length take the same space, and an
/// attacker cannot choose names that collide.
struct RateBuckets: Sendable {
    /// Removing full buckets visits all of them, so it happens at most once a second.
    private static let nanosecondsBetweenSweeps: UInt64 = 1_000_000_000

    private let limit: RateLimit
    private var buckets: [Int: TokenBucket] = [:]
    private var sweptAt: UInt64 = 0

    init(_ limit: RateLimit) { self.limit = limit }

    /// How many clients are tracked.
    var count: Int { buckets.count }

    /// Takes a token of a client. Returns nil on success, otherwise the seconds until the next token.
    mutating func take(_ client: Int, at now: UInt64) -> Int? {
        if let index = buckets.index(forKey: client) {
            return buckets.values[index].take(limit, at: now).map { Int(($0 + 999_999_999) / 1_000_000_000) }
        }
        if buckets.count >= limit.clients { removeFull(at: now) }
        guard buckets.count < limit.clients else { return nil }
        var bucket = TokenBucket()
        _ = bucket.take(limit, at: now)
        buckets[client] = bucket
        return nil
    }

    private mutating func removeFull(at now: UInt64) {
        guard sweptAt == 0 || now >= sweptAt + Self.nanosecondsBetweenSweeps else { return }
        sweptAt = now
        buckets = buckets.filter { $0.value.isFullAt > now }
    }
}

/// A token bucket, stored as the time at which it is full again. A full bucket is like a new one and need not be kept.
private struct TokenBucket {
    private(set) var isFullAt: UInt64 = 0

    /// Takes a token. Returns nil on success, otherwise the nanoseconds until the next token.
    mutating func take(_ limit: RateLimit, at now: UInt64) -> UInt64? {
        let interval = 1_000_000_000 / UInt64(limit.requestsPerSecond)
        let missing = isFullAt > now ? isFullAt - now : 0
        let maximumMissing = interval * UInt64(limit.burst - 1)
        if missing > maximumMissing { return missing - maximumMissing }
        isFullAt = now + missing + interval
        return nil
    }
}
