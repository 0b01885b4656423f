/// How often one client may ask.
///
///     configuration.rate = RateLimit(requestsPerSecond: 20)
public struct RateLimit: Hashable, Sendable {
    /// So many requests a second, for as long as it likes.
    public let requestsPerSecond: Int
    /// So many at once after a quiet time: a page loads its files, a user comes back to an app.
    public let burst: Int
    /// The header field in which an authenticating proxy names the client; without one, and for requests that lack it,
    /// the address tells clients apart.
    public let identityHeader: HeaderName?
    /// The proxies that name the address of whoever asked; requests from elsewhere count for the address that they come from.
    public let proxies: TrustedProxies
    /// How many clients are remembered. A newcomer beyond them is let in uncounted: against a flood from so many
    /// addresses counting each of them is no help, and the limits on connections and changes hold all the same.
    public let clients: Int

    /// More than anybody can ask, and few enough to be counted with.
    private static let most = 1_000_000
    private static let leastBurst = 100

    /// So many requests a second, and as many at once unless something else is asked for; but at least as many at once
    /// as a web page needs.
    public init(
        requestsPerSecond: Int,
        burst: Int? = nil,
        identityHeader: HeaderName? = nil,
        proxies: TrustedProxies = TrustedProxies([]),
        clients: Int = 65_536
    ) {
        let burst = burst ?? max(requestsPerSecond, Self.leastBurst)
        let allowed = 1...Self.most
        precondition(
            allowed.contains(requestsPerSecond) && allowed.contains(burst),
            "A client must be allowed a request, and no more than \(Self.most) a second or at once."
        )
        self.requestsPerSecond = requestsPerSecond
        self.burst = burst
        self.identityHeader = identityHeader
        self.proxies = proxies
        self.clients = clients
    }
}
