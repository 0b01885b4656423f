import ServerDoubles
import Synchronization
import Testing

@testable import FairwayHTTP

/// What a server that is told to end does with requests that are on their way to it: each connection's next one is
/// answered, as its last.
@Suite(.timeLimit(.minutes(10)))
struct LastRequestTests {
    let clock = SteppedClock()
    let busy = BusyQueue()

    var router: Router<Void> {
        var router = ServerTests.router
        busy.add(to: &router)
        return router
    }

    private static let hello = "GET /hello/Ada HTTP/1.1\r\nHost: a\r\n\r\n"

    /// More of them than are accepted in a row, for one queue or handed on to others.
    @Test(arguments: [1, 3])
    func whoWaitsToBeAcceptedIsAnswered(byQueues queues: Int) async throws {
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.eventQueues = queues
        }
        try await withServer(router, configure: configure) { server in
            defer { busy.end() }
            let first = try server.client()
            // The queue that accepts is the first one's.
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
                // Another queue may have answered before it was told.
                #expect(response.headers["connection"] == "close" || queues > 1)
            }
            #expect(try first.response().body == "busy")
            try await endPatience(ofQueues: queues)
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

    /// A client cannot know that the server is to end before it has been told.
    @Test func whoIsKeptOpenMayAskOnceMore() async throws {
        try await withServer(router, configure: { $0.clock = clock }) { server in
            let (asking, silent) = (try server.client(), try server.client())
            for client in [asking, silent] {
                client.send(Self.hello)
                #expect(try client.response().headers["connection"] == nil)
            }
            let isOver = Mutex(false)
            server.server.stop(withinSeconds: 1000) { isOver.withLock { $0 = true } }
            // Nobody listens any more, so that the end has begun.
            try await until { (try? server.client()) == nil }
            asking.send(Self.hello + Self.hello)
            try expectLastAnswer(asking)
            #expect(!silent.isReadable)
            try await endPatience(ofQueues: 1)
            #expect(try silent.rest() == "")
            #expect(!silent.wasReset)
            asking.closeOutput()
            try await until { isOver.withLock(\.self) }
        }
    }

    /// Clients that ask without a pause, on connections that they keep until they are told to close them. A connection that
    /// is made between the last that is accepted and the listener's end is reset; it was never accepted, and is kept out.
    @Test func whateverIsAskedOnAnAcceptedConnectionIsAnswered() async throws {
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.eventQueues = 2
        }
        try await withServer(router, configure: configure) { server in
            let askers = (0..<8).map { _ in Asker(server.address) }
            for asker in askers { asker.begin() }
            try await until { askers.allSatisfy { $0.tally.answers > 50 } }
            let isOver = Mutex(false)
            server.server.stop(withinSeconds: 1000) { isOver.withLock { $0 = true } }
            // No patience ends before each has been told.
            try await until { askers.allSatisfy(\.tally.isOver) }
            try await endPatience(ofQueues: 2)
            try await until { isOver.withLock(\.self) }
            #expect(askers.allSatisfy { $0.tally.unanswered == 0 })
            let connections = askers.reduce(0) { $0 + $1.tally.connections }
            #expect(server.metric("fairway_http_connections_accepted_total") == connections)
        }
    }

    /// The client may repeat the others elsewhere (RFC 9112 section 9.6), so that they must not be done here: neither those
    /// that lie in the socket nor those that were read and held back.
    @Test(arguments: [1, 64])
    func behindTheLastAnswerNothingIsDone(requestsInFlight: Int) async throws {
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
            // What one connection may have under way is begun, the rest is held back.
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

    /// A queue begins to be patient once it has answered all that had come, which a client may have read by then.
    private func endPatience(ofQueues queues: Int) async throws {
        try await until { clock.callsToCome == queues }
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
