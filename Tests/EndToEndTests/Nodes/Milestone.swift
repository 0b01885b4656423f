import FairwayDoubles
import Synchronization

/// A barrier: a task waits until others have made progress.
final class Milestone: Sendable {
    private let state: Mutex<State>

    private struct State {
        var missing: Int
        var waiting: [Watcher] = []
    }

    /// - Parameter count: The number of `pass()` calls until the milestone is reached.
    init(_ count: Int) { state = Mutex(State(missing: count)) }

    func pass() { come(closerBy: 1) }

    /// Releases all waiters.
    func giveUp() { come(closerBy: .max) }

    private func come(closerBy count: Int) {
        let waiting = state.withLock { state in
            state.missing = max(0, state.missing) - count
            guard state.missing <= 0 else { return [Watcher]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for watcher in waiting { watcher.resume() }
    }

    /// Waits until the milestone is reached. Returns early if the task is cancelled.
    func reach() async {
        let watcher = state.withLock { state -> Watcher? in
            guard state.missing > 0 else { return nil }
            let watcher = Watcher()
            state.waiting.append(watcher)
            return watcher
        }
        await watcher?.wait()
    }
}
