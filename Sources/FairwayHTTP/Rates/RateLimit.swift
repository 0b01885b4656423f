/// How often one client may ask.
///
///     configuration.rate = RateLimit(requestsPerSecond: 20)
public struct RateLimit: Hashable, Sendable {
    /// So many requests a second, for as long as it likes.
    public var requestsPerSecond: Int
    /// So many at once after a quiet time: a page loads its files, a user comes back to an app.
    public var burst: Int
    /// The header field in which an authenticating proxy names the client; without one, and for requests that lack it,
    /// the address tells clients apart.
    public var identityHeader: HeaderName?
    /// How many clients are remembered. A newcomer beyond them is let in uncounted: against a flood from so many
    /// addresses counting each of them is no help, and the limits on connections and changes hold all the same.
    public var clients = 65_536

    /// So many requests a second, and as many at once; but at least as many at once as a web page needs.
    public init(requestsPerSecond: Int, identityHeader: HeaderName? = nil) {
        precondition(requestsPerSecond > 0, "A client must be allowed a request.")
        self.requestsPerSecond = requestsPerSecond
        self.identityHeader = identityHeader
        burst = max(requestsPerSecond, Self.leastBurst)
    }

    private static let leastBurst = 30
}
