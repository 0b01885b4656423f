import Synchronization

/// Writes a streamed body, such as server-sent events, from any thread.
///
/// Unsent bytes are bounded: beyond the limit `write` returns false, and `Event.writable` reports when it accepts bytes
/// again. If only the newest state matters, drop the states in between.
public final class BodyWriter: Sendable {
    /// An event for the writer, delivered on the connection's event loop.
    public enum BodyEvent: Sendable, Equatable {
        /// `write` accepts bytes again, after it had returned false.
        case writable
        /// The server is stopping: write the last bytes and finish. A stream that does not finish is cut off when the
        /// shutdown reaches its time limit.
        case shuttingDown
        /// The client disconnected before `finish`, or the response has no body. No further event follows.
        case closed
    }

    private enum Phase: UInt8, AtomicRepresentable {
        case open, finished, closed
    }

    /// Where the bytes go.
    private enum Destination {
        case connection(HTTPConnection, sequence: Int)
        case direct(DirectStream)
    }

    /// The event loop that delivers events.
    public let eventLoop: EventLoop
    private let destination: Destination
    private let highWater: Int
    private let phase = Atomic<Phase>(.open)
    private let inTransit = Atomic<Int>(0)
    private let unsent = Atomic<Int>(0)
    private let wasRefused = Atomic<Bool>(false)

    init(connection: HTTPConnection, sequence: Int) {
        eventLoop = connection.loop
        destination = .connection(connection, sequence: sequence)
        highWater = eventLoop.context.limits.streamBytes
    }

    init(_ stream: DirectStream, on loop: EventLoop) {
        eventLoop = loop
        destination = .direct(stream)
        highWater = loop.context.limits.streamBytes
    }

    /// Whether the client has disconnected or the body is finished.
    public var isClosed: Bool { phase.load(ordering: .acquiring) != .open }

    /// Writes bytes. False: none were accepted, because too many are unsent or the body has ended.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        guard !isClosed else { return false }
        if bytes.isEmpty { return true }
        if isFull {
            // Checked again after the flag is set: a flush in between could have sent everything, and no event would
            // follow.
            wasRefused.store(true, ordering: .sequentiallyConsistent)
            if isFull { return false }
        }
        inTransit.add(bytes.count, ordering: .sequentiallyConsistent)
        switch destination {
        case .connection(let connection, let sequence):
            if connection.loop.isCurrent {
                connection.write(sequence, bytes)
            } else {
                connection.loop.send(.write(connection, sequence: sequence, bytes))
            }
        case .direct(let stream): stream.append(bytes)
        }
        return true
    }

    /// Ends the body. No event follows.
    public func finish() {
        guard phase.compareExchange(expected: .open, desired: .finished, ordering: .acquiringAndReleasing).exchanged
        else { return }
        switch destination {
        case .connection(let connection, let sequence):
            if connection.loop.isCurrent {
                connection.finish(sequence)
            } else {
                connection.loop.send(.finish(connection, sequence: sequence))
            }
        case .direct(let stream): stream.finish()
        }
    }

    private var isFull: Bool {
        let unsent = unsent.load(ordering: .sequentiallyConsistent)
        if isOutOfMemory(unsent) { return true }
        return inTransit.load(ordering: .sequentiallyConsistent) + unsent > highWater
    }

    /// Whether all buffer memory of the server is in use. False if this connection has nothing unsent: no flush would
    /// follow and report free memory.
    private func isOutOfMemory(_ unsent: Int) -> Bool { unsent > 0 && eventLoop.context.admission.isMemoryFull }

    /// Updates the counts after a flush. True: tell the writer that it can write again.
    func flushed(moved: Int, unsent: Int) -> Bool {
        self.unsent.store(unsent, ordering: .sequentiallyConsistent)
        let left = inTransit.subtract(moved, ordering: .sequentiallyConsistent).newValue
        guard left + unsent <= highWater / 2, !isOutOfMemory(unsent) else { return false }
        return wasRefused.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// Closes the writer. False: it was closed or finished already.
    func close() -> Bool {
        phase.compareExchange(expected: .open, desired: .closed, ordering: .acquiringAndReleasing).exchanged
    }
}
