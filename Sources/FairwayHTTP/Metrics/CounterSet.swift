/// The counts of all event queues, added up when they are asked for.
struct CounterSet: Sendable {
    private let table: RouteTable
    private let counters: [Counters]

    init(_ table: RouteTable, _ counters: [Counters]) {
        self.table = table
        self.counters = counters
    }

    func write(to text: inout PrometheusText) {
        writeRequests(to: &text)
        writeLatencies(to: &text)
        text.family(
            "fairway_http_unread_seconds",
            .summary,
            "How long requests lay unread in their sockets, of those that did while hands were full."
        )
        text.summary(
            count: sum { $0.value(.requestsUnread) },
            sum: Double(sum { $0.value(.microsecondsUnread) }) / 1_000_000
        )
        text.family("fairway_http_connections", .gauge, "Connections that are open.")
        text.sample(value: Double(sum { $0.value(.connectionsAccepted) } - sum { $0.value(.connectionsClosed) }))
        for (single, name, help) in Self.singles {
            text.family(name, .counter, help)
            text.sample(value: Double(sum { $0.value(single) }))
        }
        text.family(
            "fairway_http_connections_cut_total",
            .counter,
            "Connections that were closed before they were through, by the reason."
        )
        for cut in Cut.allCases {
            text.sample(labels: [("reason", cut.rawValue)], value: Double(sum { $0.value(cut.counter) }))
        }
    }

    private static let singles: [(Counters.Single, String, String)] = [
        (.connectionsAccepted, "fairway_http_connections_accepted_total", "Connections that were accepted."),
        (.connectionsRefused, "fairway_http_connections_refused_total", "Connections beyond the limit, told 503."),
        (
            .connectionsDropped, "fairway_http_connections_dropped_total",
            "Connections that were cut because there was no room even to refuse them."
        ),
        (.acceptPauses, "fairway_http_accept_pauses_total", "Times that accepting paused for want of descriptors."),
        (.bytesReceived, "fairway_http_received_bytes_total", "Bytes that came in."),
        (.bytesSent, "fairway_http_sent_bytes_total", "Bytes that went out."),
    ]

    private func writeRequests(to text: inout PrometheusText) {
        text.family("fairway_http_requests_total", .counter, "Requests that were answered.")
        for row in rows {
            for statusClass in 1...Counters.classes {
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
            "From the end of a request's head, or from when it came where it lay unread, until its response was written."
        )
        for row in rows {
            let buckets = (0...Counters.microsecondBounds.count).map { bucket in sum { $0.bucket(row: row, bucket) } }
            if buckets.allSatisfy({ $0 == 0 }) { continue }
            text.histogram(
                labels: labels(row),
                bounds: Counters.microsecondBounds.map { Double($0) / 1_000_000 },
                counts: buckets,
                sum: Double(sum { $0.microseconds(row: row) }) / 1_000_000
            )
        }
    }

    private var rows: Range<Int> { 0..<Counters.firstEndpointRow + table.endpoints.count }

    private func labels(_ row: Int) -> [(String, String)] {
        switch row {
        case Counters.refusedRow: return [("method", ""), ("route", "refused")]
        case Counters.otherwiseRow: return [("method", ""), ("route", "otherwise")]
        default:
            let endpoint = table.endpoints[row - Counters.firstEndpointRow]
            return [("method", endpoint.method.name), ("route", endpoint.template)]
        }
    }

    private func sum(_ value: (Counters) -> UInt64) -> UInt64 { counters.reduce(0) { $0 &+ value($1) } }
}
