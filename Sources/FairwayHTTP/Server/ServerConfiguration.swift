// Dispatch does not declare its timers as Sendable, although any thread can cancel them.
@preconcurrency public import Dispatch
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
    /// Converts an error response to an HTML page, for requests of browsers that open a URL. It runs on an event loop,
    /// so it must be fast. Nil: browsers get the same errors as programs.
    public var errorPage: (@Sendable (Response) -> Response)?
    /// Returns whether the handlers are saturated. Further requests would then only wait in a queue. While it returns
    /// true, the event loops leave most requests in their sockets. It is called often and must be fast. Nil: never
    /// saturated.
    public var shouldThrottleReads: (@Sendable () -> Bool)?
    /// A request that has waited unread for this long is late, and the handlers may reject it. While requests are late,
    /// the event loops read without pauses, to reject requests as fast as they arrive. Set this to the time limit of
    /// the handlers' own queue.
    public var lateAfterSeconds = Double.infinity
    /// The clock.
    public var clock: any ServerClock = SystemServerClock()
    /// Called with the access record of each request. It runs on an event loop, so it must be fast.
    public var onAccess: (@Sendable (AccessRecord) -> Void)?
    /// Called with events that an operator should know about.
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

    /// Allows `names`, and the hosts that DNS rebinding cannot use: addresses, and `localhost` with its subdomains (RFC
    /// 6761 section 6.3).
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

/// The clock of a server, for timeouts, latencies and the `Date` header.
public protocol ServerClock: Sendable {
    /// Monotonic time in nanoseconds.
    var nanoseconds: UInt64 { get }

    /// Seconds since 1970.
    var secondsSince1970: Int { get }

    /// Calls `tick` on `queue` about once a second. The returned closure cancels the timer.
    func everySecond(on queue: DispatchQueue, _ tick: @escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// Calls `body` on `queue` once, after a delay.
    func after(milliseconds: Int, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)

    /// The time since a socket last received data; nil if it is not known.
    func nanosecondsSinceData(inSocket descriptor: Int32) -> UInt64?
}

/// The clock of the machine.
public struct SystemServerClock: ServerClock {
    /// Makes the clock of the machine.
    public init() {}

    /// The time since the machine started.
    public var nanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Seconds since 1970.
    public var secondsSince1970: Int { time(nil) }

    /// Uses a timer with a leeway of 200 ms.
    public func everySecond(
        on queue: DispatchQueue,
        _ tick: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
        timer.setEventHandler(handler: tick)
        timer.activate()
        return { timer.cancel() }
    }

    /// Uses a delayed block.
    public func after(milliseconds: Int, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: body)
    }

    /// The time since the last segment with data, from `TCP_INFO`. The kernel reports it in whole milliseconds.
    public func nanosecondsSinceData(inSocket descriptor: Int32) -> UInt64? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 else { return nil }
        return UInt64(info.tcpi_last_data_recv) * 1_000_000
    }
}

/// Allows web pages of other origins to use the API (Cross-Origin Resource Sharing).
public struct CORS: Sendable {
    /// A set of origins.
    public enum Origins: Equatable, Sendable {
        /// All origins. The API does not use cookies, so a page can do no more than `curl`.
        case any
        /// These origins, as browsers send them: `https://app.example.org`.
        case only(Set<String>)
    }

    /// The allowed origins.
    public var origins: Origins
    /// The allowed header fields of requests.
    public var requestHeaders = [
        "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Prefer",
        "X-Request-Id", "traceparent",
    ]
    /// The header fields of responses that pages can read.
    public var responseHeaders = ["ETag", "Idempotency-Replayed", "Location", "Retry-After", "X-Request-Id"]
    /// How long browsers may cache the answer to a preflight request.
    public var maxAgeSeconds = 600

    /// Allows `origins`.
    public init(origins: Origins) { self.origins = origins }

    func mark(_ response: inout Response, origin: String?) {
        switch origins {
        case .any:
            guard origin != nil else { return }
            response.headers.add("Access-Control-Allow-Origin", "*")
        case .only(let allowed):
            // Added even if the origin is not allowed: a cache must not serve one origin's response to another.
            response.headers.addVary("Origin")
            guard let origin, allowed.contains(origin) else { return }
            response.headers.add("Access-Control-Allow-Origin", origin)
        }
        response.headers.add("Access-Control-Expose-Headers", responseHeaders.joined(separator: ", "))
    }

    /// The header fields of the response to a preflight request (Fetch standard, "CORS-preflight request").
    func preflight(allow: String) -> ResponseHeaders {
        [
            "Access-Control-Allow-Methods": allow,
            "Access-Control-Allow-Headers": requestHeaders.joined(separator: ", "),
            "Access-Control-Max-Age": "\(maxAgeSeconds)",
        ]
    }
}
