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

    /// Whether it is reached.
    var isReached: Bool { state.withLock { $0.missing <= 0 } }

    /// Comes one closer.
    func pass() {
        let waiting = state.withLock { state in
            state.missing -= 1
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
