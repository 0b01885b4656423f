import Dispatch
import FairwayHTTP
import ServerDoubles
import Synchronization
import TestWaits
import Testing

/// Reading while the handlers are saturated. The clock stands still, so a throttled loop reads only when a test
/// advances it or the handlers have capacity.
@Suite(.waiting)
struct ThrottledReadingTests {
    /// Handlers that the test saturates, and that respond when the test says so.
    private final class Handlers: Sendable {
        private struct State {
            var isSaturated = false
            var checks = 0
            var handled: [String] = []
            var exchanges: [String: Exchange] = [:]
            var unreadSeconds: [String: Double] = [:]
            var durations: [Int] = []
            var last: [String: String] = [:]
            var queue: EventLoop?
        }

        private let state = Mutex(State())

        /// The requests that were handled, in order.
        var handled: [String] { state.withLock(\.handled) }

        /// Saturates the handlers. Returns when the loop has stopped reading.
        func saturate() async throws {
            state.withLock { $0.isSaturated = true }
            try await waitUntilThrottled()
        }

        /// The loop checks for saturation before and after each batch. After five checks, a batch that had begun
        /// has ended.
        func waitUntilThrottled() async throws {
            let (earlierChecks, queue) = state.withLock { ($0.checks, $0.queue) }
            try await until {
                queue?.run {}
                return state.withLock(\.checks) >= earlierChecks + 5
            }
        }

        /// The time in the socket that the handler was given.
        func unreadSeconds(_ name: String) -> Double? { state.withLock { $0.unreadSeconds[name] } }

        /// The logged durations in microseconds.
        var durations: [Int] { state.withLock(\.durations) }

        func note(_ record: AccessRecord) {
            guard record.route?.hasPrefix("/work/") == true else { return }
            state.withLock { $0.durations.append(record.microseconds) }
        }

        /// Makes the handler of `other` wait until another thread has finished `name`.
        func finishes(_ name: String, when other: String) { state.withLock { $0.last[other] = name } }

        func release() { state.withLock { $0.isSaturated = false } }

        func finish(_ name: String) { state.withLock { $0.exchanges.removeValue(forKey: name) }?.respond(.text(name)) }

        /// Finishes a request and expects the response.
        func finish(_ name: String, of client: TestClient) throws {
            finish(name)
            #expect(try client.response().body == name)
        }

        /// Called by the loop.
        func checkSaturation() -> Bool {
            state.withLock { state in
                state.checks += 1
                return state.isSaturated
            }
        }

        var router: Router<Void> {
            var router = Router<Void>()
            router.on(.get, "/work/{name}") { [self] (request, exchange, name: String) in
                let last = state.withLock { state in
                    state.handled.append(name)
                    state.exchanges[name] = exchange
                    state.unreadSeconds[name] = request.unreadSeconds
                    return state.last[name]
                }
                guard let last else { return }
                let finished = DispatchSemaphore(value: 0)
                DispatchQueue.global().async { [self] in
                    finish(last)
                    finished.signal()
                }
                finished.wait()
            }
            router.on(.get, "/much") { _, exchange in
                exchange.respond(.text(String(repeating: "a", count: 50_000)))
            }
            router.on(.get, "/health", countsTowardsRate: false, description: ()) { [self] _, exchange in
                state.withLock { $0.queue = exchange.eventLoop }
                exchange.respond(.text("well"))
            }
            return router
        }
    }

    private static let health = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"

    private static func work(_ names: String...) -> String {
        names.map { "GET /work/\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
    }

    private func withHandlers(
        idleSeconds: Int = 75,
        _ body: (Handlers, SteppedClock, TestServer) async throws -> Void
    ) async throws {
        let (handlers, clock) = (Handlers(), SteppedClock())
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.shouldThrottleReads = handlers.checkSaturation
            configuration.limits.idleSeconds = idleSeconds
            configuration.onAccess = handlers.note
        }
        try await withServer(handlers.router, configure: configure) { server in
            defer { handlers.release() }
            try await body(handlers, clock, server)
        }
    }

    /// A client whose connection is accepted.
    private func settled(_ server: TestServer) throws -> TestClient {
        let client = try server.client()
        client.send(Self.health)
        #expect(try client.response().body == "well")
        return client
    }

    @Test func requestsStayInTheirSocketsUntilHandlersHaveCapacity() async throws {
        try await withHandlers { handlers, _, server in
            let client = try settled(server)
            try await handlers.saturate()
            client.send(Self.work("one"))
            try await handlers.waitUntilThrottled()
            #expect(handlers.handled.isEmpty)
            handlers.release()
            try await until { handlers.handled == ["one"] }
            try handlers.finish("one", of: client)
        }
    }

    @Test func someRequestsAreReadWhileThrottled() async throws {
        try await withHandlers { handlers, clock, server in
            let client = try settled(server)
            try await handlers.saturate()
            client.send(Self.health)
            clock.advance(seconds: 1)
            #expect(try client.response().body == "well")
        }
    }

    @Test func pipelinedRequestsQueueBehindOtherConnections() async throws {
        try await withHandlers { handlers, clock, server in
            let (many, one) = (try settled(server), try settled(server))
            try await handlers.saturate()
            many.send(Self.work("first", "second", "third"))
            clock.advance(seconds: 1)
            try await until { handlers.handled == ["first"] }
            // A batch without requests.
            clock.jump(seconds: 1)
            try await handlers.waitUntilThrottled()
            one.send(Self.work("other"))
            try handlers.finish("first", of: many)
            handlers.release()
            try await until { handlers.handled.contains("second") }
            #expect(handlers.handled == ["first", "other", "second"])
            try handlers.finish("other", of: one)
            try handlers.finish("second", of: many)
            try await until { handlers.handled.contains("third") }
            try handlers.finish("third", of: many)
        }
    }

