import Fairway
import Synchronization

/// The disk of a single node. Unsynced writes may be lost, torn or present when the process ends.
///
/// A store writes a change to its log, syncs the log, and then shows the change to readers. Log entries have checksums,
/// so recovery discards a torn change.
final class SimulatedDisk: Sendable {
    private let dice: Dice
    private let state: Mutex<State>

    private struct State {
        var synced: MemoryStore.Image
        var unsynced: Unsynced?
        var fullUntil = 0
    }

    /// An unsynced change.
    private struct Unsynced {
        var image: MemoryStore.Image
        var commit: Commit?
    }

    init(_ dice: Dice, _ image: MemoryStore.Image) {
        self.dice = dice
        state = Mutex(State(synced: image))
    }

    /// Writes all rows, as they are after a change. Replaces a change that could not be synced.
    func write(_ image: MemoryStore.Image, _ commit: Commit? = nil) {
        state.withLock { $0.unsynced = Unsynced(image: image, commit: commit) }
    }

    /// Syncs the written rows and returns them.
    func sync() -> MemoryStore.Image {
        state.withLock { state in
            if let unsynced = state.unsynced { state.synced = unsynced.image }
            state.unsynced = nil
            return state.synced
        }
    }

    /// Returns the rows after a restart, and the unacknowledged change if it survived.
    func recover() -> (image: MemoryStore.Image, commit: Commit?) {
        state.withLock { state in
            guard let unsynced = state.unsynced else { return (state.synced, nil) }
            state.unsynced = nil
            // Lost or torn in two of three cases.
            guard dice.roll(0...2) == 2 else { return (state.synced, nil) }
            state.synced = unsynced.image
            return (state.synced, unsynced.commit)
        }
    }

    /// Makes writes fail until a time.
    func fill(until milliseconds: Int) { state.withLock { $0.fullUntil = milliseconds } }

    func isFull(at milliseconds: Int) -> Bool { state.withLock { $0.fullUntil > milliseconds } }
}

/// A fair lock for writers.
final class WriteTurn: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isTaken = false
        var waiting: [UnsafeContinuation<Void, Never>] = []
    }

    func take() async {
        await withUnsafeContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken { state.waiting.append(continuation) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isFree { continuation.resume() }
        }
    }

    func give() {
        let next = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
