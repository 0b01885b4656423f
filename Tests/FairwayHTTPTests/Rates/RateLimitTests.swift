import FairwayHTTP
import ServerDoubles
import TestWaits
import Testing

/// Rate limits over sockets, with a clock that stands still.
struct RateLimitTests {
    private static func get(_ user: String? = nil) -> String {
        "GET /hello/a HTTP/1.1\r\nHost: a\r\n\(user.map { "X-User: \($0)\r\n" } ?? "")\r\n"
    }

    @Test(.waiting)
    func requestBeyondTheRateGets429OnAnOpenConnection() async throws {
        let clock = SteppedClock()
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.rate = RateLimit(requestsPerSecond: 1, burst: 2)
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
            // Requests on another connection count for the same client.
            #expect(try server.exchange(Self.get()).status == 429)
            #expect(server.metric(#"fairway_refusals_total{code="too-many-requests"}"#) == 2)
            clock.advance(seconds: 1)
            client.send(Self.get())
            #expect(try client.response().status == 200)
        }
    }

    private static func onceASecondForEachUser(_ configuration: inout ServerConfiguration) {
        configuration.clock = SteppedClock()
        configuration.rate = RateLimit(requestsPerSecond: 1, burst: 1, identityHeader: HeaderName("X-User"))
    }

    @Test(.waiting)
    func identityHeaderTellsClientsApart() async throws {
        try await withServer(ServerTests.router, configure: Self.onceASecondForEachUser) { server in
            let client = try server.client()
            for (user, status) in [("ada", 200), ("ada", 429), ("grace", 200), (nil, 200), ("grace", 429), (nil, 429)] {
                client.send(Self.get(user))
                #expect(try client.response().status == status, "\(user ?? "nobody")")
            }
        }
    }

    /// A client must not evade its limit by adding a new name to each request.
    @Test(.waiting)
    func repeatedIdentityHeaderCountsForTheAddress() async throws {
        try await withServer(ServerTests.router, configure: Self.onceASecondForEachUser) { server in
            let client = try server.client()
            for (users, status) in [("a\r\nX-User: b", 200), ("c\r\nX-User: d", 429), ("c", 200)] {
                client.send(Self.get(users))
                #expect(try client.response().status == status, "\(users)")
            }
        }
    }

    /// The bodies of refused requests must not take memory.
    @Test(.waiting)
    func rateIsCheckedBeforeTheBodyArrives() async throws {
        let clock = SteppedClock()
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.rate = RateLimit(requestsPerSecond: 1, burst: 1)
        }
        try await withServer(ServerTests.router, configure: configure) { server in
            let client = try server.client()
            // In one piece, so the second head is parsed before the first response.
            client.send(Self.get() + "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe")
            #expect(try client.response().status == 200)
            clock.advance(seconds: 1)
            client.send("llo")
            #expect(try client.response().status == 429)
            client.send(Self.get())
            #expect(try client.response().status == 200)
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
            let refusal = try client.response()
            #expect(refusal.status == 429)
            #expect(refusal.headers["connection"] == "close")
        }
    }

    private static let routerWithHealth: Router<Void> = {
        var router = ServerTests.router
        router.on(.get, "/healthz", countsTowardsRate: false, description: ()) { _, exchange in
            exchange.respond(.text("up"))
        }
        return router
    }()

    @Test(.waiting)
    func healthChecksDoNotCountTowardsTheRate() async throws {
        let clock = SteppedClock()
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.rate = RateLimit(requestsPerSecond: 1, burst: 1)
        }
        try await withServer(Self.routerWithHealth, configure: configure) { server in
            let health = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
            for (request, status) in [
                (health, 200), (health, 200), (Self.get(), 200), (Self.get(), 429), (health, 200),
            ] {
                let response = try server.exchange(request)
                #expect(response.status == status)
            }
        }
    }
}
