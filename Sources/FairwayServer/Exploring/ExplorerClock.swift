import Fairway
import Foundation
import Synchronization

/// The time in an app that is explored: at each start the same, and it goes on only where it is let. How long code takes
/// is told by the machine's clock all the same, since nobody else ends what does not end by itself.
final class ExplorerClock: WallClock {
    private let machine = SystemClock()
    /// Noon of a day to come, so that it is no later for whoever asks the machine.
    private let moment = Mutex(Date(timeIntervalSince1970: 1_893_499_200))

    var now: Date { moment.withLock(\.self) }

    var secondsPassed: Double { machine.secondsPassed }

    @discardableResult
    func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
        machine.after(seconds, call)
    }

    /// Lets time pass until a moment, if that is still to come.
    func pass(until later: Date) { moment.withLock { $0 = max($0, later) } }
}
