import Dispatch
import Glibc
import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import FairwayHTTP

struct CrossThreadResponseTests {
    /// As after a group commit, another thread answers many requests at once.
    @Test(.waiting)
    func responsesFromAnotherThreadAreSentInOrder() async throws {
        let kept = Mutex<[Exchange]>([])
        var router = Router<Void>()
        router.on(.get, "/{number}") { (_, exchange, _: Int) in kept.withLock { $0.append(exchange) } }
        try await withServer(router) { server in
            let clients = try (0..<8).map { _ in try server.client() }
            for client in clients {
                client.send((0..<8).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            }
            try await until { kept.withLock(\.count) == 64 }
            let exchanges = kept.withLock { kept in
                defer { kept = [] }
                return kept
            }
            // In reverse, so each connection has to order its responses.
            for (index, exchange) in exchanges.enumerated().reversed() {
                exchange.respond(.text("\(exchanges[..<index].count { $0.eventLoop === exchange.eventLoop })"))
            }
            for client in clients {
                let bodies = try (0..<8).map { _ in try #require(Int(try client.response().body)) }
                #expect(bodies == bodies.sorted())
            }
        }
    }

    @Test(.waiting)
    func taskRunsOnTheEventLoopOfItsRequest() async throws {
        var router = Router<Void>()
        router.on(.get, "/task") { _, exchange in
            exchange.respond {
                let isHereAtOnce = exchange.eventLoop.isCurrent
                await Task.yield()
                let isHereAgain = exchange.eventLoop.isCurrent
                return .text("\(isHereAtOnce) \(isHereAgain)")
            }
        }
        try await withServer(router) { server in
            let response = try server.exchange("GET /task HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.body == "true true")
        }
    }

    /// If it did, messages that were sent in between would be handled first.
    @Test(.waiting)
    func returnFromAnAwaitedFunctionDoesNotGoThroughTheInbox() async throws {
        final class Overtaking: Sendable { let isDone = Atomic(false) }
        let overtaking = Overtaking()
        @Sendable func wait(_ exchange: Exchange, depth: Int) async {
            if depth > 0 { return await wait(exchange, depth: depth - 1) }
            await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
            exchange.eventLoop.send(.call { overtaking.isDone.store(true, ordering: .relaxed) })
        }
        var router = Router<Void>()
        router.on(.get, "/deep") { _, exchange in
            exchange.respond {
                await wait(exchange, depth: 3)
                return .text("\(overtaking.isDone.load(ordering: .relaxed))")
            }
        }
        try await withServer(router) { server in
            let response = try server.exchange("GET /deep HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.body == "false")
        }
    }

    @Test(.waiting)
    func clientThatDoesNotReadResponsesIsNotReadFurther() async throws {
        let asked = Atomic<Int>(0)
        let body = [UInt8](repeating: 0x78, count: 100_000)
        var router = Router<Void>()
        router.on(.get, "/large") { _, exchange in
            asked.add(1, ordering: .relaxed)
            exchange.respond(Response(200, .bytes, body: body))
        }
        try await withServer(router) { server in
            let client = try TestClient(server.address, receiveBuffer: 4096)
            client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", count: 1000))
            #expect(try client.response().body.count == body.count)
            // The socket buffers and the output hold some of the responses. All of them would be 100 MB.
            #expect(asked.load(ordering: .relaxed) < 500)
            for _ in 1..<1000 { #expect(try client.response().body.utf8.count == body.count) }
        }
    }

    @Test(.waiting)
    func connectionsAreDistributedOverTheEventLoops() async throws {
        let queues = Mutex<Set<ObjectIdentifier>>([])
        var router = Router<Void>()
        router.on(.get, "/") { _, exchange in
            queues.withLock { _ = $0.insert(ObjectIdentifier(exchange.eventLoop)) }
            exchange.respond(.text("ok"))
        }
        try await withServer(router, configure: { $0.eventLoops = 3 }) { server in
            for _ in 0..<6 {
                let response = try server.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(response.body == "ok")
            }
            #expect(queues.withLock(\.count) == 3)
            #expect(server.metric("fairway_http_connections_accepted_total") == 6)
        }
    }
}
