import FairwayDoubles
import Synchronization

/// Suspends handlers until a test opens the gate, and counts the handlers that wait.
final class Gate: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isOpen = false
        var arrivals = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, watcher: Watcher)] = []
    }

    /// Waits until the gate is open, even if the task is cancelled.
    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = state.withLock { state in
                state.arrivals += 1
                let watchers = state.watchers.filter { $0.count <= state.arrivals }
                state.watchers.removeAll { $0.count <= state.arrivals }
                if !state.isOpen { state.waiting.append(continuation) }
                return (state.isOpen, watchers)
            }
            for (_, watcher) in watchers { watcher.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until `count` handlers have arrived. Returns early if the task is cancelled.
    func arrivals(_ count: Int) async {
        let watcher = state.withLock { state -> Watcher? in
            guard state.arrivals < count else { return nil }
            let watcher = Watcher()
            state.watchers.append((count, watcher))
            return watcher
        }
        await watcher?.wait()
    }

    /// Releases all current and future waiters.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
