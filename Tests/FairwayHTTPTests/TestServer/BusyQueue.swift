import Dispatch
import FairwayHTTP
import ServerDoubles
import Synchronization

/// A queue that looks at nothing for as long as the test says: it is in the middle of `GET /busy`.
final class BusyQueue: Sendable {
    private let queue = Mutex<EventQueue?>(nil)
    private let goesOn = DispatchSemaphore(value: 0)

    func add(to router: inout Router<Void>) {
        router.on(.get, "/busy") { [self] _, exchange in
            queue.withLock { $0 = exchange.eventQueue }
            goesOn.wait()
            exchange.respond(.text("busy"))
        }
    }

    /// Has the queue of a client's connection be busy; returns it.
    @discardableResult
    func begin(_ client: TestClient) async throws -> EventQueue {
        client.send("GET /busy HTTP/1.1\r\nHost: a\r\n\r\n")
        while true {
            if let queue = queue.withLock(\.self) { return queue }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Lets it go on; also before it has begun.
    func end() { goesOn.signal() }
}
