import Dispatch
import FairwayHTTP
import ServerDoubles
import Synchronization

/// Blocks an event loop, in the handler of `GET /busy`, until the test ends it.
final class BlockedEventLoop: Sendable {
    private let queue = Mutex<EventLoop?>(nil)
    private let goesOn = DispatchSemaphore(value: 0)

    func add(to router: inout Router<Void>) {
        router.on(.get, "/busy") { [self] _, exchange in
            queue.withLock { $0 = exchange.eventLoop }
            goesOn.wait()
            exchange.respond(.text("busy"))
        }
    }

    /// Blocks the event loop of a client's connection and returns it.
    @discardableResult
    func begin(_ client: TestClient) async throws -> EventLoop {
        client.send("GET /busy HTTP/1.1\r\nHost: a\r\n\r\n")
        while true {
            if let queue = queue.withLock(\.self) { return queue }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Ends the block. May be called before it begins.
    func end() { goesOn.signal() }
}
