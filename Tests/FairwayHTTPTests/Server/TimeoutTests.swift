import FairwayHTTP
import Testing

/// Time passes only as these tests say.
struct TimeoutTests {
    let clock = ManualClock()

    /// Lets seconds pass until the client has something to read; returns how many.
    func secondsUntilReadable(_ client: TestClient, eachSecond: () -> Void = {}) -> Int {
        var seconds = 0
        while !client.isReadable, seconds < 1000 {
            eachSecond()
            clock.advance(seconds: 1)
            seconds += 1
        }
        return seconds
    }

    func withServer(_ body: (TestServer) async throws -> Void) async throws {
        try await FairwayHTTPTests.withServer(ServerTests.router, configure: { $0.clock = clock }, body)
    }

    @Test
    func aByteASecondIsTooSlowForAHead() async throws {
        try await withServer { server in
            let client = try server.client()
            var bytes = Array("GET /hello/a HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 2000))\r\n\r\n")[
                ...
            ]
            let seconds = secondsUntilReadable(client) {
                if let byte = bytes.popFirst() { client.send(String(byte)) }
            }
            #expect(seconds >= Limits().headerSeconds)
            let response = try client.response()
            #expect(response.status == 408)
            #expect(response.code == "request-timeout")
            #expect(response.headers["connection"] == "close")
        }
    }

    @Test
    func aBodyThatDoesNotComeIsNotWaitedFor() async throws {
        try await withServer { server in
            let client = try server.client()
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhal")
            #expect(secondsUntilReadable(client) >= Limits().bodySeconds)
            #expect(try client.response().status == 408)
        }
    }

    @Test
    func anIdleConnectionIsClosedInSilence() async throws {
        try await withServer { server in
            let client = try server.client()
            client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response().status == 200)
            #expect(secondsUntilReadable(client) >= Limits().idleSeconds)
            #expect(try client.rest() == "")
        }
    }

    @Test
    func aConnectionThatNeverSaysAnythingIsClosed() async throws {
        try await withServer { server in
            let client = try server.client()
            #expect(secondsUntilReadable(client) >= Limits().idleSeconds)
            #expect(try client.rest() == "")
        }
    }

    @Test
    func aConnectionThatIsUsedStaysOpen() async throws {
        try await withServer { server in
            let client = try server.client()
            for _ in 0..<10 {
                client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.response().status == 200)
                clock.advance(seconds: Limits().idleSeconds - 5)
            }
        }
    }

    @Test
    func twoHundredHalfOpenConnectionsAreInNobodysWay() async throws {
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
                _ = secondsUntilReadable(client)
                #expect(try client.response().status == 408)
            }
        }
    }
}
