import Fairway
import Foundation

/// Converts the seconds that a clock has counted to times of the day.
///
/// The spans of a change and of its request are converted together, so that they fit each other also if the time of day was set.
struct SpanTimes: Sendable {
    /// The time of day, and the seconds passed, at one moment.
    private let now: Double
    private let passed: Double

    init(_ clock: any WallClock) { (now, passed) = (clock.now.timeIntervalSince1970, clock.secondsPassed) }

    /// The time of day at which the clock had counted these seconds.
    func time(at secondsPassed: Double) -> UnixNanoseconds {
        // Whole milliseconds first, because a `Double` of nanoseconds since 1970 is exact to a quarter of a microsecond only.
        let milliseconds = Int64(max(0, (now * 1_000).rounded()))
        let nanoseconds = Int64(((secondsPassed - passed) * 1_000_000_000).rounded())
        return UInt64(max(0, milliseconds * 1_000_000 + nanoseconds))
    }
}
