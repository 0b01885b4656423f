import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import FairwayHTTP

/// A task of an event loop runs one handler after another.
@Suite(.waiting)
struct HandlerTaskTests {
    private final class Handlers: Sendable {
        private let state = Mutex(State())

        private struct State {
            weak var loop: EventLoop?
            weak var held: Held?
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private final class Held: Sendable {}

        /// `/quick` answers at once, and `/wait` once the test ends it.
        var router: Router<Void> {
            var router = Router<Void>()
            router.on(.get, "/quick") { [self] _, exchange in
                let held = Held()
                state.withLock { ($0.loop, $0.held) = (exchange.eventLoop, held) }
                exchange.respond { withExtendedLifetime(held) { .text("quick") } }
            }
            router.on(.get, "/wait") { [self] _, exchange in
                exchange.respond {
                    await withCheckedContinuation { continuation in
                        self.state.withLock { $0.waiting.append(continuation) }
                    }
                    return .text("waited")
                }
            }
            return router
        }

        var waitingCount: Int { state.withLock(\.waiting.count) }
        var isLoopReleased: Bool { state.withLock { $0.loop == nil } }
        /// Whether what the last quick handler has captured is released.
        var isHandlerReleased: Bool { state.withLock { $0.held == nil } }

        func end() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        /// The number of the loop's tasks that wait for a handler.
        func tasks() async throws -> Int {
            let found = state.withLock(\.loop)
            let loop = try #require(found)
            return await withCheckedContinuation { continuation in
                loop.run { continuation.resume(returning: loop.waitingTasks.count) }
            }
        }
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test func oneTaskRunsOneHandlerAfterAnother() async throws {
        let handlers = Handlers()
        try await withServer(handlers.router) { server in
            let client = try server.client()
            for _ in 0..<20 {
                client.send(Self.get("/quick"))
                #expect(try client.response().body == "quick")
            }
            #expect(try await handlers.tasks() == 1)
            #expect(handlers.isHandlerReleased)
        }
        try await until { handlers.isLoopReleased }
    }

    @Test(arguments: [(3, 3), (70, 64)])
    func handlersAtOnceHaveTasksOfTheirOwnOfWhichSomeAreKept(handlers count: Int, tasks: Int) async throws {
        let handlers = Handlers()
        try await withServer(handlers.router) { server in
            let clients = try (0..<count).map { _ in try server.client() }
            for client in clients { client.send(Self.get("/wait")) }
            try await until { handlers.waitingCount == count }
            handlers.end()
            for client in clients { #expect(try client.response().body == "waited") }
            _ = try server.exchange(Self.get("/quick"))
            #expect(try await handlers.tasks() == tasks)
        }
        try await until { handlers.isLoopReleased }
    }
}
