import Dispatch
import FairwayHTTP
import ServerDoubles
import Synchronization
import TestWaits
import Testing

/// The order of work on an event loop that is always busy.
@Suite(.waiting)
struct EventLoopTurnTests {
    /// Two clients that keep a loop busy. The handler of one client's request sends the next request of the other.
    ///
    /// At the end of every turn a socket is therefore readable. The loop's Dispatch source then schedules a turn, in
    /// addition to the one that the loop schedules itself.
    private final class Pair: Sendable {
        private static let lastRequest = 200_000
        /// The request that enqueues other work. If each turn scheduled another, many turns would wait by then.
        private static let enqueuingRequest = 20_000

        private let clients = Mutex<[TestClient]>([])
        private let requests = Atomic<Int>(0)
        private let waited = Mutex<Int?>(nil)

        /// The number of requests handled while other work waited in the queue; nil until that work has run.
        var requestsBeforeOthers: Int? { waited.withLock(\.self) }

        func begin(_ server: TestServer) throws {
            try clients.withLock { clients in clients = [try server.client(), try server.client()] }
            ask(0)
        }

        func end() { clients.withLock { $0 = [] } }

        private func ask(_ number: Int) {
            clients.withLock { clients in
                guard !clients.isEmpty else { return }
                let client = clients[number % 2]
                // This client's previous request has been answered, so reading the response does not block.
                if number > 1 { _ = try? client.response() }
                client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            }
        }

        var router: Router<Void> {
            var router = Router<Void>()
            router.on(.get, "/next") { [self] _, exchange in
                exchange.respond(Response(204))
                let number = requests.add(1, ordering: .relaxed).newValue
                if number == Self.enqueuingRequest {
                    exchange.eventLoop.dispatchQueue.async { [self] in
                        waited.withLock { $0 = requests.load(ordering: .relaxed) - number }
                    }
                }
                if requestsBeforeOthers == nil, number < Self.lastRequest { ask(number) }
            }
            return router
        }
    }

    /// If each turn scheduled another, turns would accumulate in the queue, and the timer would wait behind them.
    @Test func turnsDoNotDelayOtherWorkOnTheQueue() async throws {
        let pair = Pair()
        try await withServer(pair.router) { server in
            try pair.begin(server)
            try await until { pair.requestsBeforeOthers != nil }
            pair.end()
            // Three turns of 64 rounds: the current one, the one that the loop scheduled, and the source's.
            #expect(try #require(pair.requestsBeforeOthers) <= 3 * 64)
        }
    }

    /// A turn of a busy loop may take a second.
    @Test func dateIsUpdatedWithinATurn() async throws {
        let clock = CountingClock()
        var router = Router<Void>()
        router.on(.get, "/next") { _, exchange in
            clock.advance()
            exchange.respond(Response(204))
        }
        try await withServer(router, configure: { $0.clock = clock }) { server in
            let client = try server.client()
            for second in 0..<50 {
                client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
                let date = try client.response().headers["date"]
                #expect(date == "Thu, 01 Jan 1970 00:00:\(second < 10 ? "0" : "")\(second) GMT")
            }
        }
    }

    @Test func requestsOfABatchAreReadBeforeTheFirstIsHandled() async throws {
        let bytesRead = Mutex<(@Sendable () -> Int?)?>(nil)
        let atHandlers = Mutex<[Int?]>([])
        let blocker = BlockedEventLoop()
        var router = Router<Void>()
        router.on(.get, "/read") { _, exchange in
            let bytes = bytesRead.withLock { $0 }?()
            atHandlers.withLock { $0.append(bytes) }
            exchange.respond(Response(204))
        }
        blocker.add(to: &router)
        try await withServer(router) { server in
            defer { blocker.end() }
            bytesRead.withLock { $0 = { server.metric("fairway_http_received_bytes_total") } }
            let (clients, busy) = ([try server.client(), try server.client()], try server.client())
            try await blocker.begin(busy)
            for client in clients { client.send("GET /read HTTP/1.1\r\nHost: a\r\n\r\n") }
            blocker.end()
            for client in clients { #expect(try client.response().status == 204) }
            let all = try #require(server.metric("fairway_http_received_bytes_total"))
            #expect(atHandlers.withLock(\.self) == [all, all])
        }
    }
}

/// A clock whose date a handler advances, without a tick of the event loop.
private final class CountingClock: ServerClock {
    private let clock = SteppedClock()
    private let seconds = Atomic<Int>(0)

    var nanoseconds: UInt64 { clock.nanoseconds }
    var secondsSince1970: Int { seconds.load(ordering: .relaxed) }

    func advance() { seconds.add(1, ordering: .relaxed) }

    func everySecond(on queue: DispatchQueue, _ tick: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        clock.everySecond(on: queue, tick)
    }

    func after(milliseconds: Int, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        clock.after(milliseconds: milliseconds, on: queue, body)
    }

    func nanosecondsSinceData(inSocket descriptor: Int32) -> UInt64? {
        clock.nanosecondsSinceData(inSocket: descriptor)
    }
}
