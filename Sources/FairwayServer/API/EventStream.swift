import Fairway
import FairwayHTTP
import Synchronization

/// A server-sent event stream (WHATWG HTML, section 9.2) to one client.
///
/// The stream buffers no events. Senders wait until the client has read enough of the earlier ones.
final class EventStream: Sendable {
    private let body: StreamedBody
    private let heartbeat: StreamHeartbeat

    /// Sends the response's head. Calls `end` when the client disconnects or the server shuts down. `subject` is the session
    /// that the caller's credential opened.
    init(
        _ exchange: Exchange,
        _ heartbeat: StreamHeartbeat,
        of subject: SessionSubject? = nil,
        end: @escaping @Sendable () -> Void
    ) {
        body = StreamedBody(exchange, ContentType.eventStream.value, of: subject, end: end)
        self.heartbeat = heartbeat
    }

    /// Runs `write`, which sends the events, and then ends the stream.
    func run(_ write: () async -> Void) async {
        // Firefox's `fetch` resolves with the first byte of the body.
        body.writer.write(StreamHeartbeat.comment)
        heartbeat.add(body.writer)
        await write()
        if body.isShuttingDown { body.writer.write(Array("retry: 1000\n\n".utf8)) }
        heartbeat.remove(body.writer)
        body.writer.finish()
    }

    /// Sends an event, after the client has read enough of the earlier ones.
    func send(_ event: String, id: Int? = nil, data: String = "{}") async {
        await body.send(Array("\(id.map { "id: \($0)\n" } ?? "")event: \(event)\ndata: \(data)\n\n".utf8))
    }
}

/// The body of a response that is sent while it is made. It buffers nothing: senders wait until the client has read enough.
final class StreamedBody: Sendable {
    let writer: BodyWriter
    private let writability: WritabilitySignal

    /// Sends the response's head. Calls `end` when the client disconnects or the server shuts down.
    init(
        _ exchange: Exchange,
        _ contentType: String,
        of subject: SessionSubject? = nil,
        end: @escaping @Sendable () -> Void = {}
    ) {
        let writability = WritabilitySignal()
        self.writability = writability
        writer = exchange.stream(
            Response(200, headers: ["Content-Type": contentType, "Cache-Control": "no-store"], subject: subject)
        ) { event in
            switch event {
            case .writable:
                writability.signal()
            case .shuttingDown:
                writability.isShuttingDown = true
                end()
                writability.signal()
            case .closed:
                end()
                writability.signal()
            }
        }
    }

    var isShuttingDown: Bool { writability.isShuttingDown }

    /// Sends bytes, after the client has read enough of the earlier ones.
    func send(_ bytes: [UInt8]) async {
        while !writer.isClosed, !writer.write(bytes), !writability.isShuttingDown {
            await writability.wait()
        }
    }
}

/// Suspends a sender until the client's connection is writable.
private final class WritabilitySignal: Sendable {
    private struct State {
        var isSignaled = false
        var isShuttingDown = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    var isShuttingDown: Bool {
        get { state.withLock(\.isShuttingDown) }
        set { state.withLock { $0.isShuttingDown = newValue } }
    }

    func signal() {
        let waiting = state.withLock { state in
            let waiting = state.waiting
            state.waiting = nil
            state.isSignaled = waiting == nil
            return waiting
        }
        waiting?.resume()
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isSignaled = state.withLock { state in
                guard !state.isSignaled else {
                    state.isSignaled = false
                    return true
                }
                state.waiting = continuation
                return false
            }
            if isSignaled { continuation.resume() }
        }
    }
}

/// Sends a comment on every open stream at intervals. Proxies then keep the connections open, and the server notices
/// clients that have vanished.
///
/// One timer serves all streams.
final class StreamHeartbeat: Sendable {
    /// `protocol.md`, section 4.9, promises a line every 15 seconds.
    private static let seconds = 12.0
    /// Without an empty line, which some clients take for an event without data.
    static let comment = Array(":\n".utf8)

    private let clock: any WallClock
    private let state = Mutex(State())

    private struct State {
        var writers: [ObjectIdentifier: BodyWriter] = [:]
        var isBeating = false
    }

    init(clock: any WallClock) { self.clock = clock }

    var count: Int { state.withLock(\.writers.count) }

    func add(_ writer: BodyWriter) {
        let begins = state.withLock { state in
            state.writers[ObjectIdentifier(writer)] = writer
            defer { state.isBeating = true }
            return !state.isBeating
        }
        if begins { waitForBeat() }
    }

    func remove(_ writer: BodyWriter) {
        state.withLock { $0.writers[ObjectIdentifier(writer)] = nil }
    }

    private func waitForBeat() {
        clock.after(Self.seconds) { [weak self] in self?.beat() }
    }

    private func beat() {
        let writers = state.withLock { state in
            state.isBeating = !state.writers.isEmpty
            return Array(state.writers.values)
        }
        for writer in writers { writer.write(Self.comment) }
        if !writers.isEmpty { waitForBeat() }
    }
}
