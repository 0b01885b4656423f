import Dispatch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The machine's own clock.
public struct SystemClock: WallClock {
    private static let queue = DispatchQueue(label: "fairway.clock")
    private static let beginning = ContinuousClock.now

    /// The machine's clock.
    public init() {}

    /// Now, in whole milliseconds: what is stored and read back is then the same moment.
    public var now: Date {
        Date(milliseconds: Int((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
    }

    /// Seconds since the clock was first asked for them.
    public var secondsPassed: Double { (ContinuousClock.now - Self.beginning) / .seconds(1) }

    /// Calls back on a queue of its own.
    @discardableResult
    public func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
        // Unsafe: a source may be used from any thread, which Dispatch does not say of its timers on every system.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: Self.queue)
        // The handler keeps the source until the call is made or cancelled.
        timer.setEventHandler {
            timer.cancel()
            call()
        }
        timer.schedule(deadline: .now() + seconds)
        timer.activate()
        return ScheduledCall { timer.cancel() }
    }
}
