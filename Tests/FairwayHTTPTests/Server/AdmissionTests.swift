import FairwayHTTP
import Glibc
import Synchronization
import Testing

struct AdmissionTests {
    @Test(.timeLimit(.minutes(1)))
    func aConnectionTooManyIsToldSo() async throws {
        try await withServer(ServerTests.router, configure: { $0.limits.connections = 2 }) { server in
            let first = try server.client()
            let second = try server.client()
            for client in [first, second] {
                client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.response().status == 200)
            }
            let third = try server.client()
            let response = try third.response()
            #expect(response.status == 503)
            #expect(response.code == "overloaded")
            #expect(response.headers["retry-after"] == "1")
            #expect(response.headers["connection"] == "close")
            #expect(try third.rest() == "")
            third.closeOutput()
            first.closeOutput()
            #expect(try first.rest() == "")
            try await until { server.metric("fairway_http_connections") == 1 }
            #expect(try server.exchange("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
            #expect(server.metric("fairway_http_connections_refused_total") == 1)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aRequestThatComesToADroppedExchangeIsReported() async throws {
        let events = Mutex<[String]>([])
        let report: @Sendable (ServerEvent) -> Void = { event in events.withLock { $0.append("\(event)") } }
        try await withServer(ServerTests.router, configure: { $0.onEvent = report }) { server in
            let response = try server.exchange("GET /drops HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.status == 500)
            #expect(events.withLock { $0 }.first?.contains("dropped") == true)
        }
    }
}
