import Fairway
import Synchronization

/// Ends subscriptions after a timeout: those of calls that wait for a new revision, and those of streams whose user
/// token expires. `stop` ends them when the server shuts down.
///
/// One timer serves all. Most subscriptions end long before their timeout, and a timer for each would remain scheduled.
final class SubscriptionTimeouts: Sendable {
    /// The shortest timeout. A subscription that begins between two checks therefore also ends in time.
    private static let maximumCheckInterval = 1.0

    private let clock: any WallClock
    private let state = Mutex(State())

    private struct State {
        var waiting: [ObjectIdentifier: Wait] = [:]
        var isTimerSet = false
        var isStopping = false
    }

    private struct Wait {
        let subscription: Subscription
        /// In monotonic seconds (`WallClock.secondsPassed`).
        let deadline: Double
    }

    init(clock: any WallClock) { self.clock = clock }

    var count: Int { state.withLock(\.waiting.count) }

    /// The next event, or nil after the timeout.
    func next(of subscription: Subscription, withinSeconds seconds: Double) async -> SessionEvent? {
        await run(subscription, withinSeconds: seconds) { await subscription.next() }
    }

    /// Runs `body`, which reads the subscription, and ends the subscription after the timeout.
    func run<Value>(
        _ subscription: Subscription,
        withinSeconds seconds: Double,
        _ body: () async -> Value
    ) async -> Value {
        let wait = Wait(subscription: subscription, deadline: clock.secondsPassed + seconds)
        let (isStopping, begins) = state.withLock { state in
            state.waiting[ObjectIdentifier(subscription)] = wait
            defer { state.isTimerSet = true }
            return (state.isStopping, !state.isTimerSet)
        }
        defer {
            state.withLock { $0.waiting[ObjectIdentifier(subscription)] = nil }
            subscription.cancel()
        }
        if begins { scheduleCheck(in: seconds) }
        if isStopping { subscription.cancel() }
        return await body()
    }

    /// Ends all subscriptions, and makes later ones end immediately.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopping = true
            return Array(state.waiting.values)
        }
        for wait in waiting { wait.subscription.cancel() }
    }

    private func scheduleCheck(in seconds: Double) {
        clock.after(min(seconds, Self.maximumCheckInterval)) { [weak self] in self?.endExpired() }
    }

    /// Ends the subscriptions whose deadline has passed.
    private func endExpired() {
        let now = clock.secondsPassed
        let (over, next) = state.withLock { state in
            let deadlines = state.waiting.values.map(\.deadline)
            state.isTimerSet = !deadlines.isEmpty
            let next = state.isTimerSet ? deadlines.filter { $0 > now }.min() ?? .infinity : nil
            return (state.waiting.values.filter { $0.deadline <= now }, next)
        }
        for wait in over { wait.subscription.cancel() }
        if let next { scheduleCheck(in: next - now) }
    }
}
