import FairwayHTTP
import ServerDoubles
import Synchronization
import TestWaits
import Testing

struct ObservationTests {
    @Test(.waiting)
    func requestsAreCountedByRouteAndStatus() async throws {
        try await withServer(ServerTests.router) { server in
            let client = try server.client()
            for path in ["/hello/a", "/hello/b", "/fails", "/nowhere"] {
                client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try client.response()
            }
            client.send("nonsense\r\n\r\n")
            #expect(try client.response().status == 400)
            let requests = "fairway_http_requests_total"
            #expect(server.metric("\(requests){method=\"GET\",route=\"/hello/{name}\",status=\"2xx\"}") == 2)
            #expect(server.metric("\(requests){method=\"GET\",route=\"/fails\",status=\"4xx\"}") == 1)
            #expect(server.metric("\(requests){method=\"\",route=\"otherwise\",status=\"4xx\"}") == 1)
            #expect(server.metric("\(requests){method=\"\",route=\"refused\",status=\"4xx\"}") == 1)
            let latency = "fairway_http_request_seconds"
            #expect(server.metric("\(latency)_count{method=\"GET\",route=\"/hello/{name}\"}") == 2)
            #expect(server.metric("\(latency)_bucket{method=\"GET\",route=\"/hello/{name}\",le=\"+Inf\"}") == 2)
            let refusals = "fairway_refusals_total"
            #expect(server.metric("\(refusals){code=\"no-such-route\"}") == 1)
            #expect(server.metric("\(refusals){code=\"malformed-request\"}") == 1)
            #expect(server.metric("fairway_http_connections_accepted_total") == 1)
            #expect(server.metric("fairway_http_connections") == 1)
            #expect(try #require(server.metric("fairway_http_received_bytes_total")) > 100)
            #expect(try #require(server.metric("fairway_http_sent_bytes_total")) > 500)
        }
    }

    @Test
    func metricsAreWrittenInPrometheusFormat() {
        let metrics = Metrics()
        metrics.add { text in
            text.family("sessions", .gauge, "Sessions.\nBy \\ status.")
            text.sample(labels: [("status", "a\"b\\c\nd"), ("x", "y")], value: 1.5)
            text.sample(value: 3)
        }
        metrics.add { text in
            text.family("seconds", .histogram, "Times.")
            text.histogram(bounds: [0.5, 1], counts: [1, 2, 4], sum: 9)
        }
        #expect(
            String(decoding: metrics.response.body, as: UTF8.self) == """
                # HELP sessions Sessions.\\nBy \\\\ status.
                # TYPE sessions gauge
                sessions{status="a\\"b\\\\c\\nd",x="y"} 1.5
                sessions 3
                # HELP seconds Times.
                # TYPE seconds histogram
                seconds_bucket{le="0.5"} 1
                seconds_bucket{le="1"} 3
                seconds_bucket{le="+Inf"} 7
                seconds_sum 9
                seconds_count 7

                """
        )
    }

    @Test(.waiting)
    func eachRequestHasAnAccessRecord() async throws {
        let records = Mutex<[AccessRecord]>([])
        let keep: @Sendable (AccessRecord) -> Void = { record in records.withLock { $0.append(record) } }
        try await withServer(ServerTests.router, configure: { $0.onAccess = keep }) { server in
            let client = try server.client()
            client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\nX-Request-Id: one\r\n\r\nnonsense\r\n\r\n")
            _ = try client.rest()
            let (first, second) = records.withLock { ($0[0], $0[1]) }
            #expect(first.method == .get)
            #expect(first.route == "/hello/{name}")
            #expect(first.status == 200)
            #expect(first.code == nil)
            #expect(first.requestID.description == "one")
            #expect(first.peer.host == "127.0.0.1")
            #expect(first.bytes > 100)
            #expect(second.method == nil)
            #expect(second.route == nil)
            #expect(second.status == 400)
            #expect(second.code == "malformed-request")
        }
    }
}
