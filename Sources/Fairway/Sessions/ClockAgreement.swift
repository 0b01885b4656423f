#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whether the wall clock can be trusted to say how old a row is.
///
/// The wall clock can be set; monotonic time cannot. They agree as long as both advance equally, within a minute from one
/// look to the next. After a disagreement they must agree for an hour before the wall clock is trusted again. Retention
/// is counted in days, so that an hour's pause loses nothing.
package struct ClockAgreement: Sendable {
    private static let toleranceSeconds = 60.0
    private static let secondsUntilTrusted = 3_600.0

    private var last: Reading
    /// The monotonic time since which the clocks have agreed without being trusted; nil while the wall clock is trusted.
    private var probation: Double?
    /// How often the clocks have disagreed.
    package private(set) var jumps = 0

    /// Both clocks at one moment.
    struct Reading {
        var wall: Date
        /// Monotonic seconds.
        var passed: Double

        init(_ clock: any WallClock) { (wall, passed) = (clock.now, clock.secondsPassed) }

        init(wall: Date, passed: Double) { (self.wall, self.passed) = (wall, passed) }
    }

    /// What one look found.
    package enum Verdict: Hashable, Sendable {
        /// The clocks agree, and the wall clock is trusted.
        case trusted
        /// The wall clock was set by this many seconds since the last look; negative when it was set back.
        case jumped(seconds: Double)
        /// The clocks agree, but have not done so for an hour.
        case waiting
        /// The clocks have agreed for an hour: the wall clock is trusted from here on.
        case trustedAgain

        /// Whether rows may be deleted by their age.
        var isTrusted: Bool { self == .trusted || self == .trustedAgain }
    }

    /// The agreement at the start of a process.
    ///
    /// - Parameters:
    ///   - start: Both clocks at the start.
    ///   - newest: The newest time in the store; nil for an empty store, which contradicts no clock. Beyond a minute from
    ///     the wall clock it may be that the server was stopped for a while, or that the clock is wrong: the wall clock
    ///     is not trusted yet.
    init(start: Reading, newest: Date?) {
        last = start
        if let newest, abs(start.wall.timeIntervalSince(newest)) > Self.toleranceSeconds { probation = start.passed }
    }

    /// Whether the wall clock is trusted, as of the last look.
    package var isTrusted: Bool { probation == nil }

    /// Compares how far the clocks have advanced since the last look.
    mutating func look(_ now: Reading) -> Verdict {
        let jump = now.wall.timeIntervalSince(last.wall) - (now.passed - last.passed)
        last = now
        if abs(jump) > Self.toleranceSeconds {
            probation = now.passed
            jumps += 1
            return .jumped(seconds: jump)
        }
        guard let since = probation else { return .trusted }
        guard now.passed - since >= Self.secondsUntilTrusted else { return .waiting }
        probation = nil
        return .trustedAgain
    }
}
