import Fairway
import Synchronization

/// The calls that wait for something new, so that a server that ends need not wait for them.
///
/// One timer for all, for as long as somebody waits: most waits end long before their time, and each would leave a timer of
/// its own behind for up to a minute.
final class LongPolls: Sendable {
    /// The shortest wait that can be asked for: whoever comes between two looks is not overlooked for longer.
    private static let mostSecondsBetweenLooks = 1.0

    private let clock: any WallClock
    private let state = Mutex(State())

    private struct State {
        var waiting: [ObjectIdentifier: Wait] = [:]
        var isLooking = false
        var isStopping = false
    }

    private struct Wait {
        let subscription: Subscription
        /// In the clock's own count.
        let lastSecond: Double
    }

    init(clock: any WallClock) { self.clock = clock }

    /// How many wait.
    var count: Int { state.withLock(\.waiting.count) }

    /// Waits for the next event, for so long at most; nil when there was none.
    func next(of subscription: Subscription, withinSeconds seconds: Double) async -> SessionEvent? {
        let wait = Wait(subscription: subscription, lastSecond: clock.secondsPassed + seconds)
        let (isStopping, begins) = state.withLock { state in
            state.waiting[ObjectIdentifier(subscription)] = wait
            defer { state.isLooking = true }
            return (state.isStopping, !state.isLooking)
        }
        defer {
            state.withLock { $0.waiting[ObjectIdentifier(subscription)] = nil }
            subscription.cancel()
        }
        if begins { look(in: seconds) }
        return isStopping ? nil : await subscription.next()
    }

    /// Sends everybody away who waits, and whoever comes from now on.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopping = true
            return Array(state.waiting.values)
        }
        for wait in waiting { wait.subscription.cancel() }
    }

    private func look(in seconds: Double) {
        clock.after(min(seconds, Self.mostSecondsBetweenLooks)) { [weak self] in self?.look() }
    }

    /// Sends those away whose time is over.
    private func look() {
        let now = clock.secondsPassed
        let (over, next) = state.withLock { state in
            let lastSeconds = state.waiting.values.map(\.lastSecond)
            state.isLooking = !lastSeconds.isEmpty
            let next = state.isLooking ? lastSeconds.filter { $0 > now }.min() ?? .infinity : nil
            return (state.waiting.values.filter { $0.lastSecond <= now }, next)
        }
        for wait in over { wait.subscription.cancel() }
        if let next { look(in: next - now) }
    }
}
