import FairwayHTTP
import ServerDoubles
import TestWaits
import Testing

/// Streamed responses to requests that reach the server without a socket.
@Suite(.waiting)
struct DirectStreamTests {
    private let stage = StreamTests()
    private let clock = SteppedClock()
    private static let event = [UInt8](repeating: 0x78, count: 10_000)

    private var streams: StreamTests.Streams { stage.streams }

    /// Reads a stream of a server. Returns why the calls of the server were cut.
    @discardableResult
    private func withStream(
        _ body: (TestServer, DirectBody, BodyWriter) async throws -> Void
    ) async throws -> [CutReason?] {
        let (records, record) = AsyncStream.makeStream(of: AccessRecord.self)
        func configure(_ configuration: inout ServerConfiguration) {
            configuration.clock = clock
            configuration.onAccess = { record.yield($0) }
        }
        try await withServer(stage.router, configure: configure) { server in
            let answer = await server.server.respond(.get, "/stream", fields: [], body: [], from: .loopback)
            #expect(answer.response.status == 200)
            #expect(answer.response.contentType == .eventStream)
            #expect(answer.response.headers.fields.map(\.name) == ["X-Request-Id"])
            try await body(server, try #require(answer.stream), try #require(streams.writers.first))
        }
        record.finish()
        return await records.reduce(into: []) { $0.append($1.cut) }
    }

    /// The body's bytes up to its end.
    private func rest(_ body: DirectBody) async -> String {
        var bytes: [UInt8] = []
        while let next = await body.next() { bytes += next }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func bytesArriveWhileTheyAreWritten() async throws {
        let cuts = try await withStream { server, body, writer in
            async let first = body.next()
            #expect(writer.write(Array("one".utf8)))
            #expect(await first == Array("one".utf8))
            #expect(writer.write(Array("two, ".utf8)))
            #expect(writer.write(Array("three".utf8)))
            writer.finish()
            #expect(!writer.write([1]))
            #expect(await rest(body) == "two, three")
            #expect(streams.events == [])
            try await until {
                server.metric(#"fairway_http_requests_total{method="GET",route="/stream",status="2xx"}"#) == 1
            }
        }
        #expect(cuts == [nil])
    }

    @Test func writerIsToldThatItsReaderHasGone() async throws {
        try await withServer(stage.router) { server in
            do {
                let answer = await server.server.respond(.get, "/stream", fields: [], body: [], from: .loopback)
                #expect(answer.stream != nil)
            }
            try await until { streams.events == [.closed] }
            #expect(streams.writers[0].isClosed)
        }
    }

    @Test func cancelledReaderEndsTheStream() async throws {
        let cuts = try await withStream { _, body, writer in
            let reader = Task { await body.next() }
            reader.cancel()
            #expect(await reader.value == nil)
            #expect(writer.isClosed)
            try await until { streams.events == [.closed] }
        }
        #expect(cuts == [.gone])
    }

    @Test func unreadBytesAreLimited() async throws {
        try await withStream { server, body, writer in
            var taken = 0
            while writer.write(Self.event) { taken += Self.event.count }
            #expect(taken == 70_000)
            #expect(server.metric("fairway_http_buffered_bytes") == taken)
            #expect(await body.next()?.count == taken)
            #expect(server.metric("fairway_http_buffered_bytes") == 0)
            try await until { streams.events == [.writable] }
            #expect(writer.write(Self.event))
            writer.finish()
            #expect(await rest(body).count == Self.event.count)
        }
    }

    @Test func readerThatTakesNothingIsCutOff() async throws {
        let cuts = try await withStream { server, body, writer in
            #expect(writer.write(Self.event))
            clock.advance(seconds: HTTPLimits().writeStallSeconds - 1)
            #expect(await body.next()?.count == Self.event.count)
            #expect(writer.write(Self.event))
            clock.advance(seconds: 1)
            #expect(!writer.isClosed)
            clock.advance(seconds: HTTPLimits().writeStallSeconds)
            #expect(writer.isClosed)
            #expect(await body.next() == nil)
            #expect(server.metric("fairway_http_buffered_bytes") == 0)
            try await until { streams.events == [.closed] }
        }
        #expect(cuts == [.stalled])
    }

    @Test func stopLetsAStreamFinish() async throws {
        let cuts = try await withStream { server, body, writer in
            async let stopped: Void = server.server.stop(withinSeconds: 600)
            try await until { streams.events == [.shuttingDown] }
            #expect(writer.write(Array("bye".utf8)))
            writer.finish()
            await stopped
            #expect(await rest(body) == "bye")
        }
        #expect(cuts == [nil])
    }

    @Test func stopCutsAStreamThatDoesNotFinish() async throws {
        let cuts = try await withStream { server, body, writer in
            async let stopped: Void = server.server.stop(withinSeconds: 20)
            try await until { streams.events == [.shuttingDown] }
            try await until {
                clock.advance(seconds: 20)
                return writer.isClosed
            }
            await stopped
            #expect(await body.next() == nil)
        }
        #expect(cuts == [.shutdown])
    }

    @Test func headHasNoBody() async throws {
        try await withServer(stage.router) { server in
            let answer = await server.server.respond(.head, "/stream", fields: [], body: [], from: .loopback)
            #expect(answer.response.status == 200)
            #expect(answer.stream == nil)
            #expect(streams.events == [.closed])
        }
    }
}
