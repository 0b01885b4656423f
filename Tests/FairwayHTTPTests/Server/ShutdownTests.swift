import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import FairwayHTTP

struct ShutdownTests {
    /// Keeps exchanges until the test takes them.
    final class Gate: Sendable {
        private let exchanges = Mutex<[Exchange]>([])
        func keep(_ exchange: Exchange) { exchanges.withLock { $0.append(exchange) } }
        func take() -> Exchange? { exchanges.withLock { $0.popLast() } }
    }

    let gate = Gate()
    let streams = StreamTests.Streams()

    var router: Router<Void> {
        var router = ServerTests.router
        let (gate, streams) = (gate, streams)
        router.on(.get, "/kept") { _, exchange in gate.keep(exchange) }
        router.on(.get, "/stream") { _, exchange in
            streams.add(exchange.stream(Response(200)) { streams.add($0) })
        }
        return router
    }

    func start(_ clock: SteppedClock) throws -> (HTTPServer, SocketAddress) {
        var configuration = ServerConfiguration(addresses: [try #require(SocketAddress("127.0.0.1", port: 0))])
        configuration.clock = clock
        let server = HTTPServer(router: router, configuration: configuration)
        return (server, try server.start()[0])
    }

    func take() async throws -> Exchange {
        var taken: Exchange?
        try await until {
            taken = gate.take()
            return taken != nil
        }
        return try #require(taken)
    }

    @Test(.waiting)
    func stopAnswersRequestsInFlight() async throws {
        let clock = SteppedClock()
        let (server, address) = try start(clock)
        let idle = try TestClient(address)
        let busy = try TestClient(address)
        busy.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n")
        let exchange = try await take()
        // The stop is on the loop's queue before the clock's first tick. Otherwise the connection may time out first.
        let isOver = Mutex(false)
        server.stop(withinSeconds: 1000) { isOver.withLock { $0 = true } }
        try await until {
            clock.advance(seconds: 1)
            return idle.isReadable
        }
        #expect(try idle.rest() == "")
        exchange.respond(.text("still"))
        let response = try busy.response()
        #expect(response.body == "still")
        #expect(response.headers["connection"] == "close")
        #expect(try busy.rest() == "")
        busy.closeOutput()
        try await until { isOver.withLock(\.self) }
        // A child of another test has a copy of the listening socket until it calls `exec`.
        try await until { (try? TestClient(address)) == nil }
    }

    @Test(.waiting)
    func streamsCanFinishOnShutdown() async throws {
        let (server, address) = try start(SteppedClock())
        let client = try TestClient(address)
        client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try client.read(through: "\r\n\r\n")
        let stopped = Task { await server.stop(withinSeconds: 1000) }
        try await until { !streams.events.isEmpty }
        #expect(streams.events == [.shuttingDown])
        streams.writers[0].write(Array("retry: 1000\n\n".utf8))
        streams.writers[0].finish()
        #expect(try client.chunk() == "retry: 1000\n\n")
        #expect(try client.chunk() == "")
        #expect(try client.rest() == "")
        client.closeOutput()
        await stopped.value
    }

    @Test(.waiting)
    func unfinishedRequestsAreCutWhenTheTimeIsUp() async throws {
        let clock = SteppedClock()
        let (server, address) = try start(clock)
        let client = try TestClient(address)
        client.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n")
        let exchange = try await take()
        let isOver = Mutex(false)
        server.stop(withinSeconds: 5) { isOver.withLock { $0 = true } }
        var seconds = 0
        try await until {
            clock.advance(seconds: 1)
            seconds += 1
            return isOver.withLock { $0 }
        }
        #expect(seconds > 5)
        #expect(try client.rest() == "")
        // A response to a closed connection is ignored.
        exchange.respond(.text("too late"))
    }

    /// The server is stopped while its event loop is blocked. At that time, the second client's request is unread,
    /// and the third client's response is unsent. A stop within 0 seconds sends only the response.
    @Test(.waiting, arguments: [1000, 0])
    func requestsAndResponsesBeforeTheStopAreSent(withinSeconds seconds: Int) async throws {
        let busy = BlockedEventLoop()
        var router = router
        busy.add(to: &router)
        try await withServer(router) { server in
            defer { busy.end() }
            let (first, second, third) = (try server.client(), try server.client(), try server.client())
            third.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n")
            let kept = try await take()
            second.send("GET /hello/Ada HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try second.response().status == 200)
            try await busy.begin(first)
            second.send("GET /hello/Bob HTTP/1.1\r\nHost: a\r\n\r\n")
            kept.respond(.text("kept"))
            let ended = Mutex(false)
            server.server.stop(withinSeconds: seconds) { ended.withLock { $0 = true } }
            busy.end()
            if seconds > 0 {
                let response = try second.response()
                #expect(response.body == "Hello, Bob")
                #expect(response.headers["connection"] == "close")
            }
            #expect(try first.response().body == "busy")
            #expect(try third.response().body == "kept")
            for client in [first, second, third] { client.closeOutput() }
            try await until { ended.withLock(\.self) }
        }
    }

    @Test(.waiting)
    func shorterSecondStopEndsTheFirst() async throws {
        let (server, address) = try start(SteppedClock())
        let client = try TestClient(address)
        client.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n")
        let exchange = try await take()
        let first = Mutex(false)
        server.stop(withinSeconds: 1000) { first.withLock { $0 = true } }
        await server.stop(withinSeconds: 0)
        try await until { first.withLock(\.self) }
        exchange.respond(.text("too late"))
    }

    @Test(.waiting)
    func longerSecondStopDoesNotExtendTheFirst() async throws {
        let clock = SteppedClock()
        let (server, address) = try start(clock)
        let client = try TestClient(address)
        client.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n")
        let exchange = try await take()
        let over = Mutex(0)
        for seconds in [1, 1000] { server.stop(withinSeconds: seconds) { over.withLock { $0 += 1 } } }
        try await until { (try? TestClient(address)) == nil }
        clock.advance(seconds: 3)
        try await until { over.withLock(\.self) == 2 }
        exchange.respond(.text("too late"))
    }

    @Test(.waiting)
    func stopWithinZeroSecondsNeedsNoTick() async throws {
        let (server, address) = try start(SteppedClock())
        let client = try TestClient(address)
        client.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n")
        let exchange = try await take()
        await server.stop(withinSeconds: 0)
        #expect(try client.rest() == "")
        exchange.respond(.text("too late"))
    }
}