    @Test func timeInTheSocketCountsAsDurationOfARequest() async throws {
        try await withHandlers { handlers, clock, server in
            let many = try settled(server)
            try await handlers.saturate()
            many.send(Self.work("first", "second", "third"))
            clock.advance(seconds: 1)
            try await until { handlers.handled == ["first"] }
            try handlers.finish("first", of: many)
            // From here on, the next request waits for a later batch.
            try await handlers.waitUntilThrottled()
            clock.jump(seconds: 60)
            try await until { handlers.handled == ["first", "second"] }
            #expect(handlers.unreadSeconds("second") == 60)
            try await handlers.waitUntilThrottled()
            try handlers.finish("second", of: many)
            try await until { handlers.durations.count == 2 }
            #expect(try #require(handlers.durations.last) == 60_000_000)
            // A pipelined request waits from the previous response on.
            try await handlers.waitUntilThrottled()
            clock.jump(seconds: 1)
            try await until { handlers.handled.contains("third") }
            #expect(handlers.unreadSeconds("third") == 1)
            #expect(server.metric("fairway_http_unread_seconds_sum") == 61)
            #expect(server.metric("fairway_http_unread_seconds_count") == 2)
            try handlers.finish("third", of: many)
        }
    }

    /// The response to the first request is given within a batch that is smaller than the maximum.
    @Test func smallBatchDoesNotEndTheThrottle() async throws {
        try await withHandlers { handlers, clock, server in
            let (many, one) = (try settled(server), try settled(server))
            try await handlers.saturate()
            many.send(Self.work("first", "second"))
            clock.advance(seconds: 1)
            try await until { handlers.handled == ["first"] }
            clock.jump(seconds: 1)
            try await handlers.waitUntilThrottled()
            handlers.finishes("first", when: "other")
            one.send(Self.work("other"))
            clock.jump(seconds: 1)
            #expect(try many.response().body == "first")
            try await handlers.waitUntilThrottled()
            #expect(handlers.handled == ["first", "other"])
            handlers.release()
            try await until { handlers.handled == ["first", "other", "second"] }
            try handlers.finish("other", of: one)
            try handlers.finish("second", of: many)
        }
    }

    /// As reported by the system, but not more than the time that the poller watched for input.
    @Test(arguments: [(sinceData: 5, unread: 5.0), (sinceData: 500, unread: 100)])
    func handlerKnowsTheTimeInTheSocket(sinceData: Int, unread: Double) async throws {
        try await withHandlers { handlers, clock, server in
            let client = try settled(server)
            clock.setSecondsSinceData(sinceData)
            // The poller has watched since the clock's first second.
            clock.jump(seconds: 98)
            try await handlers.saturate()
            client.send(Self.work("one"))
            clock.jump(seconds: 1)
            try await until { handlers.handled == ["one"] }
            #expect(handlers.unreadSeconds("one") == unread)
            try handlers.finish("one", of: client)
        }
    }

    @Test func unthrottledRequestsHaveNoTimeInTheSocket() async throws {
        try await withHandlers { handlers, clock, server in
            let client = try settled(server)
            clock.setSecondsSinceData(5)
            client.send(Self.work("one"))
            try await until { handlers.handled == ["one"] }
            #expect(handlers.unreadSeconds("one") == 0)
            try handlers.finish("one", of: client)
        }
    }

    /// The socket has a little space, which epoll does not report.
    @Test func throttledClientThatDoesNotReadIsCut() async throws {
        try await withHandlers(idleSeconds: 1) { handlers, clock, server in
            let client = try TestClient(server.address, receiveBuffer: 4096)
            _ = try settled(server)
            try await handlers.saturate()
            client.send(String(repeating: "GET /much HTTP/1.1\r\nHost: a\r\n\r\n", count: 1_000))
            let stalled = #"fairway_http_connections_cut_total{reason="stalled"}"#
            try await until {
                clock.advance(seconds: 1)
                return try #require(server.metric(stalled)) == 1
            }
        }
    }

    @Test func throttledRequestsAreAnsweredOnShutdown() async throws {
        try await withHandlers { handlers, clock, server in
            let client = try settled(server)
            try await handlers.saturate()
            client.send(Self.work("one"))
            async let stopped: Void = server.server.stop(withinSeconds: 60)
            try await until { handlers.handled == ["one"] }
            handlers.finish("one")
            let last = try client.response()
            #expect(last.body == "one")
            #expect(last.headers["connection"] == "close")
            client.closeOutput()
            await stopped
        }
    }

    @Test func silentConnectionIsIdleWhileThrottled() async throws {
        try await withHandlers(idleSeconds: 1) { handlers, clock, server in
            let client = try settled(server)
            try await handlers.saturate()
            clock.advance(seconds: 4)
            #expect(try client.rest() == "")
        }
    }

    @Test func connectionWithAnUnreadRequestIsNotIdle() async throws {
        try await withHandlers(idleSeconds: 1) { handlers, clock, server in
            // More than two batches.
            let clients = try (0..<200).map { _ in try settled(server) }
            try await handlers.saturate()
            for client in clients { client.send(Self.health) }
            clock.advance(seconds: 8)
            for client in clients { #expect(try client.response().body == "well") }
        }
    }
}
