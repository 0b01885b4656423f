import Fairway
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The time of day as the database has it, so that nodes whose own clocks differ agree on when a lease ends and a timer is
/// due. It is read now and then; in between it goes on with time that has passed, which nobody sets.
///
/// What is read is known to within a second: where it seems to be earlier by less than that, the clock stands still until
/// it is as late. Only a database whose own clock was set back sets this one back.
final class DatabaseClock: WallClock {
    private let own: any WallClock
    private let state: Mutex<State>

    private struct State {
        var reading: Reading
        /// What it has been already.
        var earliest = Date.distantPast
        var now: Date { max(earliest, reading.now) }
    }

    /// What the time was, and when that was.
    struct Reading: Sendable {
        let date: Date
        let instant: ContinuousClock.Instant

        /// What an answer says that was asked for and came; nil when it took so long that it says little.
        init?(_ date: Date, askedAt start: ContinuousClock.Instant, answeredAt end: ContinuousClock.Instant) {
            guard end - start < .seconds(DatabaseClock.uncertainSeconds) else { return nil }
            self.date = date
            instant = start + (end - start) / 2
        }

        init(_ date: Date) {
            self.date = date
            instant = .now
        }

        /// What the time is by this reading.
        fileprivate var now: Date {
            let passed = (ContinuousClock.now - instant) / .milliseconds(1)
            return Date(milliseconds: date.milliseconds + Int(passed))
        }
    }

    /// - Parameter own: counts the seconds until something is to be done.
    init(_ reading: Reading, own: any WallClock) {
        self.own = own
        state = Mutex(State(reading: reading))
    }

    var now: Date { state.withLock(\.now) }

    var secondsPassed: Double { own.secondsPassed }

    @discardableResult
    func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall { own.after(seconds, call) }

    /// The database was asked again.
    func set(_ reading: Reading) {
        state.withLock { state in
            let before = state.now
            let isSetBack = before.timeIntervalSince(reading.now) >= Self.uncertainSeconds
            state = State(reading: reading, earliest: isSetBack ? .distantPast : before)
        }
    }

    /// How far a reading may be off.
    private static let uncertainSeconds = 1.0

    /// Asks what the time is.
    static let question = Call("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
}
