import Synchronization

/// The counters of one event loop. Only the loop writes them and any thread reads them, so counting needs no lock and
/// no atomic read-modify-write.
///
/// Unchecked: after its initialization, the memory is accessed through atomics only.
final class HTTPCounters: @unchecked Sendable {
    enum Single: Int, CaseIterable {
        case connectionsAccepted, connectionsClosed, connectionsRefused, connectionsDropped
        case connectionsGone, connectionsIdle, connectionsLingering, connectionsShutDown, connectionsStalled
        case acceptPauses
        case bytesReceived, bytesSent
        case requestsUnread, microsecondsUnread
    }

    /// The upper bounds of the latency buckets. One more bucket has no bound.
    static let microsecondBounds = [
        100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100_000, 250_000, 1_000_000, 5_000_000,
    ]
    static let classes = 5
    /// The row of requests that are invalid or exceed a limit.
    static let refusedRow = 0
    /// The row of requests without a route.
    static let otherwiseRow = 1
    static let firstEndpointRow = 2

    private static let bucketsStart = classes
    private static let sumIndex = bucketsStart + microsecondBounds.count + 1
    private static let rowSize = sumIndex + 1

    private let cells: UnsafeMutablePointer<Atomic<UInt64>>
    private let count: Int

    init(_ table: RouteTable) {
        count = Single.allCases.count + (Self.firstEndpointRow + table.endpoints.count) * Self.rowSize
        cells = .allocate(capacity: count)
        for index in 0..<count { (cells + index).initialize(to: Atomic(0)) }
    }

    deinit {
        cells.deinitialize(count: count)
        cells.deallocate()
    }

    static func row(of match: RouteTable.Match) -> Int {
        if case .endpoint(let index) = match { return firstEndpointRow + index }
        return otherwiseRow
    }

    func add(_ single: Single, _ amount: Int = 1) { add(at: single.rawValue, amount) }

    func count(row: Int, status: Status, microseconds: Int) {
        let start = Self.start(of: row)
        add(at: start + status.code / 100 - 1, 1)
        var bucket = 0
        while bucket < Self.microsecondBounds.count, microseconds > Self.microsecondBounds[bucket] { bucket += 1 }
        add(at: start + Self.bucketsStart + bucket, 1)
        add(at: start + Self.sumIndex, microseconds)
    }

    func value(_ single: Single) -> UInt64 { cells[single.rawValue].load(ordering: .relaxed) }

    func requests(row: Int, statusClass: Int) -> UInt64 { read(Self.start(of: row) + statusClass - 1) }

    func bucket(row: Int, _ bucket: Int) -> UInt64 { read(Self.start(of: row) + Self.bucketsStart + bucket) }

    func microseconds(row: Int) -> UInt64 { read(Self.start(of: row) + Self.sumIndex) }

    private static func start(of row: Int) -> Int { Single.allCases.count + row * rowSize }

    private func read(_ index: Int) -> UInt64 { cells[index].load(ordering: .relaxed) }

    private func add(at index: Int, _ amount: Int) {
        precondition(index < count, "There is no such counter.")
        let old = cells[index].load(ordering: .relaxed)
        cells[index].store(old &+ UInt64(amount), ordering: .relaxed)
    }
}

/// The sums of all event loops' counters, computed for each scrape.
struct CounterSet: Sendable {
    private let table: RouteTable
    private let counters: [HTTPCounters]

    init(_ table: RouteTable, _ counters: [HTTPCounters]) {
        self.table = table
        self.counters = counters
    }

    func write(to text: inout PrometheusText) {
        writeRequests(to: &text)
        writeLatencies(to: &text)
        text.family(
            "fairway_http_unread_seconds",
            .summary,
            "How long requests waited unread while the handlers were saturated."
        )
        text.summary(
            count: sum { $0.value(.requestsUnread) },
            sum: Double(sum { $0.value(.microsecondsUnread) }) / 1_000_000
        )
        text.family("fairway_http_connections", .gauge, "Open connections.")
        // The closed connections are read first. Otherwise a concurrent close could make the difference negative.
        let closed = Double(sum { $0.value(.connectionsClosed) })
        text.sample(value: Double(sum { $0.value(.connectionsAccepted) }) - closed)
        for (single, name, help) in Self.singles {
            text.family(name, .counter, help)
            text.sample(value: Double(sum { $0.value(single) }))
        }
        text.family(
            "fairway_http_connections_cut_total",
            .counter,
            "Connections that were closed early, by reason."
        )
        for reason in CutReason.allCases {
            text.sample(labels: [("reason", reason.rawValue)], value: Double(sum { $0.value(reason.counter) }))
        }
    }

    private static let singles: [(HTTPCounters.Single, String, String)] = [
        (.connectionsAccepted, "fairway_http_connections_accepted_total", "Accepted connections."),
        (
            .connectionsRefused, "fairway_http_connections_refused_total",
            "Connections beyond the limit, answered with 503."
        ),
        (
            .connectionsDropped, "fairway_http_connections_dropped_total",
            "Connections beyond the limit that were closed without an answer."
        ),
        (.acceptPauses, "fairway_http_accept_pauses_total", "How often accepting paused for lack of descriptors."),
        (.bytesReceived, "fairway_http_received_bytes_total", "Received bytes."),
        (.bytesSent, "fairway_http_sent_bytes_total", "Sent bytes."),
    ]

    private func writeRequests(to text: inout PrometheusText) {
        text.family("fairway_http_requests_total", .counter, "Answered requests.")
        for row in rows {
            for statusClass in 1...HTTPCounters.classes {
                let count = sum { $0.requests(row: row, statusClass: statusClass) }
                if count > 0 {
                    text.sample(labels: labels(row) + [("status", "\(statusClass)xx")], value: Double(count))
                }
            }
        }
    }

    private func writeLatencies(to text: inout PrometheusText) {
        text.family(
            "fairway_http_request_seconds",
            .histogram,
            "Time from the arrival of a request's head until its response was written."
        )
        for row in rows {
            let buckets = (0...HTTPCounters.microsecondBounds.count).map { bucket in sum { $0.bucket(row: row, bucket) }
            }
            if buckets.allSatisfy({ $0 == 0 }) { continue }
            text.histogram(
                labels: labels(row),
                bounds: HTTPCounters.microsecondBounds.map { Double($0) / 1_000_000 },
                counts: buckets,
                sum: Double(sum { $0.microseconds(row: row) }) / 1_000_000
            )
        }
    }

    private var rows: Range<Int> { 0..<HTTPCounters.firstEndpointRow + table.endpoints.count }

    private func labels(_ row: Int) -> [(String, String)] {
        switch row {
        case HTTPCounters.refusedRow: return [("method", ""), ("route", "refused")]
        case HTTPCounters.otherwiseRow: return [("method", ""), ("route", "otherwise")]
        default:
            let endpoint = table.endpoints[row - HTTPCounters.firstEndpointRow]
            return [("method", endpoint.method.name), ("route", endpoint.template)]
        }
    }

    private func sum(_ value: (HTTPCounters) -> UInt64) -> UInt64 { counters.reduce(0) { $0 + value($1) } }
}

/// Counts errors by their code.
final class RefusalCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ code: String) { counts.withLock { $0[code, default: 0] += 1 } }

    func write(to text: inout PrometheusText) {
        text.family("fairway_refusals_total", .counter, "Requests that were answered with an error, by its code.")
        for (code, count) in counts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            text.sample(labels: [("code", code)], value: Double(count))
        }
    }
}
