import Fairway
import FairwayHTTP
import Synchronization

/// One client's stream of events (WHATWG HTML 9.2, server-sent events).
///
/// It holds no events: whoever sends waits until the client has taken enough of those before.
final class EventStream: Sendable {
    private let writer: BodyWriter
    private let heartbeat: StreamHeartbeat
    private let room: Room

    /// Begins the answer.
    ///
    /// - Parameter end: Called when nothing more will be taken: the client has gone, or the server is about to end.
    init(_ exchange: Exchange, _ heartbeat: StreamHeartbeat, end: @escaping @Sendable () -> Void) {
        let room = Room()
        self.heartbeat = heartbeat
        self.room = room
        writer = exchange.stream(
            Response(200, headers: ["Content-Type": ContentType.eventStream.value, "Cache-Control": "no-store"])
        ) { event in
            switch event {
            case .writable:
                room.open()
            case .shuttingDown:
                room.isShuttingDown = true
                end()
                room.open()
            case .closed:
                end()
                room.open()
            }
        }
    }

    /// Keeps the stream open for as long as `write` sends to it.
    func run(_ write: () async -> Void) async {
        heartbeat.add(writer)
        await write()
        if room.isShuttingDown { writer.write(Array("retry: 1000\n\n".utf8)) }
        heartbeat.remove(writer)
        writer.finish()
    }

    /// Sends an event, as soon as the client has taken enough of what was sent before.
    func send(_ event: String, id: Int? = nil, data: String = "{}") async {
        let bytes = Array("\(id.map { "id: \($0)\n" } ?? "")event: \(event)\ndata: \(data)\n\n".utf8)
        while !writer.isClosed, !writer.write(bytes), !room.isShuttingDown {
            await room.wait()
        }
    }
}

/// Where a stream waits for its client to read on.
private final class Room: Sendable {
    private struct State {
        var isOpen = false
        var isShuttingDown = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    var isShuttingDown: Bool {
        get { state.withLock(\.isShuttingDown) }
        set { state.withLock { $0.isShuttingDown = newValue } }
    }

    func open() {
        let waiting = state.withLock { state in
            let waiting = state.waiting
            state.waiting = nil
            state.isOpen = waiting == nil
            return waiting
        }
        waiting?.resume()
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard !state.isOpen else {
                    state.isOpen = false
                    return true
                }
                state.waiting = continuation
                return false
            }
            if isOpen { continuation.resume() }
        }
    }
}
