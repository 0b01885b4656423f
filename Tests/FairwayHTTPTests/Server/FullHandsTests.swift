import Dispatch
import FairwayHTTP
import ServerDoubles
import Synchronization
import Testing

/// What becomes of requests while the handlers have their hands full. No time passes but what the tests say, so that
/// nothing is read until they say so, or hands are free.
@Suite(.timeLimit(.minutes(10)))
struct FullHandsTests {
    /// Handlers that answer when the test says so, and have their hands full when it says so.
    private final class Desk: Sendable {
        private struct State {
            var isFull = false
            var questions = 0
            var begun: [String] = []
            var exchanges: [String: Exchange] = [:]
            var unreadSeconds: [String: Double] = [:]
            var took: [Int] = []
            var last: [String: String] = [:]
            var queue: EventQueue?
        }

        private let state = Mutex(State())

        /// What was begun, in order.
        var begun: [String] { state.withLock(\.begun) }

        /// Returns when the queue looks at no socket any more.
        func fill() async throws {
            state.withLock { $0.isFull = true }
            try await untilNothingIsRead()
        }

        /// By the fifth time that the queue asks, as it does before and after each look, it has had its look.
        func untilNothingIsRead() async throws {
            let (asked, queue) = state.withLock { ($0.questions, $0.queue) }
            try await until {
                queue?.run {}
                return state.withLock(\.questions) >= asked + 5
            }
        }

        /// For how long a request lay unread, as its handler was told.
        func unreadSeconds(_ name: String) -> Double? { state.withLock { $0.unreadSeconds[name] } }

        /// What the logged requests for work took, in microseconds.
        var took: [Int] { state.withLock(\.took) }

        func note(_ record: AccessRecord) {
            guard record.route?.hasPrefix("/work/") == true else { return }
            state.withLock { $0.took.append(record.microseconds) }
        }

        /// Finishes one while another is begun, from another thread.
        func finishes(_ name: String, when other: String) { state.withLock { $0.last[other] = name } }

        func free() { state.withLock { $0.isFull = false } }

        func finish(_ name: String) { state.withLock { $0.exchanges.removeValue(forKey: name) }?.respond(.text(name)) }

        /// The same, and it is answered.
        func finish(_ name: String, askedBy client: TestClient) throws {
            finish(name)
            #expect(try client.response().body == name)
        }

        /// Whether hands are full, which the queue asks.
        func isAsked() -> Bool {
            state.withLock { state in
                state.questions += 1
                return state.isFull
            }
        }

        var router: Router<Void> {
            var router = Router<Void>()
            router.on(.get, "/work/{name}") { [self] (request, exchange, name: String) in
                let last = state.withLock { state in
                    state.begun.append(name)
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
                state.withLock { $0.queue = exchange.eventQueue }
                exchange.respond(.text("well"))
            }
            return router
        }
    }

    private static let health = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"

    private static func work(_ names: String...) -> String {
        names.map { "GET /work/\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
    }

    private func withDesk(
        idleSeconds: Int = 75,
        _ body: (Desk, SteppedClock, TestServer) async throws -> Void
    ) async throws {
        let (desk, clock) = (Desk(), SteppedClock())
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.handsAreFull = desk.isAsked
            configuration.limits.idleSeconds = idleSeconds
            configuration.onAccess = desk.note
        }
        try await withServer(desk.router, configure: configure) { server in
            defer { desk.free() }
            try await body(desk, clock, server)
        }
    }

    /// A client that the queue knows.
    private func settled(_ server: TestServer) throws -> TestClient {
        let client = try server.client()
        client.send(Self.health)
        #expect(try client.response().body == "well")
        return client
    }

    @Test func requestsWaitInTheirSocketsUntilHandsAreFree() async throws {
        try await withDesk { desk, _, server in
            let client = try settled(server)
            try await desk.fill()
            client.send(Self.work("one"))
            try await desk.untilNothingIsRead()
            #expect(desk.begun.isEmpty)
            desk.free()
            try await until { desk.begun == ["one"] }
            try desk.finish("one", askedBy: client)
        }
    }

    @Test func someAreReadEvenSo() async throws {
        try await withDesk { desk, clock, server in
            let client = try settled(server)
            try await desk.fill()
            client.send(Self.health)
            clock.advance(seconds: 1)
            #expect(try client.response().body == "well")
        }
    }

    @Test func whoSendsManyInARowTakesTurnsWithTheOthers() async throws {
        try await withDesk { desk, clock, server in
            let (many, one) = (try settled(server), try settled(server))
            try await desk.fill()
            many.send(Self.work("first", "second", "third"))
            clock.advance(seconds: 1)
            try await until { desk.begun == ["first"] }
            // A look at which nothing is ready: the poller remembers who was until it sees that they are not.
            clock.jump(seconds: 1)
            try await desk.untilNothingIsRead()
            one.send(Self.work("other"))
            try desk.finish("first", askedBy: many)
            desk.free()
            try await until { desk.begun.contains("second") }
            #expect(desk.begun == ["first", "other", "second"])
            try desk.finish("other", askedBy: one)
            try desk.finish("second", askedBy: many)
            try await until { desk.begun.contains("third") }
            try desk.finish("third", askedBy: many)
        }
    }

