import FairwayHTTP
import Glibc
import ServerDoubles
import Synchronization
import TestWaits
import Testing

struct StreamTests {
    /// Keeps the writers of `/stream` and their events.
    final class Streams: Sendable {
        private let state = Mutex<(writers: [BodyWriter], events: [BodyWriter.BodyEvent])>(([], []))

        var writers: [BodyWriter] { state.withLock { $0.writers } }
        var events: [BodyWriter.BodyEvent] { state.withLock { $0.events } }

        func add(_ writer: BodyWriter) { state.withLock { $0.writers.append(writer) } }
        func add(_ event: BodyWriter.BodyEvent) { state.withLock { $0.events.append(event) } }
    }

    let streams = Streams()

    var router: Router<Void> {
        var router = ServerTests.router
        let streams = streams
        router.on(.get, "/stream") { _, exchange in
            var response = Response(200)
            response.contentType = .eventStream
            streams.add(exchange.stream(response) { streams.add($0) })
        }
        return router
    }

    @Test(.waiting)
    func streamIsSentInChunks() async throws {
        try await withServer(router) { server in
            let client = try server.client()
            client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try client.read(through: "\r\n\r\n")
            #expect(head.contains("Transfer-Encoding: chunked\r\n"))
            #expect(head.contains("Content-Type: text/event-stream\r\n"))
            #expect(!head.contains("Content-Length"))
            let writer = try #require(streams.writers.first)
            #expect(writer.write(Array("data: 1\n\n".utf8)))
            #expect(try client.chunk() == "data: 1\n\n")
            #expect(writer.write(Array(String(repeating: "x", count: 20_000).utf8)))
            #expect(try client.chunk().count == 20_000)
            writer.finish()
            #expect(try client.chunk() == "")
            #expect(!writer.write([1]))
            client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response().body == "Hello, a")
            #expect(streams.events.isEmpty)
        }
    }

    @Test(.waiting)
    func streamToHTTP10EndsWithTheConnection() async throws {
        try await withServer(router) { server in
            let client = try server.client()
            // The second request gets no response, because the stream ends by closing the connection.
            let (old, next) = ("HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
            client.send("GET /stream \(old)" + next)
            let head = try client.read(through: "\r\n\r\n")
            #expect(!head.contains("chunked"))
            #expect(head.contains("Connection: close"))
            let writer = try #require(streams.writers.first)
            writer.write(Array("fair".utf8))
            writer.write(Array("way".utf8))
            writer.finish()
            #expect(try client.rest() == "fairway")
        }
    }

    @Test(.waiting)
    func streamWaitsForEarlierResponses() async throws {
        try await withServer(router) { server in
            let client = try server.client()
            client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try client.read(through: "\r\n\r\n")
            try await until { streams.writers.count == 2 }
            streams.writers[1].write(Array("second".utf8))
            streams.writers[1].finish()
            streams.writers[0].write(Array("first".utf8))
            #expect(try client.chunk() == "first")
            streams.writers[0].finish()
            #expect(try client.chunk() == "")
            #expect(try client.response().body == "second")
        }
    }

    @Test(.waiting)
    func headGetsOnlyTheHeadOfAStream() async throws {
        try await withServer(router) { server in
            let client = try server.client()
            client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response(toHead: true).status == 200)
            #expect(try client.response().body == "Hello, a")
            #expect(streams.events == [.closed])
        }
    }

    @Test(.waiting)
    func writerIsToldThatItsClientHasGone() async throws {
        try await withServer(router) { server in
            do {
                let client = try server.client()
                client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try client.read(through: "\r\n\r\n")
            }
            try await until { streams.events == [.closed] }
            #expect(
                server.metric("fairway_http_requests_total{method=\"GET\",route=\"/stream\",status=\"2xx\"}") == 1
            )
            #expect(streams.writers[0].isClosed)
            #expect(!streams.writers[0].write([1]))
        }
    }

    @Test(.waiting)
    func unsentBytesOfAStreamAreLimited() async throws {
        let clock = SteppedClock()
        try await withServer(router, configure: { $0.clock = clock }) { server in
            let slow = try TestClient(server.address, receiveBuffer: 4096)
            slow.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try slow.read(through: "\r\n\r\n")
            let writer = try #require(streams.writers.first)
            let event = [UInt8](repeating: 0x78, count: 10_000)
            var taken = 0
            // The socket buffers and the stream's buffer fill. Then nothing more is accepted.
            var refusals = 0
            while refusals < 1000, taken < 100_000_000 {
                if writer.write(event) { taken += event.count } else { refusals += 1 }
                await Task.yield()
            }
            #expect(taken < 20_000_000)
            // Other clients are served.
            #expect(try server.exchange("GET /hello/Ada HTTP/1.1\r\nHost: a\r\n\r\n").body == "Hello, Ada")
            // The client reads again. The writer gets an event, and no bytes are missing.
            var received = 0
            while received < taken { received += try slow.chunk().count }
            try await until { streams.events.contains(.writable) }
            #expect(!streams.events.contains(.closed))
            #expect(writer.write(event))
            #expect(try slow.chunk().count == event.count)
        }
    }

    @Test(.waiting)
    func streamClientThatDoesNotReadIsCut() async throws {
        let clock = SteppedClock()
        try await withServer(router, configure: { $0.clock = clock }) { server in
            let slow = try TestClient(server.address, receiveBuffer: 4096)
            slow.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try slow.read(through: "\r\n\r\n")
            let writer = try #require(streams.writers.first)
            let event = [UInt8](repeating: 0x78, count: 10_000)
            try await until {
                // The socket buffers take some at first.
                while writer.write(event) {}
                clock.advance(seconds: 1)
                return streams.events.last == .closed
            }
            #expect(writer.isClosed)
            #expect(server.metric(#"fairway_http_connections_cut_total{reason="stalled"}"#) == 1)
        }
    }
}
