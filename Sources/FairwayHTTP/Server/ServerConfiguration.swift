import Glibc

/// The configuration of an ``HTTPServer``.
public struct ServerConfiguration: Sendable {
    /// The addresses to listen on.
    public var addresses: [SocketAddress]
    /// The limits on clients.
    public var limits = HTTPLimits()
    /// The rate that each client is allowed; nil for no limit.
    public var rate: RateLimit?
    /// The number of event loops. The default is one per core, because handlers run on them too.
    public var eventLoops = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    /// The web pages of other origins that may use the server; nil for none.
    public var cors: CORS?
    /// The host names that requests may use; nil for any.
    public var hosts: AllowedHosts?
    /// Returns whether the handlers are saturated, so further requests would only queue. While it returns true, the
    /// event loops leave most requests in their sockets. It is called often and must be fast. Nil: never saturated.
    public var shouldThrottleReads: (@Sendable () -> Bool)?
    /// A request that lay unread for this long is late: the handlers may reject it. While requests are late, the event
    /// loops read without pauses, to reject them as fast as they arrive. Set it to the time limit of the handlers' own
    /// queue.
    public var lateAfterSeconds = Double.infinity
    /// The clock.
    public var clock: any ServerClock = SystemServerClock()
    /// Called with the record of each request. It runs on an event loop, so it must be fast.
    public var onAccess: (@Sendable (AccessRecord) -> Void)?
    /// Called with events for the operator.
    public var onEvent: (@Sendable (ServerEvent) -> Void)?

    /// Makes the default configuration of a server on `addresses`.
    public init(addresses: [SocketAddress]) { self.addresses = addresses }
}

/// The host names that a server accepts, which protects against DNS rebinding.
///
/// A malicious web page can make its own host name resolve to this server. The browser then treats the server as the
/// page's own site and lets the page read the responses. It still sends the page's name as `Host`, so requests with
/// unknown names are refused with 421.
public struct AllowedHosts: Sendable, Equatable {
    /// The names in lower case, without a trailing dot.
    public let names: Set<String>

    /// Allows `names`, and the names that a page cannot have: addresses, and `localhost` with its subdomains (RFC 6761
    /// section 6.3).
    public init(_ names: Set<String>) { self.names = Set(names.map { Self.plain($0[...]) }) }

    /// Whether a host with an optional port is allowed. Nil is allowed, because browsers always send a host.
    func include(_ authority: String?) -> Bool {
        guard let authority, !authority.hasPrefix("[") else { return true }
        let host = Self.plain(authority.prefix { $0 != ":" })
        return host.isEmpty || host == "localhost" || host.hasSuffix(".localhost") || names.contains(host)
            || SocketAddress(host, port: 0) != nil
    }

    private static func plain(_ host: Substring) -> String {
        (host.hasSuffix(".") ? host.dropLast() : host).lowercased()
    }
}
