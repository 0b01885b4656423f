import Dispatch
import FairwayHTTP
import ServerDoubles
import Synchronization

/// Blocks an event loop, in the handler of `GET /busy`, until the test ends it.
final class BlockedEventLoop: Sendable {
    private let loop = Mutex<EventLoop?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    func add(to router: inout Router<Void>) {
        router.on(.get, "/busy") { [self] _, exchange in
            loop.withLock { $0 = exchange.eventLoop }
            ended.wait()
            exchange.respond(.text("busy"))
        }
    }

    /// Blocks the event loop of a client's connection and returns it.
    @discardableResult
    func begin(_ client: TestClient) async throws -> EventLoop {
        client.send("GET /busy HTTP/1.1\r\nHost: a\r\n\r\n")
        while true {
            if let loop = loop.withLock(\.self) { return loop }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Ends the block. May be called before it begins.
    func end() { ended.signal() }
}
