import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import FairwayHTTP

/// The buffers of all connections are limited together, and clients that read are not affected.
@Suite(.waiting)
struct BufferedMemoryTests {
    private let clock = SteppedClock()
    private let exchanges = Exchanges()
    private let streams = StreamTests.Streams()

    /// Exchanges of `/later`, which the test answers.
    private final class Exchanges: Sendable {
        private let waiting = Mutex<[Exchange]>([])

        var count: Int { waiting.withLock(\.count) }

        func add(_ exchange: Exchange) { waiting.withLock { $0.append(exchange) } }

        func takeFirst() -> Exchange { waiting.withLock { $0.removeFirst() } }
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    private static func post(_ body: String, of length: Int? = nil, to path: String = "/echo") -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)"
    }

    private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    private var router: Router<Void> {
        var router = ServerTests.router
        let (exchanges, streams) = (exchanges, streams)
        router.on(.post, "/later") { _, exchange in exchanges.add(exchange) }
        router.on(.get, "/stream") { _, exchange in
            streams.add(
                exchange.stream(Response(200, headers: ["Content-Type": "text/event-stream"])) { streams.add($0) }
            )
        }
        // Larger than the socket buffers, with a copy for each response.
        router.on(.get, "/own") { _, exchange in
            exchange.respond(Response(200, .bytes, body: [UInt8](repeating: 0x78, count: 20_000_000)))
        }
        let shared = [UInt8](repeating: 0x78, count: 20_000_000)
        router.on(.get, "/shared") { _, exchange in exchange.respond(Response(200, .bytes, body: shared)) }
        router.on(.get, "/health", countsTowardsRate: false, description: ()) { _, exchange in
            exchange.respond(.text("well"))
        }
        return router
    }

    /// Runs a server that limits the buffers of all connections together, but not those of each.
    private func withServer(holding most: Int, _ body: (TestServer) async throws -> Void) async throws {
        try await ServerDoubles.withServer(
            router,
            configure: {
                $0.clock = clock
                $0.limits.bufferedBytes = most
                $0.limits.outputBytes = .max
                $0.limits.streamBytes = .max
            },
            body
        )
    }

    private func held(_ server: TestServer) -> Int { server.metric("fairway_http_buffered_bytes") ?? -1 }

    private func stalled(_ server: TestServer) -> Int {
        server.metric(#"fairway_http_connections_cut_total{reason="stalled"}"#) ?? -1
    }

    /// For a timeout of 60 seconds and a limit of 100 bytes.
    @Test(arguments: [(0, 60), (50, 60), (51, 58), (75, 30), (98, 2), (99, 1), (100, 1), (106, 1)])
    func writeTimeoutShrinksWithTheFreeMemory(held: Int, seconds: Int) {
        #expect(HTTPAdmission.shortened(60, used: held, of: 100) == seconds)
    }

    @Test func sharedBodyIsCountedOnce() {
        let body = SharedBody([UInt8](repeating: 1, count: 10_000))
        let other = SharedBody([UInt8](repeating: 1, count: 20_000))
        var bodies = SharedBodyTable()
        #expect(bodies.retain(body) == 10_000)
        #expect(bodies.retain(other) == 20_000)
        #expect(bodies.retain(body) == 0)
        #expect(bodies.release(body) == 0)
        #expect(bodies.release(body) == 10_000)
        #expect(bodies.release(other) == 20_000)
        #expect(bodies.retain(body) == 10_000)
    }

    @Test func requestsAndUnsentResponsesAreCounted() async throws {
        try await withServer(holding: 1_000_000_000) { server in
            #expect(try server.exchange(Self.get("/hello/Ada")).status == 200)
            #expect(held(server) == 0)
            let head = try server.client()
            head.send("GET /hello/Ada HTTP/1.1\r\nHost: a\r\nX: \(Self.text(6_000))")
            try await until { held(server) > 6_000 }
            head.send("\r\n\r\n")
            #expect(try head.response().status == 200)
            try await until { held(server) == 0 }

            let body = try server.client()
            body.send(Self.post(Self.text(20_000), of: 20_001, to: "/later"))
            try await until { held(server) > 20_000 }
            // The handler has the request now.
            body.send("x")
            try await until { exchanges.count == 1 }
            #expect(held(server) > 20_000)
            exchanges.takeFirst().respond(.text("done"))
            #expect(try body.response().body == "done")
            try await until { held(server) == 0 }

            let slow = try server.client()
            slow.send(Self.get("/own"))
            try await until { held(server) > 10_000_000 }
            #expect(try slow.response().body.utf8.count == 20_000_000)
            try await until { held(server) == 0 }

            let gone = try server.client()
            gone.send(Self.get("/own"))
            try await until { held(server) > 10_000_000 }
            gone.resetsWhenClosed()
            gone.closeOutput()
            #expect(try gone.rest().utf8.count > 20_000_000)
            try await until { held(server) == 0 }
        }
    }

    @Test func responseThatWaitsForEarlierOnesIsCounted() async throws {
        try await withServer(holding: 1_000_000_000) { server in
            let client = try server.client()
            client.send(Self.post("a", to: "/later") + Self.post("b", to: "/later"))
            try await until { exchanges.count == 2 }
            let first = exchanges.takeFirst()
            exchanges.takeFirst().respond(.text(Self.text(50_000)))
            try await until { held(server) == 50_000 }
            first.respond(.text("a"))
            #expect(try client.response().body == "a")
            #expect(try client.response().body.utf8.count == 50_000)
            try await until { held(server) == 0 }
        }
    }

    @Test func responseSharedByManyClientsIsCountedOnce() async throws {
        try await withServer(holding: 1_000_000_000) { server in
            let clients = try (0..<8).map { _ in try server.client() }
            for client in clients {
                client.send(Self.get("/shared"))
                _ = try client.read(through: "\r\n\r\n")
            }
            #expect(held(server) < 20_000_000 + 8 * 2 * OutputBlock.usualCapacity)
            for client in clients { _ = try client.read(count: 20_000_000) }
            try await until { held(server) == 0 }
        }
    }

    @Test func largeBodiesAreRefusedAboveHalfOfTheMemory() async throws {
        try await withServer(holding: 100_000) { server in
            let slow = try server.client()
            slow.send(Self.post(Self.text(60_000), of: 60_001, to: "/later"))
            try await until { held(server) > 50_000 }
            let refused = try server.exchange(Self.post(Self.text(5_000)))
            #expect(refused.status == 503)
            #expect(refused.code == "overloaded")
            #expect(refused.headers["retry-after"] == "1")
            let chunked = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
            #expect(try server.exchange(chunked).status == 503)
            // Refused requests reserve no memory.
            let before = held(server)
            let dawdling = try server.client()
            dawdling.send(Self.post("x", of: 16_384))
            #expect(try server.exchange(Self.get("/hello/Ada")).status == 200)
            #expect(held(server) == before)
            #expect(try server.exchange(Self.post(Self.text(4_000))).status == 200)
            #expect(try server.exchange(Self.get("/hello/Ada")).status == 200)
            #expect(server.metric("fairway_refusals_total{code=\"overloaded\"}") == 2)
            dawdling.resetsWhenClosed()
            // The earlier request is still answered, which frees its memory.
            slow.send("x")
            try await until { exchanges.count == 1 }
            exchanges.takeFirst().respond(.text("done"))
            #expect(try slow.response().status == 200)
            try await until { held(server) == 0 }
            #expect(try server.exchange(Self.post(Self.text(5_000))).status == 200)
        }
    }

    /// An incomplete body is dropped, whether or not its client sends more of it.
    @Test(arguments: [0, 1_000])
    func allButHealthChecksAreRefusedWhenMemoryIsFull(sentInAddition: Int) async throws {
        try await withServer(holding: 80_000) { server in
            let first = try server.client()
            // Its buffer has 32 KiB, whether the bytes arrive at once or in parts: less than half of the memory.
            first.send(Self.post(Self.text(30_000), of: 40_000, to: "/later"))
            try await until { held(server) > 30_000 }
            let second = try server.client()
            second.send(Self.post(Self.text(60_000), to: "/later"))
            try await until { held(server) > 80_000 && exchanges.count == 1 }
            for request in [Self.post("small"), Self.get("/hello/Ada")] {
                let refused = try server.exchange(request)
                #expect(refused.status == 503)
                #expect(refused.code == "overloaded")
            }
            #expect(try server.exchange(Self.get("/health")).status == 200)
            if sentInAddition > 0 { first.send(Self.text(sentInAddition)) } else { clock.advance(seconds: 1) }
            try await until { held(server) < 80_000 }
            #expect(try server.exchange(Self.get("/hello/Ada")).status == 200)
            first.send(Self.text(10_000 - sentInAddition))
            #expect(try first.response().code == "overloaded")
            exchanges.takeFirst().respond(.text("done"))
            #expect(try second.response().status == 200)
            try await until { held(server) == 0 }
            first.send(Self.get("/hello/Ada"))
            #expect(try first.response().status == 200)
        }
    }

    @Test func stalledClientIsCutBeforeAReadingOne() async throws {
        // The memory suffices for one of the two responses. Each response takes more than half of it.
        try await withServer(holding: 30_000_000) { server in
            let reading = try server.client()
            reading.send(Self.get("/own"))
            _ = try reading.read(through: "\r\n\r\n")
            let silent = try server.client()
            silent.send(Self.get("/own"))
            _ = try silent.read(through: "\r\n\r\n")
            var left = 20_000_000
            while left > 0 {
                let count = min(left, 500_000)
                _ = try reading.read(count: count)
                left -= count
                clock.advance(seconds: 1)
            }
            #expect(stalled(server) == 1)
            #expect(try silent.rest().utf8.count < 20_000_000)
            reading.send(Self.get("/hello/Ada"))
            #expect(try reading.response().status == 200)
            try await until { held(server) == 0 }
        }
    }

    @Test func onlyAsManyClientsAreCutAsNecessary() async throws {
        try await withServer(holding: 50_000_000) { server in
            var clients: [TestClient] = []
            for _ in 0..<2 {
                let client = try server.client()
                client.send(Self.get("/own"))
                _ = try client.read(through: "\r\n\r\n")
                clients.append(client)
                clock.advance(seconds: 3)
            }
            #expect(stalled(server) == 0)
            // Both responses together exceed the memory; one alone does not.
            try await until {
                clock.advance(seconds: 1)
                return stalled(server) > 0
            }
            clock.advance(seconds: 1)
            #expect(stalled(server) == 1)
            // Either client may be cut, since the socket buffers decide which one has stalled for longer.
            #expect(clients.count { (try? $0.read(count: 20_000_000)) != nil } == 1)
        }
    }

    @Test func clientMustReadItsResponseWhileMemoryIsHigh() async throws {
        try await withServer(holding: 30_000_000) { server in
            let client = try server.client()
            client.send(Self.get("/own"))
            _ = try client.read(through: "\r\n\r\n")
            try await until { held(server) > 15_000_000 }
            client.send(Self.post("a", to: "/later") + Self.post("b", to: "/later"))
            // Later requests of other clients are answered.
            for _ in 0..<2 { #expect(try server.exchange(Self.get("/hello/Ada")).status == 200) }
            #expect(exchanges.count == 0)
            _ = try client.read(count: 20_000_000)
            try await until { exchanges.count == 2 }
            for body in ["a", "b"] {
                exchanges.takeFirst().respond(.text(body))
                #expect(try client.response().body == body)
            }
        }
    }

    @Test func unparsedRequestIsAnsweredOnShutdown() async throws {
        try await withServer(holding: 30_000_000) { server in
            let client = try server.client()
            client.send(Self.get("/own"))
            _ = try client.read(through: "\r\n\r\n")
            try await until { held(server) > 15_000_000 }
            client.send(Self.get("/hello/Ada"))
            let isOver = Mutex(false)
            server.server.stop(withinSeconds: 1000) { isOver.withLock { $0 = true } }
            try await until { (try? server.client()) == nil }
            clock.advance(seconds: 1)
            _ = try client.read(count: 20_000_000)
            let last = try client.response()
            #expect(last.body == "Hello, Ada")
            #expect(last.headers["connection"] == "close")
            client.closeOutput()
            try await until { isOver.withLock(\.self) }
        }
    }

    @Test func streamAcceptsNothingWhileMemoryIsFull() async throws {
        try await withServer(holding: 10_000_000) { server in
            let client = try server.client()
            client.send(Self.get("/stream"))
            _ = try client.read(through: "\r\n\r\n")
            let writer = try #require(streams.writers.first)
            #expect(writer.write([UInt8](repeating: 0x78, count: 20_000_000)))
            try await until { held(server) > 10_000_000 }
            #expect(!writer.write([0x79]))
            #expect(try client.chunk().utf8.count == 20_000_000)
            try await until { streams.events == [.writable] }
            #expect(writer.write([0x79]))
            #expect(try client.chunk() == "y")
        }
    }
}
