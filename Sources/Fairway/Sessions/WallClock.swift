#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The time of day and monotonic time. Injected, so that tests can control them.
public protocol WallClock: Sendable {
    /// The current time.
    var now: Date { get }
    /// Monotonic seconds since an arbitrary moment. Setting the time of day does not affect them. Use differences of
    /// two values for durations.
    var secondsPassed: Double { get }
    /// Schedules a call after a delay. It is made once, never early, and not after it was cancelled.
    @discardableResult
    func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall
}

/// A call that a clock has scheduled.
public struct ScheduledCall: Sendable {
    private let onCancel: @Sendable () -> Void

    /// A scheduled call that is cancelled by the given closure.
    public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    /// Cancels the call, unless it is already being made. The clock then retains nothing of it.
    public func cancel() { onCancel() }
}
