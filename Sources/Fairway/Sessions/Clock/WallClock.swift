import Dispatch
public import Foundation

/// The time of day and monotonic time. Tests inject a clock that they control.
public protocol WallClock: Sendable {
    /// The current time.
    var now: Date { get }
    /// Monotonic seconds since an arbitrary moment. Setting the time of day does not affect them. Use differences of
    /// two values for durations.
    var secondsPassed: Double { get }
    /// Schedules a call after a delay. The call is made once, never early, and not after it was cancelled.
    @discardableResult
    func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall
}

/// A call that a clock has scheduled.
public struct ScheduledCall: Sendable {
    private let onCancel: @Sendable () -> Void

    /// A scheduled call that is cancelled by the given closure.
    public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    /// Cancels the call, unless it is already being made. The clock releases the closure of a cancelled call.
    public func cancel() { onCancel() }
}

/// The system's clock.
public struct SystemClock: WallClock {
    private static let queue = DispatchQueue(label: "fairway.clock")
    private static let beginning = ContinuousClock.now

    /// The system's clock.
    public init() {}

    /// The current time in whole milliseconds, which the store preserves exactly.
    public var now: Date {
        Date(milliseconds: Int((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
    }

    /// Seconds since the first use of this property.
    public var secondsPassed: Double { (ContinuousClock.now - Self.beginning) / .seconds(1) }

    /// Schedules a call on the serial queue that all system clocks share.
    @discardableResult
    public func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
        // Unsafe: timer sources are thread-safe, but not declared as such on every system.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: Self.queue)
        // The handler retains the source until the call is made or cancelled.
        timer.setEventHandler {
            timer.cancel()
            call()
        }
        timer.schedule(deadline: .now() + seconds)
        timer.activate()
        return ScheduledCall { timer.cancel() }
    }
}
