import FairwayHTTP
import Testing

/// A client that asks too often, over sockets, on a clock that stands still.
struct RateTests {
    private static func get(_ user: String? = nil) -> String {
        "GET /hello/a HTTP/1.1\r\nHost: a\r\n\(user.map { "X-User: \($0)\r\n" } ?? "")\r\n"
    }

    @Test(.timeLimit(.minutes(1)))
    func whoAsksTooOftenIsToldWhenToComeAgainOnTheSameConnection() async throws {
        let clock = ManualClock()
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.rate = RateLimit(requestsPerSecond: 1)
            configuration.rate?.burst = 2
        }
        try await withServer(ServerTests.router, configure: configure) { server in
            let client = try server.client()
            client.send(Self.get() + Self.get() + Self.get())
            #expect(try client.response().status == 200)
            #expect(try client.response().status == 200)
            let refusal = try client.response()
            #expect(refusal.status == 429)
            #expect(refusal.code == "too-many-requests")
            #expect(refusal.headers["retry-after"] == "1")
            // Another connection makes no other client.
            #expect(try server.exchange(Self.get()).status == 429)
            #expect(server.metric(#"fairway_refusals_total{code="too-many-requests"}"#) == 2)
            clock.advance(seconds: 1)
            client.send(Self.get())
            #expect(try client.response().status == 200)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func behindAProxyEachUserIsAClient() async throws {
        let clock = ManualClock()
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.rate = RateLimit(requestsPerSecond: 1, identityHeader: HeaderName("X-User"))
            configuration.rate?.burst = 1
        }
        try await withServer(ServerTests.router, configure: configure) { server in
            let client = try server.client()
            for (user, status) in [("ada", 200), ("ada", 429), ("grace", 200), (nil, 200), ("grace", 429), (nil, 429)] {
                client.send(Self.get(user))
                #expect(try client.response().status == status, "\(user ?? "nobody")")
            }
        }
    }
}