    @Test func theTimeInTheSocketIsPartOfWhatARequestTook() async throws {
        try await withDesk { desk, clock, server in
            let many = try settled(server)
            try await desk.fill()
            many.send(Self.work("first", "second", "third"))
            clock.advance(seconds: 1)
            try await until { desk.begun == ["first"] }
            try desk.finish("first", askedBy: many)
            // Only now it surely waits for its turn.
            try await desk.untilNothingIsRead()
            clock.jump(seconds: 60)
            try await until { desk.begun == ["first", "second"] }
            #expect(desk.unreadSeconds("second") == 60)
            // Behind what was late is looked at once.
            try await desk.untilNothingIsRead()
            try desk.finish("second", askedBy: many)
            try await until { desk.took.count == 2 }
            #expect(try #require(desk.took.last) == 60_000_000)
            // What stands behind others waits from their answers on.
            try await desk.untilNothingIsRead()
            clock.jump(seconds: 1)
            try await until { desk.begun.contains("third") }
            #expect(desk.unreadSeconds("third") == 1)
            #expect(server.metric("fairway_http_unread_seconds_sum") == 61)
            #expect(server.metric("fairway_http_unread_seconds_count") == 2)
            try desk.finish("third", askedBy: many)
        }
    }

    /// The answer to what came first comes in the middle of a look that finds no more than it reads.
    @Test func aLookThatFindsLittleDoesNotEndACrowd() async throws {
        try await withDesk { desk, clock, server in
            let (many, one) = (try settled(server), try settled(server))
            try await desk.fill()
            many.send(Self.work("first", "second"))
            clock.advance(seconds: 1)
            try await until { desk.begun == ["first"] }
            clock.jump(seconds: 1)
            try await desk.untilNothingIsRead()
            desk.finishes("first", when: "other")
            one.send(Self.work("other"))
            clock.jump(seconds: 1)
            #expect(try many.response().body == "first")
            try await desk.untilNothingIsRead()
            #expect(desk.begun == ["first", "other"])
            desk.free()
            try await until { desk.begun == ["first", "other", "second"] }
            try desk.finish("other", askedBy: one)
            try desk.finish("second", askedBy: many)
        }
    }

    /// By the system's account, but for no longer than it was looked for.
    @Test(arguments: [(sinceData: 5, unread: 5.0), (sinceData: 500, unread: 100)])
    func theTimeInTheSocketIsToldToTheHandler(sinceData: Int, unread: Double) async throws {
        try await withDesk { desk, clock, server in
            let client = try settled(server)
            clock.setSecondsSinceData(sinceData)
            // It is looked for since the clock began, at its first second.
            clock.jump(seconds: 98)
            try await desk.fill()
            client.send(Self.work("one"))
            clock.jump(seconds: 1)
            try await until { desk.begun == ["one"] }
            #expect(desk.unreadSeconds("one") == unread)
            try desk.finish("one", askedBy: client)
        }
    }

    @Test func whatIsReadWhileHandsAreFreeHasNotLainThere() async throws {
        try await withDesk { desk, clock, server in
            let client = try settled(server)
            clock.setSecondsSinceData(5)
            client.send(Self.work("one"))
            try await until { desk.begun == ["one"] }
            #expect(desk.unreadSeconds("one") == 0)
            try desk.finish("one", askedBy: client)
        }
    }

    /// Its socket has some room left, but not enough for the poller to tell of it.
    @Test func whoTakesNothingOfManyAnswersIsCutOff() async throws {
        try await withDesk(idleSeconds: 1) { desk, clock, server in
            let client = try TestClient(server.address, receiveBuffer: 4096)
            _ = try settled(server)
            try await desk.fill()
            client.send(String(repeating: "GET /much HTTP/1.1\r\nHost: a\r\n\r\n", count: 1_000))
            let stalled = #"fairway_http_connections_cut_total{reason="stalled"}"#
            try await until {
                clock.advance(seconds: 1)
                return try #require(server.metric(stalled)) == 1
            }
        }
    }

    @Test func whatHasComeWhenTheServerIsToEndIsReadAtOnce() async throws {
        try await withDesk { desk, clock, server in
            let client = try settled(server)
            try await desk.fill()
            client.send(Self.work("one"))
            async let stopped: Void = server.server.stop(withinSeconds: 60)
            try await until { desk.begun == ["one"] }
            desk.finish("one")
            let last = try client.response()
            #expect(last.body == "one")
            #expect(last.headers["connection"] == "close")
            client.closeOutput()
            await stopped
        }
    }

    @Test func whoSaysNothingIsTakenForIdle() async throws {
        try await withDesk(idleSeconds: 1) { desk, clock, server in
            let client = try settled(server)
            try await desk.fill()
            clock.advance(seconds: 4)
            #expect(try client.rest() == "")
        }
    }

    @Test func whoseRequestLiesUnreadIsNotTakenForIdle() async throws {
        try await withDesk(idleSeconds: 1) { desk, clock, server in
            // More than are read at a look, and at two.
            let clients = try (0..<200).map { _ in try settled(server) }
            try await desk.fill()
            for client in clients { client.send(Self.health) }
            clock.advance(seconds: 8)
            for client in clients { #expect(try client.response().body == "well") }
        }
    }
}
