import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import FairwayHTTP

/// Cut connections are counted by reason, and their unfinished requests are logged as cut.
@Suite(.waiting)
struct CutConnectionTests {
    private final class Records: Sendable {
        private let records = Mutex<[AccessRecord]>([])
        func add(_ record: AccessRecord) { records.withLock { $0.append(record) } }
        /// The route, status and cut reason of each record.
        var lines: [String] {
            records.withLock { records in
                records.map { record in
                    let status = record.status.map { "\($0.code)" } ?? "unanswered"
                    return "\(record.route ?? "?") \(status) \(record.cut?.rawValue ?? "whole")"
                }
            }
        }
    }

    private let clock = SteppedClock()
    private let records = Records()
    private let streams = StreamTests.Streams()
    private let gate = ShutdownTests.Gate()

    private func withServer(_ body: (TestServer) async throws -> Void) async throws {
        var router = ServerTests.router
        let (streams, gate) = (streams, gate)
        router.on(.get, "/stream") { _, exchange in
            streams.add(exchange.stream(Response(200)) { streams.add($0) })
        }
        router.on(.get, "/kept") { _, exchange in gate.keep(exchange) }
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.onAccess = { [records] in records.add($0) }
        }
        try await ServerDoubles.withServer(router, configure: configure, body)
    }

    private static func get(_ path: String, last: Bool = false) -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\n\(last ? "Connection: close\r\n" : "")\r\n"
    }

    /// Expects exactly these counts by reason.
    private func expectCuts(_ expected: [String: Int], _ server: TestServer) {
        for cut in CutReason.allCases {
            let count = server.metric("fairway_http_connections_cut_total{reason=\"\(cut)\"}")
            #expect(count == expected["\(cut)", default: 0], "\(cut)")
        }
    }

    @Test func orderlyEndIsNotCountedAsCut() async throws {
        try await withServer { server in
            var client: TestClient? = try server.client()
            client?.send(Self.get("/hello/Ada", last: true))
            _ = try client?.rest()
            client = try server.client()
            client?.send(Self.get("/stream"))
            _ = try client?.read(through: "\r\n\r\n")
            streams.writers[0].finish()
            #expect(try client?.chunk() == "")
            client?.resetsWhenClosed()
            client = nil
            try await until { server.metric("fairway_http_connections") == 0 }
            #expect(records.lines == ["/hello/{name} 200 whole", "/stream 200 whole"])
            expectCuts([:], server)
        }
    }

    /// With a reset or an orderly close.
    @Test(arguments: [true, false])
    func clientThatGoesBeforeItsResponseIsCountedAsGone(byReset: Bool) async throws {
        try await withServer { server in
            var client: TestClient? = try server.client()
            client?.send(Self.get("/stream") + Self.get("/kept"))
            _ = try client?.read(through: "\r\n\r\n")
            try await until { streams.writers.count == 1 }
            if byReset { client?.resetsWhenClosed() }
            client = nil
            try await until { records.lines.count == 2 }
            #expect(records.lines == ["/stream 200 gone", "/kept unanswered gone"])
            expectCuts(["gone": 1], server)
            gate.take()?.respond(.text("too late"))
        }
    }

    @Test func clientThatDoesNotReadIsCountedAsStalled() async throws {
        try await withServer { server in
            let client = try TestClient(server.address, receiveBuffer: 4096)
            client.send(Self.get("/stream"))
            _ = try client.read(through: "\r\n\r\n")
            let writer = try #require(streams.writers.first)
            try await until {
                // The socket buffers take some at first.
                while writer.write([UInt8](repeating: 0x78, count: 10_000)) {}
                clock.advance(seconds: 1)
                return streams.events.last == .closed
            }
            #expect(records.lines == ["/stream 200 stalled"])
            expectCuts(["stalled": 1], server)
        }
    }

    @Test func clientWithoutRequestIsCountedAsIdle() async throws {
        try await withServer { server in
            let client = try server.client()
            client.send(Self.get("/hello/Ada"))
            #expect(try client.response().status == 200)
            clock.advance(seconds: HTTPLimits().idleSeconds + 2)
            #expect(try client.rest() == "")
            expectCuts(["idle": 1], server)
        }
    }

    @Test func clientThatDoesNotCloseIsCountedAsLingering() async throws {
        try await withServer { server in
            let client = try server.client()
            client.send(Self.get("/hello/Ada", last: true))
            _ = try client.rest()
            try await until {
                clock.advance(seconds: 1)
                return server.metric("fairway_http_connections") == 0
            }
            #expect(records.lines == ["/hello/{name} 200 whole"])
            expectCuts(["lingering": 1], server)
        }
    }

    @Test(arguments: [0, 5])
    func unfinishedRequestsAreCountedAsCutByShutdown(withinSeconds seconds: Int) async throws {
        try await withServer { server in
            let (streaming, waiting, owedNothing) = (try server.client(), try server.client(), try server.client())
            owedNothing.send(Self.get("/hello/Ada"))
            #expect(try owedNothing.response().status == 200)
            streaming.send(Self.get("/stream"))
            _ = try streaming.read(through: "\r\n\r\n")
            waiting.send(Self.get("/kept"))
            var kept: Exchange?
            try await until {
                kept = gate.take()
                return kept != nil
            }
            // The stop is on the loop's queue before the clock's first tick. Otherwise a connection may time out first.
            let isOver = Mutex(false)
            server.server.stop(withinSeconds: seconds) { isOver.withLock { $0 = true } }
            try await until {
                if seconds > 0 { clock.advance(seconds: 1) }
                return isOver.withLock(\.self)
            }
            let lines = ["/hello/{name} 200 whole", "/kept unanswered shutdown", "/stream 200 shutdown"]
            #expect(records.lines.sorted() == lines)
            expectCuts(["shutdown": 2], server)
            kept?.respond(.text("too late"))
        }
    }
}
