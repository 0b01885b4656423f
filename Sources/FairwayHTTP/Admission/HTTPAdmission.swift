import CEpoll
import Glibc
import Synchronization

/// The admission control of the HTTP server: refuses connections and requests to protect the server from overload.
///
/// - Connections beyond `connections` or `connectionsPerAddress` are answered with 503 and closed. A small reserve
///   above the limit is accepted for that answer. Connections beyond the reserve are closed without an answer.
/// - Requests beyond their client's rate are answered with 429.
/// - Requests are answered with 503 while connections buffer too much: large bodies above half of `bufferedBytes`,
///   every request above all of it. Routes that do not count towards the rate, such as health checks, are exempt.
/// - Timeouts become shorter as connections or buffered bytes approach their limit, to drop slow clients sooner.
///
/// The engine has its own admission control. While that is saturated, ``ReadThrottle`` leaves requests in their
/// sockets.
final class HTTPAdmission: Sendable {
    private let limits: HTTPLimits
    private let rate: RateLimit?
    private let connections = Atomic<Int>(0)
    private let connectionsByNetwork = Mutex<[UInt64: Int]>([:])
    private let buckets: Mutex<RateBuckets?>
    private let buffered = Atomic<Int>(0)

    init(_ limits: HTTPLimits, rate: RateLimit?) {
        self.limits = limits
        self.rate = rate
        buckets = Mutex(rate.map(RateBuckets.init))
    }

    // MARK: Connections

    /// The number of open connections.
    var connectionCount: Int { connections.load(ordering: .relaxed) }

    /// Counts a new connection. False: even the reserve is used up, and the caller must close the connection.
    func admit(_ peer: SocketAddress) -> Bool {
        guard connections.add(1, ordering: .relaxed).newValue <= Self.withReserve(limits.connections) else {
            connections.subtract(1, ordering: .relaxed)
            return false
        }
        let isAdmitted = connectionsByNetwork.withLock { counts in
            let count = counts[peer.network, default: 0] + 1
            guard count <= Self.withReserve(limits.connectionsPerAddress) else { return false }
            counts[peer.network] = count
            return true
        }
        if !isAdmitted { connections.subtract(1, ordering: .relaxed) }
        return isAdmitted
    }

    /// Whether an admitted connection is in the reserve, so it is answered with 503 and closed.
    func isOverLimit(_ peer: SocketAddress) -> Bool {
        connectionCount > limits.connections
            || connectionsByNetwork.withLock { $0[peer.network, default: 0] } > limits.connectionsPerAddress
    }

    func release(_ peer: SocketAddress) {
        connections.subtract(1, ordering: .relaxed)
        connectionsByNetwork.withLock { counts in
            let count = counts[peer.network, default: 1] - 1
            counts[peer.network] = count > 0 ? count : nil
        }
    }

    /// The largest limit on connections, up to `wanted`, that fits into `descriptors` together with its reserve.
    static func connectionLimit(wanted: Int, descriptors: Int) -> Int {
        // For files that are open temporarily, such as static files and backups.
        let others = 16
        return max(1, min(wanted, (descriptors - others - withReserve(0)) * 16 / 17))
    }

    private static func withReserve(_ limit: Int) -> Int { limit + limit / 16 + 16 }

    // MARK: Requests

    /// The error for a request that is not admitted.
    func refusal(of head: RequestHead, from peer: SocketAddress, at now: UInt64) -> HTTPProblem? {
        if let seconds = secondsUntilAllowed(head, peer, now) { return .tooManyRequests(retryAfterSeconds: seconds) }
        let hasSmallBody = if case .length(...BufferedMemory.smallBytes) = head.framing { true } else { false }
        return (hasSmallBody ? isMemoryFull : isMemoryHigh) ? .overloaded(retryAfterSeconds: 1) : nil
    }

    private func secondsUntilAllowed(_ head: RequestHead, _ peer: SocketAddress, _ now: UInt64) -> Int? {
        guard let rate else { return nil }
        var hasher = Hasher()
        // A request with an invalid identity header counts towards the rate of its address.
        if let identity = rate.identityHeader.flatMap({ try? head.onlyValue($0) }) {
            hasher.combine(identity)
        } else {
            hasher.combine(rate.proxies.client(of: head, from: peer).network)
        }
        let client = hasher.finalize()
        return buckets.withLock { $0?.take(client, at: now) }
    }

    // MARK: Memory

    /// The bytes that all connections buffer.
    var memoryBytes: Int { buffered.load(ordering: .relaxed) }

    func addMemory(_ difference: Int) { buffered.add(difference, ordering: .relaxed) }

    /// Whether more than half of the buffer memory is in use.
    var isMemoryHigh: Bool { memoryBytes > limits.bufferedBytes / 2 }

    /// Whether all of the buffer memory is in use.
    var isMemoryFull: Bool { memoryBytes > limits.bufferedBytes }

    func write(to text: inout PrometheusText) {
        text.family(
            "fairway_http_buffered_bytes",
            .gauge,
            "Bytes that connections buffer: incomplete and unanswered requests, and unsent responses."
        )
        text.sample(value: Double(memoryBytes))
    }

    // MARK: Timeouts

    var idleSeconds: Int { shortened(limits.idleSeconds) }

    /// At least a fifth of the limit, because a distant client needs that time to send a request.
    var headerSeconds: Int { max(limits.headerSeconds / 5, shortened(limits.headerSeconds)) }

    /// At least a fifth of the limit, as for ``headerSeconds``.
    var bodySeconds: Int { max(limits.bodySeconds / 5, shortened(limits.bodySeconds)) }

    var writeStallSeconds: Int { Self.shortened(limits.writeStallSeconds, used: memoryBytes, of: limits.bufferedBytes) }

    private func shortened(_ seconds: Int) -> Int {
        Self.shortened(seconds, used: connectionCount, of: limits.connections)
    }

    /// A timeout while `used` of `limit` are in use: `seconds` up to half of the limit, then shrinking to one second.
    static func shortened(_ seconds: Int, used: Int, of limit: Int) -> Int {
        let (free, half) = (max(0, limit - used), limit / 2)
        return free >= half ? seconds : max(1, seconds * free / half)
    }
}

/// The limit on open files and sockets of this process.
///
/// Clients must never exhaust the descriptors. On Linux, Dispatch opens `/proc/<thread>/stat` once a second under load,
/// and ends the process if it cannot. A reserve is kept, and accepting pauses when only the reserve is left.
package enum DescriptorLimit {
    /// For Dispatch, and for files that handlers open.
    static let reserve = 64

    /// Raises the soft limit to the hard limit. The soft limit is usually 1024, for programs that call `select`.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// The number of descriptors left for connections.
    static var free: Int {
        let lowest = eventfd(0, Int32(EFD_CLOEXEC))
        guard lowest >= 0 else { return 0 }
        defer { close(lowest) }
        return free(from: lowest)
    }

    /// The number of descriptors left for connections, including `descriptor`, which was just opened. The kernel
    /// assigns the lowest free descriptor, so all below it are in use.
    static func free(from descriptor: Int32) -> Int {
        var limit = rlimit()
        getrlimit(resource, &limit)
        return max(0, Int(min(limit.rlim_cur, rlim_t(Int32.max))) - reserve - Int(descriptor))
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}
