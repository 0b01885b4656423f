import Fairway
import Synchronization

/// The disk under the store of a single node. What has been written and not synced may be lost, torn or there when the
/// process ends.
///
/// A store writes a change to its log, syncs that, and only then shows the change to readers. Its log has checksums, so that
/// recovery takes a torn change for none.
final class SimulatedDisk: Sendable {
    private let dice: Dice
    private let state: Mutex<State>

    private struct State {
        var synced: MemoryStore.Image
        var unsynced: Unsynced?
        var fullUntil = 0
    }

    /// A change that was written and not synced.
    private struct Unsynced {
        var image: MemoryStore.Image
        var commit: Commit?
    }

    init(_ dice: Dice, _ image: MemoryStore.Image) {
        self.dice = dice
        state = Mutex(State(synced: image))
    }

    /// Writes all that is stored after a change. It takes the place of a change that could not be synced.
    func write(_ image: MemoryStore.Image, _ commit: Commit? = nil) {
        state.withLock { $0.unsynced = Unsynced(image: image, commit: commit) }
    }

    /// Syncs what was written: all that is stored from here on.
    func sync() -> MemoryStore.Image {
        state.withLock { state in
            if let unsynced = state.unsynced { state.synced = unsynced.image }
            state.unsynced = nil
            return state.synced
        }
    }

    /// The process has ended: what the next one finds, and the change that nobody was told of and that is there.
    func recover() -> (image: MemoryStore.Image, commit: Commit?) {
        state.withLock { state in
            guard let unsynced = state.unsynced else { return (state.synced, nil) }
            state.unsynced = nil
            // Lost or torn, two times in three.
            guard dice.roll(0...2) == 2 else { return (state.synced, nil) }
            state.synced = unsynced.image
            return (state.synced, unsynced.commit)
        }
    }

    /// Nothing can be written until then.
    func fill(until milliseconds: Int) { state.withLock { $0.fullUntil = milliseconds } }

    func isFull(at milliseconds: Int) -> Bool { state.withLock { $0.fullUntil > milliseconds } }
}

/// Lets one at a time write, in order of arrival.
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
