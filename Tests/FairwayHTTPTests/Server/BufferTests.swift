import FairwayHTTP
import Testing

/// What all connections hold together is bounded.
struct BufferTests {
    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    private static func post(_ body: String, of length: Int? = nil) -> String {
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)"
    }

    @Test(.timeLimit(.minutes(10)))
    func aBodyIsNotKeptWhileTooMuchIsHeld() async throws {
        try await withServer(ServerTests.router, configure: { $0.limits.bufferedBytes = 10_000 }) { server in
            let slow = try server.client()
            slow.send(Self.post(String(repeating: "x", count: 20_000), of: 20_001))
            try await until { try server.exchange(Self.post("hi")).status == 503 }
            let refused = try server.exchange(Self.post("hi"))
            #expect(refused.code == "overloaded")
            #expect(refused.headers["retry-after"] == "1")
            #expect(try server.exchange(Self.get("/hello/Ada")).status == 200)
            // What was begun before is answered, and makes room.
            slow.send("x")
            #expect(try slow.response().status == 200)
            try await until { try server.exchange(Self.post("hi")).status == 200 }
            // So does a client that goes.
            slow.send(Self.post(String(repeating: "x", count: 20_000), of: 20_001))
            try await until { try server.exchange(Self.post("hi")).status == 503 }
            slow.closeOutput()
            try await until { try server.exchange(Self.post("hi")).status == 200 }
            #expect(server.metric("fairway_http_connections_stalled_total") == 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func whoDoesNotReadIsCutOffOnceTooMuchWaits() async throws {
        var router = ServerTests.router
        router.on(.get, "/large") { _, exchange in
            exchange.respond(.text(String(repeating: "x", count: 200_000)))
        }
        try await withServer(router, configure: { $0.limits.bufferedBytes = 150_000 }) { server in
            let slow = try TestClient(server.address, receiveBuffer: 4096)
            // More than the kernel takes by itself.
            slow.send(String(repeating: Self.get("/large"), count: 100))
            try await until { server.metric("fairway_http_connections_stalled_total") == 1 }
            #expect(try slow.rest().utf8.count < 20_000_000)
            #expect(try server.exchange(Self.get("/hello/Ada")).status == 200)
            #expect(try server.exchange(Self.post("hi")).status == 200)
        }
    }
}
