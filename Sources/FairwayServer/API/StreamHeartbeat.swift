import Fairway
import FairwayHTTP
import Synchronization

/// Sends a comment on every open stream now and then, so that proxies keep it open and a client that has gone is noticed.
///
/// One timer for all: ten thousand streams with a timer each would do little else.
final class StreamHeartbeat: Sendable {
    /// `protocol.md` 4.9 promises a line every 15 seconds.
    private static let seconds = 12.0
    private static let comment = Array(":\n\n".utf8)

    private let clock: any WallClock
    private let state = Mutex(State())

    private struct State {
        var writers: [ObjectIdentifier: BodyWriter] = [:]
        var isBeating = false
    }

    init(clock: any WallClock) { self.clock = clock }

    /// How many streams are open.
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
