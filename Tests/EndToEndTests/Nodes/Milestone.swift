import Synchronization

/// A barrier: a task waits until others have made progress.
final class Milestone: Sendable {
    private let state: Mutex<State>

    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// - Parameter count: The number of `pass()` calls until the milestone is reached.
    init(_ count: Int) { state = Mutex(State(missing: count)) }

    func pass() { come(closerBy: 1) }

    /// Releases all waiters.
    func giveUp() { come(closerBy: .max) }

    private func come(closerBy count: Int) {
        let waiting = state.withLock { state in
            state.missing = max(0, state.missing) - count
            guard state.missing <= 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until the milestone is reached.
    func reach() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.missing > 0 { state.waiting.append(continuation) }
                return state.missing <= 0
            }
            if isReached { continuation.resume() }
        }
    }
}
