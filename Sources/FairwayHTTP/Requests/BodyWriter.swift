import Synchronization

/// Writes a body bit by bit, from any thread: events, mostly.
///
/// What is written waits in memory until the client takes it, so there is a bound: `write` takes nothing while too much
/// waits, and `Event.writable` says when it does again. Whoever sends states of which only the newest matters drops the
/// others in between.
public final class BodyWriter: Sendable {
    /// What a writer is told, on the connection's event queue.
    public enum Event: Sendable, Equatable {
        /// `write` refused something and would take it now.
        case writable
        /// The server is about to end: write the last bytes and finish. What does not is cut off when the time is up.
        case shuttingDown
        /// The client has gone, before `finish`. Nothing follows.
        case closed
    }

    private enum Phase: UInt8, AtomicRepresentable {
        case open, finished, closed
    }

    private let connection: Connection
    private let sequence: Int
    private let highWater: Int
    private let phase = Atomic<Phase>(.open)
    private let underway = Atomic<Int>(0)
    private let unsent = Atomic<Int>(0)
    private let wasRefused = Atomic<Bool>(false)

    init(connection: Connection, sequence: Int) {
        self.connection = connection
        self.sequence = sequence
        highWater = connection.queue.context.limits.streamBytes
    }

    /// The queue on which events come.
    public var eventQueue: EventQueue { connection.queue }

    /// Whether the client has gone or the body is finished.
    public var isClosed: Bool { phase.load(ordering: .acquiring) != .open }

    /// Sends bytes. False: nothing of them was taken, because too much waits already or because the client has gone.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        guard !isClosed else { return false }
        if bytes.isEmpty { return true }
        if isFull {
            // First asked for, then looked at again: else the last byte could leave between the two, and nobody would
            // be told.
            wasRefused.store(true, ordering: .sequentiallyConsistent)
            if isFull { return false }
        }
        underway.add(bytes.count, ordering: .sequentiallyConsistent)
        if connection.queue.isCurrent {
            connection.write(sequence, bytes)
        } else {
            connection.queue.leave(.write(connection, sequence: sequence, bytes))
        }
        return true
    }

    /// Ends the body; no event follows.
    public func finish() {
        guard phase.compareExchange(expected: .open, desired: .finished, ordering: .acquiringAndReleasing).exchanged
        else { return }
        if connection.queue.isCurrent {
            connection.finish(sequence)
        } else {
            connection.queue.leave(.finish(connection, sequence: sequence))
        }
    }

    private var isFull: Bool {
        let unsent = unsent.load(ordering: .sequentiallyConsistent)
        if isHeldUp(unsent) { return true }
        return underway.load(ordering: .sequentiallyConsistent) + unsent > highWater
    }

    /// Whether others hold all that may be held. Not where nothing waits here: then no flush would tell of room again.
    private func isHeldUp(_ unsent: Int) -> Bool { unsent > 0 && connection.queue.context.held.isFull }

    /// Takes in what a flush has achieved; true: the writer waits to be told that it can go on.
    func flushed(moved: Int, unsent: Int) -> Bool {
        self.unsent.store(unsent, ordering: .sequentiallyConsistent)
        let left = underway.subtract(moved, ordering: .sequentiallyConsistent).newValue
        guard left + unsent <= highWater / 2, !isHeldUp(unsent) else { return false }
        return wasRefused.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// The connection is gone; true: the writer did not know.
    func close() -> Bool {
        phase.compareExchange(expected: .open, desired: .closed, ordering: .acquiringAndReleasing).exchanged
    }
}
