import Fairway
import Foundation
import Synchronization

/// The simulated wall clock. It can be set like a real one, which does not affect timers.
final class SimulatedClock: WallClock {
    private let scheduler: Scheduler
    private let shift = Mutex(0)
    private static let beginning = 1_800_000_000_000

    init(_ scheduler: Scheduler) { self.scheduler = scheduler }

    /// Milliseconds since 1970.
    var milliseconds: Int { Self.beginning + scheduler.milliseconds + shift.withLock(\.self) }

    var now: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    var secondsPassed: Double { Double(scheduler.milliseconds) / 1_000 }

    @discardableResult
    func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
        let number = scheduler.call(after: Int((min(seconds, 1e9) * 1_000).rounded(.up)), call)
        return ScheduledCall { [scheduler] in scheduler.forget(number) }
    }

    /// Sets the clock forward or back.
    func jump(milliseconds: Int) { shift.withLock { $0 += milliseconds } }
}
