import Dispatch
import FairwayHTTP
import ServerDoubles
import Synchronization
import Testing

/// The turns of an event queue that is never through with what there is to do.
@Suite(.timeLimit(.minutes(10)))
struct TurnTests {
    /// Two clients in one: the handler of the one's request asks the next for the other. So whenever a turn ends, a request
    /// lies in a socket, and the queue's source gives it a turn of its own besides the one that the last has promised.
    private final class Pair: Sendable {
        private static let lastRequest = 200_000
        /// It is only then that turns would have piled up.
        private static let firstLooked = 20_000

        private let clients = Mutex<[TestClient]>([])
        private let requests = Atomic<Int>(0)
        private let waited = Mutex<Int?>(nil)

        /// How many requests were handled before work that was put behind them on the queue; nil: it has not been done.
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
                // What it asked before is answered and sent.
                if number > 1 { _ = try? client.response() }
                client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            }
        }

        var router: Router<Void> {
            var router = Router<Void>()
            router.on(.get, "/next") { [self] _, exchange in
                exchange.respond(Response(204))
                let number = requests.add(1, ordering: .relaxed).newValue
                if number == Self.firstLooked {
                    exchange.eventQueue.dispatchQueue.async { [self] in
                        waited.withLock { $0 = requests.load(ordering: .relaxed) - number }
                    }
                }
                if requestsBeforeOthers == nil, number < Self.lastRequest { ask(number) }
            }
            return router
        }
    }

    /// The timer is such work: where each turn that follows another promised one more, it waited behind all of them.
    @Test func turnsDoNotPileUpBeforeOtherWork() async throws {
        let pair = Pair()
        try await withServer(pair.router) { server in
            try pair.begin(server)
            try await until { pair.requestsBeforeOthers != nil }
            pair.end()
            // The rest of the turn that is taken, the one that is promised, and the source's: 64 rounds each.
            #expect(try #require(pair.requestsBeforeOthers) <= 3 * 64)
        }
    }

    /// One step for all before the next is what makes requests that come together cheaper than one by one.
    @Test func whatSomeHaveSentIsReadBeforeAnyOfItIsHandedOn() async throws {
        let bytesRead = Mutex<(@Sendable () -> Int?)?>(nil)
        let atHandlers = Mutex<[Int?]>([])
        let blocker = BusyQueue()
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
