import Fairway
import FairwayHTTP
import FairwayWire
import Synchronization

/// One client's stream of a session's revisions (WHATWG HTML 9.2, server-sent events).
///
/// It holds one state, not a queue: while the client does not read, the subscription keeps the newest.
final class EventStream: Sendable {
    private let subscription: Subscription
    private let writer: BodyWriter
    private let heartbeat: StreamHeartbeat
    private let room: Room

    init(_ exchange: Exchange, _ subscription: Subscription, _ heartbeat: StreamHeartbeat) {
        let room = Room()
        self.subscription = subscription
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
                subscription.cancel()
                room.open()
            case .closed:
                subscription.cancel()
                room.open()
            }
        }
    }

    /// Sends states until there are no more.
    ///
    /// - Parameter missed: the instructions that the client has not been sent since it was last connected.
    func run(_ missed: [EffectDocument]) async {
        heartbeat.add(writer)
        var first = true
        while let event = await subscription.next() {
            switch event {
            case .superseded:
                await send("event: superseded\ndata: {}\n\n")
            case .state(var document):
                if first {
                    // Those of a change that came in between are in both.
                    let own = Set(document.effects.map(\.id))
                    document.effects = missed.filter { !own.contains($0.id) } + document.effects
                }
                first = false
                await send("id: \(document.revision)\nevent: state\ndata: \(document.json)\n\n")
            }
        }
        if room.isShuttingDown { writer.write(Array("retry: 1000\n\n".utf8)) }
        finish()
    }

    private func finish() {
        heartbeat.remove(writer)
        writer.finish()
    }

    /// Sends an event, as soon as the client has taken enough of what was sent before.
    private func send(_ event: String) async {
        let bytes = Array(event.utf8)
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
