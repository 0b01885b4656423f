import FairwayHTTP
import ServerDoubles
import Synchronization
import TestWaits
import Testing

/// A connection has at most one long poll at a time. A long poll is cancelled when its client disconnects.
@Suite(.waiting)
struct LongPollTests {
    /// A long poll that waits until the test ends it, and a record of its events.
    private final class LongPoll: Sendable {
        private let state = Mutex(State())

        private struct State {
            var events: [String] = []
            var waiting: CheckedContinuation<Void, Never>?
        }

        var events: [String] { state.withLock(\.events) }

        func note(_ event: String) { state.withLock { $0.events.append(event) } }

        func wait() async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    state.withLock { state in
                        state.events.append("waits")
                        state.waiting = continuation
                    }
                }
            } onCancel: {
                note("cancelled")
                end()
            }
        }

        func end() {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume()
        }

        var router: Router<Void> {
            var router = Router<Void>()
            router.on(.get, "/wait") { _, exchange in
                exchange.respondAfterWaiting {
                    await self.wait()
                    self.note("ends")
                    return .text("waited")
                }
            }
            router.on(.get, "/quick") { _, exchange in
                self.note("quick")
                exchange.respond(.text("quick"))
            }
            return router
        }
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test func requestsAfterALongPollWaitForItsResponse() async throws {
        let poll = LongPoll()
        try await withServer(poll.router) { server in
            let client = try server.client()
            client.send(Self.get("/quick") + Self.get("/wait") + Self.get("/quick") + Self.get("/quick"))
            #expect(try client.response().body == "quick")
            try await until { poll.events.contains("waits") }
            // Other connections are served.
            #expect(try server.exchange(Self.get("/quick")).body == "quick")
            poll.end()
            for body in ["waited", "quick", "quick"] { #expect(try client.response().body == body) }
            #expect(poll.events == ["quick", "waits", "quick", "ends", "quick", "quick"])
        }
    }

    @Test(arguments: [true, false])
    func longPollIsCancelledWhenItsClientDisconnects(byReset: Bool) async throws {
        let poll = LongPoll()
        try await withServer(poll.router) { server in
            var client: TestClient? = try server.client()
            client?.send(Self.get("/wait"))
            try await until { poll.events == ["waits"] }
            if byReset { client?.resetsWhenClosed() }
            client = nil
            try await until { poll.events == ["waits", "cancelled", "ends"] }
            #expect(try server.exchange(Self.get("/quick")).body == "quick")
        }
    }

    /// During the long poll, the server reads neither the pipelined request nor the end of the input after it.
    @Test func longPollWithPipelinedRequestsIsCancelledToo() async throws {
        let poll = LongPoll()
        try await withServer(poll.router) { server in
            var client: TestClient? = try server.client()
            client?.send(Self.get("/quick") + Self.get("/wait") + Self.get("/quick"))
            // The client has read everything, so closing sends no reset.
            #expect(try client?.response().body == "quick")
            try await until { poll.events == ["quick", "waits"] }
            client = nil
            try await until { poll.events == ["quick", "waits", "cancelled", "ends"] }
            #expect(try server.exchange(Self.get("/quick")).body == "quick")
            #expect(poll.events.count == 5, "the request behind the cancelled long poll must not be handled")
        }
    }

    @Test func streamWithPipelinedRequestsIsClosedToo() async throws {
        let poll = LongPoll()
        var router = poll.router
        router.on(.get, "/stream") { _, exchange in
            exchange.pausePipeline()
            poll.note("streams")
            _ = exchange.stream(Response(200)) { event in
                if event == .closed { poll.note("closed") }
            }
        }
        try await withServer(router) { server in
            var client: TestClient? = try server.client()
            client?.send(Self.get("/stream") + Self.get("/quick"))
            _ = try client?.read(through: "\r\n\r\n")
            client = nil
            try await until { poll.events == ["streams", "closed"] }
        }
    }

    /// A long poll that ends when another client sends a request or closes its stream. The test blocks the event loop,
    /// to make it read several events in one batch.
    private final class Wait: Sendable {
        let blocker = BlockedEventLoop()
        private let exchange = Mutex<Exchange?>(nil)

        var hasBegun: Bool { exchange.withLock { $0 != nil } }

        var router: Router<Void> {
            var router = Router<Void>()
            router.on(.get, "/quick") { _, exchange in exchange.respond(.text("quick")) }
            router.on(.get, "/wait") { [self] _, exchange in
                exchange.pausePipeline()
                self.exchange.withLock { $0 = exchange }
            }
            router.on(.get, "/end") { [self] _, exchange in
                end()
                exchange.respond(.text("ended"))
            }
            router.on(.get, "/stream") { [self] _, exchange in
                _ = exchange.stream(Response(200)) { [self] in if $0 == .closed { end() } }
            }
            blocker.add(to: &router)
            return router
        }

        private func end() { exchange.withLock { $0 }?.respond(.text("waited")) }
    }

    /// Calls `body` with a client whose long poll waits, and with two other clients.
    private func duringWait(
        asking requests: String,
        _ body: (Wait, TestClient, TestClient, TestClient) async throws -> Void
    ) async throws {
        let wait = Wait()
        try await withServer(wait.router) { server in
            defer { wait.blocker.end() }
            let client = try server.client()
            client.send(requests)
            try await until { wait.hasBegun }
            try await body(wait, client, try server.client(), try server.client())
        }
    }

    /// The client closes its output. The event loop reads that in the same batch as the request that ends the long
    /// poll.
    @Test func clientThatClosesItsOutputAsItsLongPollEndsIsServed() async throws {
        try await duringWait(asking: Self.get("/wait") + Self.get("/quick")) { wait, client, other, busy in
            for _ in 0..<2 {
                other.send(Self.get("/quick"))
                #expect(try other.response().body == "quick")
            }
            try await wait.blocker.begin(busy)
            other.send(Self.get("/end"))
            // The server has not read these when the long poll ends.
            client.send(Self.get("/quick"))
            client.closeOutput()
            wait.blocker.end()
            for body in ["waited", "quick", "quick"] { #expect(try client.response().body == body) }
            #expect(try client.rest() == "")
        }
    }

    /// Without pipelined requests, the event loop watches for input, and finds its end by reading.
    @Test func clientWithoutPipelinedRequestsIsServedToo() async throws {
        try await duringWait(asking: Self.get("/wait")) { wait, client, other, busy in
            try await wait.blocker.begin(busy)
            other.send(Self.get("/end"))
            client.closeOutput()
            wait.blocker.end()
            #expect(try client.response().body == "waited")
            #expect(try client.rest() == "")
            #expect(try other.response().body == "ended")
        }
    }

    /// The long poll ends because another client closes its stream. Both clients close their outputs in one batch.
    @Test func longPollThatEndsWithAnotherClientsStreamIsAnswered() async throws {
        try await duringWait(asking: Self.get("/wait")) { wait, client, other, busy in
            other.send(Self.get("/stream"))
            _ = try other.read(through: "\r\n\r\n")
            try await wait.blocker.begin(busy)
            other.closeOutput()
            client.closeOutput()
            wait.blocker.end()
            #expect(try client.response().body == "waited")
            #expect(try client.rest() == "")
        }
    }

    @Test func furtherRequestsWaitForUnsentResponses() async throws {
        let begun = Mutex(0)
        let first = Mutex<Exchange?>(nil)
        var router = Router<Void>()
        router.on(.get, "/first") { _, exchange in first.withLock { $0 = exchange } }
        router.on(.get, "/large") { _, exchange in
            begun.withLock { $0 += 1 }
            exchange.respond(.text(String(repeating: "x", count: 100_000)))
        }
        try await withServer(router) { server in
            let client = try server.client()
            client.send(Self.get("/first") + String(repeating: Self.get("/large"), count: 20))
            try await until { begun.withLock { $0 } > 0 }
            let exchange = try #require(first.withLock { $0 })
            // Runs on the event loop, where no request is parsed at the same time.
            exchange.eventLoop.run {
                let waiting = begun.withLock { $0 }
                exchange.respond(.text("\(waiting)"))
            }
            first.withLock { $0 = nil }
            let waiting = try #require(Int(try client.response().body))
            #expect(waiting * 100_000 <= HTTPLimits().outputBytes + 100_000)
            for _ in 0..<20 { #expect(try client.response().body.utf8.count == 100_000) }
        }
    }
}
