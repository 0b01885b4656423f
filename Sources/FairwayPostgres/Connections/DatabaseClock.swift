import Fairway
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The time of day as the database has it, so that nodes whose own clocks differ agree on when a lease ends and a timer is
/// due. It is read now and then; in between it goes on with time that has passed, which nobody sets.
final class DatabaseClock: WallClock {
    private let own: any WallClock
    private let reading: Mutex<Reading>

    /// What the time was, and when that was.
    struct Reading: Sendable {
        let date: Date
        let instant: ContinuousClock.Instant

        /// What an answer says that was asked for and came; nil when it took so long that it says little.
        init?(_ date: Date, askedAt start: ContinuousClock.Instant, answeredAt end: ContinuousClock.Instant) {
            guard end - start < .seconds(1) else { return nil }
            self.date = date
            instant = start + (end - start) / 2
        }

        init(_ date: Date) {
            self.date = date
            instant = .now
        }
    }

    /// - Parameter own: counts the seconds until something is to be done.
    init(_ reading: Reading, own: any WallClock) {
        self.own = own
        self.reading = Mutex(reading)
    }

    var now: Date {
        let reading = reading.withLock(\.self)
        let passed = (ContinuousClock.now - reading.instant) / .milliseconds(1)
        return Date(milliseconds: reading.date.milliseconds + Int(passed))
    }

    func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) { own.after(seconds, call) }

    /// The database was asked again.
    func set(_ reading: Reading) { self.reading.withLock { $0 = reading } }

    /// Asks what the time is.
    static let question = Call("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
}
