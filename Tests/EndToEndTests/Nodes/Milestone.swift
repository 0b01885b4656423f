import Synchronization

/// Lets one task wait until others have come so far.
final class Milestone: Sendable {
    private let state: Mutex<State>

    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// - Parameter count: How often it has to be passed until it is reached.
    init(_ count: Int) { state = Mutex(State(missing: count)) }

    /// Comes one closer.
    func pass() { come(closerBy: 1) }

    /// Lets nobody wait for what will not come any more.
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

    /// Waits until it is reached.
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
