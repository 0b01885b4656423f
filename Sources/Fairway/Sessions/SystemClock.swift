import Dispatch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The system's clock.
public struct SystemClock: WallClock {
    private static let queue = DispatchQueue(label: "fairway.clock")
    private static let beginning = ContinuousClock.now

    /// The system's clock.
    public init() {}

    /// The current time in whole milliseconds, so that a stored time is equal to the original.
    public var now: Date {
        Date(milliseconds: Int((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
    }

    /// Seconds since the first use of this property.
    public var secondsPassed: Double { (ContinuousClock.now - Self.beginning) / .seconds(1) }

    /// Schedules a call on a queue of its own.
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
