import FairwayHTTP
import ServerDoubles
import TestWaits
import Testing

/// Timeouts, with a clock that the tests advance.
struct TimeoutTests {
    let clock = SteppedClock()

    /// Advances the clock until the client can read. Returns the seconds.
    func secondsUntilReadable(_ client: TestClient, eachSecond: () -> Void = {}) async throws -> Int {
        var seconds = 0
        try await until {
            if client.isReadable { return true }
            eachSecond()
            clock.advance(seconds: 1)
            seconds += 1
            return false
        }
        return seconds
    }

    func withServer(_ body: (TestServer) async throws -> Void) async throws {
        try await ServerDoubles.withServer(ServerTests.router, configure: { $0.clock = clock }, body)
    }

    @Test(.waiting)
    func slowHeadGets408() async throws {
        try await withServer { server in
            let client = try server.client()
            var bytes = Array("GET /hello/a HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 2000))\r\n\r\n")[
                ...
            ]
            let seconds = try await secondsUntilReadable(client) {
                if let byte = bytes.popFirst() { client.send(String(byte)) }
            }
            #expect(seconds >= HTTPLimits().headerSeconds)
            let response = try client.response()
            #expect(response.status == 408)
            #expect(response.code == "request-timeout")
            #expect(response.headers["connection"] == "close")
        }
    }

    @Test(.waiting)
    func missingBodyGets408() async throws {
        try await withServer { server in
            let client = try server.client()
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhal")
            let seconds = try await secondsUntilReadable(client)
            #expect(seconds >= HTTPLimits().bodySeconds)
            #expect(try client.response().status == 408)
        }
    }

    /// The socket has space before epoll reports it as writable.
    @Test(.waiting)
    func slowReaderIsNotCut() async throws {
        let body = [UInt8](repeating: 0x78, count: 30_000_000)
        var router = Router<Void>()
        router.on(.get, "/large") { _, exchange in exchange.respond(Response(200, .bytes, body: body)) }
        try await ServerDoubles.withServer(router, configure: { $0.clock = clock }) { server in
            let slow = try server.client()
            slow.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try slow.read(through: "\r\n\r\n")
            for _ in 0..<20 {
                clock.advance(seconds: HTTPLimits().writeStallSeconds - 5)
                _ = try slow.read(count: 500_000)
            }
            _ = try slow.read(count: 20_000_000)
            #expect(server.metric(#"fairway_http_connections_cut_total{reason="stalled"}"#) == 0)
        }
    }

    @Test(.waiting)
    func idleConnectionIsClosedWithoutAResponse() async throws {
        try await withServer { server in
            let client = try server.client()
            client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response().status == 200)
            let seconds = try await secondsUntilReadable(client)
            #expect(seconds >= HTTPLimits().idleSeconds)
            #expect(try client.rest() == "")
        }
    }

    @Test(.waiting)
    func connectionWithoutAnyRequestIsClosed() async throws {
        try await withServer { server in
            let client = try server.client()
            let seconds = try await secondsUntilReadable(client)
            #expect(seconds >= HTTPLimits().idleSeconds)
            #expect(try client.rest() == "")
        }
    }

    @Test(.waiting)
    func usedConnectionStaysOpen() async throws {
        try await withServer { server in
            let client = try server.client()
            for _ in 0..<10 {
                client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.response().status == 200)
                clock.advance(seconds: HTTPLimits().idleSeconds - 5)
            }
        }
    }

    @Test(.waiting)
    func incompleteRequestsDoNotBlockOthers() async throws {
        try await withServer { server in
            let slow = try (0..<200).map { number in
                let client = try server.client()
                client.send(
                    number.isMultiple(of: 2)
                        ? "GET /hello/a HT" : "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nh"
                )
                return client
            }
            for _ in 0..<10 {
                #expect(try server.exchange("GET /hello/Ada HTTP/1.1\r\nHost: a\r\n\r\n").body == "Hello, Ada")
            }
            for client in slow {
                _ = try await secondsUntilReadable(client)
                #expect(try client.response().status == 408)
            }
        }
    }
}
