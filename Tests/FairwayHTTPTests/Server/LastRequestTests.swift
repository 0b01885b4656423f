import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import FairwayHTTP

/// A stopping server answers requests that are on their way: the next one of each connection, as its last.
@Suite(.waiting)
struct LastRequestTests {
    let clock = SteppedClock()
    let busy = BlockedEventLoop()

    var router: Router<Void> {
        var router = ServerTests.router
        busy.add(to: &router)
        return router
    }

    private static let hello = "GET /hello/Ada HTTP/1.1\r\nHost: a\r\n\r\n"

    /// More connections than are accepted in a row, for one event loop or several.
    @Test(arguments: [1, 3])
    func connectionsInTheBacklogAreAnsweredOnShutdown(byLoops loops: Int) async throws {
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.eventLoops = loops
        }
        try await withServer(router, configure: configure) { server in
            defer { busy.end() }
            let first = try server.client()
            // The first connection is on the accepting loop.
            try await busy.begin(first)
            let clients = try (0..<200).map { _ in try server.client() }
            let (late, silent) = (try server.client(), try server.client())
            for client in clients { client.send(Self.hello) }
            let isOver = Mutex(false)
            server.server.stop(withinSeconds: 1000) { isOver.withLock { $0 = true } }
            busy.end()
            late.send(Self.hello)
            for client in clients + [late] {
                let response = try client.response()
                #expect(response.body == "Hello, Ada")
                // Another loop may have answered before it was stopped.
                #expect(response.headers["connection"] == "close" || loops > 1)
            }
            #expect(try first.response().body == "busy")
            try await endGracePeriod(ofLoops: loops)
            for client in clients + [late] {
                #expect(try client.rest() == "")
                #expect(!client.wasReset)
            }
            #expect(try silent.rest() == "")
            #expect(!silent.wasReset)
            for client in clients + [late, first] { client.closeOutput() }
            try await until { isOver.withLock(\.self) }
            #expect(server.metric("fairway_http_connections_accepted_total") == clients.count + 3)
            #expect(server.metric("fairway_http_connections") == 0)
        }
    }

    /// The client cannot know that the server is stopping.
    @Test func openConnectionMaySendALastRequest() async throws {
        try await withServer(router, configure: { $0.clock = clock }) { server in
            let (asking, silent) = (try server.client(), try server.client())
            for client in [asking, silent] {
                client.send(Self.hello)
                #expect(try client.response().headers["connection"] == nil)
            }
            let isOver = Mutex(false)
            server.server.stop(withinSeconds: 1000) { isOver.withLock { $0 = true } }
            // The listener is closed, so the server is stopping.
            try await until { (try? server.client()) == nil }
            asking.send(Self.hello + Self.hello)
            try expectLastAnswer(asking)
            #expect(!silent.isReadable)
            try await endGracePeriod(ofLoops: 1)
            #expect(try silent.rest() == "")
            #expect(!silent.wasReset)
            asking.closeOutput()
            try await until { isOver.withLock(\.self) }
        }
    }

    /// Clients that send requests without a pause. Connections that were never accepted, because they came just before
    /// the listener closed, are reset and not counted.
    @Test func everyRequestOnAnAcceptedConnectionIsAnswered() async throws {
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.eventLoops = 2
        }
        try await withServer(router, configure: configure) { server in
            let clients = (0..<8).map { _ in PersistentClient(server.address) }
            for client in clients { client.begin() }
            try await until { clients.allSatisfy { $0.tally.answers > 50 } }
            let isOver = Mutex(false)
            server.server.stop(withinSeconds: 1000) { isOver.withLock { $0 = true } }
            // The grace period ends only after all clients are done.
            try await until { clients.allSatisfy(\.tally.isOver) }
            try await endGracePeriod(ofLoops: 2)
            try await until { isOver.withLock(\.self) }
            #expect(clients.allSatisfy { $0.tally.unanswered == 0 })
            let connections = clients.reduce(0) { $0 + $1.tally.connections }
            #expect(server.metric("fairway_http_connections_accepted_total") == connections)
        }
    }

    /// The client may repeat these requests elsewhere (RFC 9112 section 9.6), so they must not be handled here, whether
    /// they are unread or unparsed.
    @Test(arguments: [1, 64])
    func requestsBehindTheLastResponseAreNotHandled(requestsInFlight: Int) async throws {
        let begun = Mutex(0)
        var router = router
        router.on(.get, "/count") { _, exchange in
            exchange.respond(.text("\(begun.withLock { $0 += 1; return $0 })"))
        }
        let kept = Mutex<Exchange?>(nil)
        router.on(.get, "/kept") { _, exchange in kept.withLock { $0 = exchange } }
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.limits.requestsInFlight = requestsInFlight
        }
        try await withServer(router, configure: configure) { server in
            defer { busy.end() }
            let (first, reading, holding) = (try server.client(), try server.client(), try server.client())
            reading.send(Self.hello)
            #expect(try reading.response().status == 200)
            let count = "GET /count HTTP/1.1\r\nHost: a\r\n\r\n"
            // As many requests as one connection may have in flight are handled.
            holding.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n" + String(repeating: count, count: 100))
            try await until { kept.withLock { $0 != nil } && begun.withLock(\.self) == requestsInFlight - 1 }
            try await busy.begin(first)
            reading.send(String(repeating: count, count: 3))
            let isOver = Mutex(false)
            server.server.stop(withinSeconds: 1000) { isOver.withLock { $0 = true } }
            busy.end()
            #expect(try reading.response().body == "\(requestsInFlight)")
            #expect(try reading.rest() == "")
            kept.withLock { kept in
                kept?.respond(.text("kept"))
                kept = nil
            }
            var answers = [try holding.response()]
            while answers.last?.headers["connection"] == nil { answers.append(try holding.response()) }
            #expect(try holding.rest() == "")
            #expect(answers.count == requestsInFlight)
            #expect(try first.response().body == "busy")
            #expect(begun.withLock(\.self) == requestsInFlight)
            for client in [first, reading, holding] { client.closeOutput() }
            try await until { isOver.withLock(\.self) }
        }
    }

    /// The grace period begins after the requests that had arrived are answered.
    private func endGracePeriod(ofLoops loops: Int) async throws {
        try await until { clock.scheduledCallCount == loops }
        clock.advance(seconds: 1)
    }

    private func expectLastAnswer(_ client: TestClient) throws {
        let response = try client.response()
        #expect(response.body == "Hello, Ada")
        #expect(response.headers["connection"] == "close")
        #expect(try client.rest() == "")
        #expect(!client.wasReset)
    }
}
