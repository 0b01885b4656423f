import Synchronization

/// The calls that wait for events. Without any, a commit costs one atomic load.
final class FeedWaiters: Sendable {
    private let waiting = Mutex<[ObjectIdentifier: FeedWaiter]>([:])
    private let count = Atomic<Int>(0)

    func add(_ waiter: FeedWaiter) {
        waiting.withLock { waiting in
            waiting[ObjectIdentifier(waiter)] = waiter
            count.store(waiting.count, ordering: .sequentiallyConsistent)
        }
    }

    func remove(_ waiter: FeedWaiter) {
        waiting.withLock { waiting in
            waiting[ObjectIdentifier(waiter)] = nil
            count.store(waiting.count, ordering: .sequentiallyConsistent)
        }
    }

    func wakeAll() {
        guard count.load(ordering: .sequentiallyConsistent) > 0 else { return }
        for waiter in waiting.withLock({ Array($0.values) }) { waiter.wake() }
    }
}

/// A call that waits until it is woken, or its task is cancelled.
final class FeedWaiter: Sendable {
    private struct State {
        var isWoken = false
        var continuation: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWoken = state.withLock { state in
                    if !state.isWoken { state.continuation = continuation }
                    return state.isWoken
                }
                if isWoken { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
    }

    func wake() {
        let continuation = state.withLock { state in
            state.isWoken = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume()
    }
}
