import Fairway
import Synchronization

/// The calls that wait for something new, so that a server that ends need not wait for them.
final class LongPolls: Sendable {
    private let state = Mutex(State())

    private struct State {
        var waiting: [ObjectIdentifier: Subscription] = [:]
        var isStopping = false
    }

    /// How many wait.
    var count: Int { state.withLock(\.waiting.count) }

    /// Waits for the next event, for so long at most; nil when there was none.
    func next(
        of subscription: Subscription,
        withinSeconds seconds: Double,
        _ clock: any WallClock
    ) async -> SessionEvent? {
        let isStopping = state.withLock { state in
            state.waiting[ObjectIdentifier(subscription)] = subscription
            return state.isStopping
        }
        defer {
            state.withLock { $0.waiting[ObjectIdentifier(subscription)] = nil }
            subscription.cancel()
        }
        if isStopping { return nil }
        clock.after(seconds) { [weak subscription] in subscription?.cancel() }
        return await subscription.next()
    }

    /// Sends everybody away who waits, and whoever comes from now on.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopping = true
            return Array(state.waiting.values)
        }
        for subscription in waiting { subscription.cancel() }
    }
}
