import Fairway
import Foundation
import Synchronization

/// A clock that follows the database's clock, so nodes agree on when leases end and when timers are due. It reads the
/// database's time at intervals, and advances with the process's monotonic clock between readings.
///
/// A reading can be wrong by up to a second. If a reading is behind this clock by less than a second, this clock stands
/// still until the database's time has caught up. Only a reading that is further behind moves this clock back.
final class DatabaseClock: WallClock {
    private let own: any WallClock
    private let state: Mutex<State>

    private struct State {
        var reading: Reading
        /// The lower bound of `now`: the clock's time when `reading` was taken.
        var earliest = Date.distantPast
        var now: Date { max(earliest, reading.now) }
    }

    /// A time of the database, and the monotonic time at which it was valid.
    struct Reading: Sendable {
        let date: Date
        let instant: ContinuousClock.Instant

        /// Creates a reading from the answer to a query. Returns nil if the answer took too long to be accurate.
        init?(_ date: Date, askedAt start: ContinuousClock.Instant, answeredAt end: ContinuousClock.Instant) {
            guard end - start < .seconds(DatabaseClock.uncertainSeconds) else { return nil }
            self.date = date
            instant = start + (end - start) / 2
        }

        init(_ date: Date) {
            self.date = date
            instant = .now
        }

        /// Asks for the time, and again if an answer took too long. Returns nil if all answers did.
        static func taken(
            now: () -> ContinuousClock.Instant = { .now },
            _ ask: () throws -> Date?
        ) rethrows -> Reading? {
            for _ in 1...DatabaseClock.mostQuestions {
                let start = now()
                guard let date = try ask() else { return nil }
                if let reading = Reading(date, askedAt: start, answeredAt: now()) { return reading }
            }
            return nil
        }

        fileprivate var now: Date {
            let passed = (ContinuousClock.now - instant) / .milliseconds(1)
            return Date(milliseconds: date.milliseconds + Int(passed))
        }
    }

    /// - Parameter own: The monotonic clock of this process.
    init(_ reading: Reading, own: any WallClock) {
        self.own = own
        state = Mutex(State(reading: reading))
    }

    var now: Date { state.withLock(\.now) }

    var secondsPassed: Double { own.secondsPassed }

    @discardableResult
    func after(_ seconds: Double, _ call: @escaping @Sendable () -> Void) -> ScheduledCall { own.after(seconds, call) }

    /// Adjusts the clock to a new reading.
    func set(_ reading: Reading) {
        state.withLock { state in
            let before = state.now
            let isSetBack = before.timeIntervalSince(reading.now) >= Self.uncertainSeconds
            state = State(reading: reading, earliest: isSetBack ? .distantPast : before)
        }
    }

    /// The largest error of a reading.
    static let uncertainSeconds = 1.0
    private static let mostQuestions = 5

    /// The query that reads the database's clock.
    static let question = SQLStatement("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
}

extension WallClock {
    /// Waits for a number of seconds.
    func pass(_ seconds: Double) async {
        await withCheckedContinuation { continuation in after(seconds) { continuation.resume() } }
    }
}

extension PostgresStore {
    /// In this interval, the clocks of two machines drift apart by a few milliseconds.
    private static let secondsBetweenReadings = 60.0

    /// Reads the database's clock at intervals, as long as the store exists.
    func keepTime() {
        clock.after(Self.secondsBetweenReadings) { [weak self] in
            guard let self else { return }
            Task {
                await self.readTime()
                self.keepTime()
            }
        }
    }

    private func readTime() async {
        let start = ContinuousClock.now
        // A failed reading is repeated at the next interval.
        guard case .success(let rows) = await readers.run([DatabaseClock.question]) else { return }
        let reading = rows[0].first { DatabaseClock.Reading($0.date(0), askedAt: start, answeredAt: .now) }
        if let reading, let reading { time.set(reading) }
    }
}
