import Synchronization

/// A place where a call waits until the test lets it go on.
public final class Hold: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isReached = false
        var isReleased = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watching: [CheckedContinuation<Void, Never>] = []
    }

    init() {}

    /// Returns once a call waits here.
    public func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.watching.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }

    /// Lets the call go on.
    public func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        let watching = state.withLock { state in
            state.isReached = true
            defer { state.watching = [] }
            return state.watching
        }
        for continuation in watching { continuation.resume() }
        await withCheckedContinuation { continuation in
            let isReleased = state.withLock { state in
                if !state.isReleased { state.waiting.append(continuation) }
                return state.isReleased
            }
            if isReleased { continuation.resume() }
        }
    }
}
