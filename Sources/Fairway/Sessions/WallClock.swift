#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The time of day, and how it passes. Injected, so that tests own it.
public protocol WallClock: Sendable {
    /// The present moment.
    var now: Date { get }
    /// Seconds since a moment of its own. They go on evenly, whatever the time of day is set to: how long something takes is
    /// the difference of two of these.
    var secondsPassed: Double { get }
    /// Calls back once after a time, never before; not any more once the call is cancelled.
    @discardableResult
    func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall
}

/// A call that a clock is to make.
public struct ScheduledCall: Sendable {
    private let onCancel: @Sendable () -> Void

    /// A call that ends in that way when it is cancelled.
    public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    /// Forgets the call, unless it is being made. The clock then holds nothing of it.
    public func cancel() { onCancel() }
}
