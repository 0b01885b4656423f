import Fairway
import Synchronization

/// The calls that wait for something new, so that a server that ends need not wait for them.
///
/// One timer for all, for as long as somebody waits: most waits end long before their time, and each would leave a timer of
/// its own behind for up to a minute.
final class LongPolls: Sendable {
    /// A wait lasts so much longer than was asked for at most.
    private static let secondsBetweenLooks = 1.0

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

    /// Waits for the next event, for so long and a second at most; nil when there was none.
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
        if begins { lookSoon() }
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

    private func lookSoon() {
        clock.after(Self.secondsBetweenLooks) { [weak self] in self?.look() }
    }

    /// Sends those away whose time is over.
    private func look() {
        let now = clock.secondsPassed
        let (waiting, goesOn) = state.withLock { state in
            state.isLooking = !state.waiting.isEmpty
            return (state.waiting.values.filter { $0.lastSecond <= now }, state.isLooking)
        }
        for wait in waiting { wait.subscription.cancel() }
        if goesOn { lookSoon() }
    }
}
