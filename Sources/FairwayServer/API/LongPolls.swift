import Fairway
import Synchronization

/// The calls that wait for a new revision. `stop` ends them when the server shuts down.
///
/// One timer serves all calls. Most calls end long before their timeout, and a timer for each would remain scheduled
/// for up to a minute.
final class LongPolls: Sendable {
    /// The shortest timeout of a call. A call that starts between two checks therefore also ends in time.
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
        return isStopping ? nil : await subscription.next()
    }

    /// Ends all waiting calls, and makes later ones end at once.
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

    /// Ends the calls whose deadline has passed.
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
