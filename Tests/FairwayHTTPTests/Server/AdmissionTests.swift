import Glibc
import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import FairwayHTTP

struct AdmissionTests {
    @Test(.waiting)
    func connectionBeyondTheLimitGets503() async throws {
        try await withServer(ServerTests.router, configure: { $0.limits.connections = 2 }) { server in
            let first = try server.client()
            let second = try server.client()
            for client in [first, second] {
                client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.response().status == 200)
            }
            let third = try server.client()
            let response = try third.response()
            #expect(response.status == 503)
            #expect(response.code == "overloaded")
            #expect(response.headers["retry-after"] == "1")
            #expect(response.headers["connection"] == "close")
            #expect(try third.rest() == "")
            third.closeOutput()
            first.closeOutput()
            #expect(try first.rest() == "")
            try await until { server.metric("fairway_http_connections") == 1 }
            #expect(try server.exchange("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
            #expect(server.metric("fairway_http_connections_refused_total") == 1)
        }
    }

    @Test(.waiting)
    func connectionsBeyondTheReserveAreClosedAndReportedOnce() async throws {
        let events = Mutex<[String]>([])
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.limits.connections = 1
            configuration.onEvent = { event in events.withLock { $0.append("\(event)") } }
        }
        try await withServer(ServerTests.router, configure: configure) { server in
            // The reserve has room for 16 connections beyond the limit.
            let clients = try (0..<20).map { _ in try server.client() }
            try await until { server.metric("fairway_http_connections_dropped_total") == 3 }
            #expect(events.withLock(\.self).count { $0.contains("was closed without an answer") } == 1)
            for client in clients { client.closeOutput() }
        }
    }

    @Test func oneAddressCannotUseAllConnections() throws {
        var limits = HTTPLimits()
        limits.connections = 1_000
        limits.connectionsPerAddress = 2
        let admission = HTTPAdmission(limits, rate: nil)
        let greedy = try #require(SocketAddress("192.0.2.1", port: 1))
        let mapped = try #require(SocketAddress("::ffff:192.0.2.1", port: 2))
        let other = try #require(SocketAddress("192.0.2.2", port: 1))
        #expect(admission.admit(greedy))
        #expect(admission.admit(mapped))
        #expect(!admission.isOverLimit(greedy))
        #expect(admission.admit(greedy))
        #expect(admission.isOverLimit(mapped))
        #expect(admission.admit(other))
        #expect(!admission.isOverLimit(other))
        // The reserve has room for 16 connections. The third connection of `greedy` has taken one.
        let admitted = (0..<100).count { _ in admission.admit(greedy) }
        #expect(admitted == 15)
        #expect(admission.connectionCount == 19)
        for _ in 0..<18 { admission.release(greedy) }
        #expect(!admission.isOverLimit(greedy))
        #expect(admission.connectionCount == 1)
    }

    @Test(arguments: [(20_000, 20_000, 18_793), (1_000, 200, 158), (20_000, 50, 16), (20_000, 1, 1), (20_000, -60, 1)])
    func connectionLimitFitsTheDescriptors(wanted: Int, descriptors: Int, allowed: Int) {
        let most = HTTPAdmission.connectionLimit(wanted: wanted, descriptors: descriptors)
        #expect(most == allowed)
        var limits = HTTPLimits()
        limits.connections = most
        let admission = HTTPAdmission(limits, rate: nil)
        // The descriptors also suffice for the connections of the reserve.
        guard descriptors > 40, let peer = SocketAddress("192.0.2.1", port: 1) else { return }
        #expect((0..<wanted + 2_000).count { _ in admission.admit(peer) } <= descriptors)
    }

    /// For a timeout of 60 seconds.
    @Test(arguments: [
        (100, 0, 60), (100, 50, 60), (100, 51, 58), (100, 75, 30), (100, 98, 2), (100, 99, 1), (100, 100, 1),
        (100, 106, 1),
        (2, 1, 60), (2, 2, 1), (2, 3, 1), (1, 2, 60), (0, 1, 60),
    ])
    func timeoutsShrinkWithTheFreeConnections(most: Int, open: Int, seconds: Int) {
        #expect(HTTPAdmission.shortened(60, used: open, of: most) == seconds)
    }

    /// Runs `body` with as many clients as the server allows.
    private func withFullServer(_ body: ([TestClient], SteppedClock, TestServer) async throws -> Void) async throws {
        let clock = SteppedClock()
        let configure = { (configuration: inout ServerConfiguration) in
            configuration.clock = clock
            configuration.limits.connections = 4
        }
        try await withServer(ServerTests.router, configure: configure) { server in
            // Each client gets a response before the next one connects, so the server accepts them in order.
            let clients = try (0..<4).map { _ in
                let client = try server.client()
                client.send("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.response().status == 200)
                return client
            }
            try await body(clients, clock, server)
        }
    }

    @Test(.waiting)
    func idleConnectionsAreClosedEarlierNearTheLimit() async throws {
        try await withFullServer { silent, clock, server async throws in
            clock.advance(seconds: 40)
            #expect(try silent[3].rest() == "")
            #expect(try silent[2].rest() == "")
            #expect(try server.exchange("GET /hello/a HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
            // The first was accepted while most connections were free.
            #expect(!silent[0].isReadable)
        }
    }

    @Test(
        .waiting,
        arguments: ["G", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhal"]
    )
    func slowRequestsAreRefusedEarlierNearTheLimit(beginning: String) async throws {
        try await withFullServer { clients, clock, server in
            let bytes = "fairway_http_received_bytes_total"
            let before = try #require(server.metric(bytes))
            for client in clients { client.send(beginning) }
            try await until { server.metric(bytes) == before + 4 * beginning.utf8.count }
            // A shorter time than the full deadlines.
            clock.advance(seconds: 8)
            try await until { clients.contains { $0.isReadable } }
            #expect(clock.nanoseconds < UInt64(HTTPLimits().headerSeconds) * 1_000_000_000)
            let answered = try #require(clients.first { $0.isReadable })
            let response = try answered.response()
            #expect(response.status == 408)
            #expect(response.body.contains("was not complete \(beginning.count > 1 ? 6 : 2) s after"))
        }
    }

    @Test(.waiting)
    func droppedExchangeIsAnsweredWith500AndReported() async throws {
        let events = Mutex<[String]>([])
        let report: @Sendable (ServerEvent) -> Void = { event in events.withLock { $0.append("\(event)") } }
        try await withServer(ServerTests.router, configure: { $0.onEvent = report }) { server in
            let response = try server.exchange("GET /drops HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.status == 500)
            #expect(events.withLock { $0.contains { $0.contains("dropped") } })
        }
    }
}
