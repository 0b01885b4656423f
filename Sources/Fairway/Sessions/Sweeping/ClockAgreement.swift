import Foundation

/// Decides whether the wall clock may be used to determine the age of rows.
///
/// The wall clock can be set, monotonic time cannot. The two agree if both have advanced equally since the last check,
/// within a minute. After a disagreement they must agree for an hour before the wall clock is trusted again. This pause
/// is harmless, because retention is counted in days.
package struct ClockAgreement: Sendable {
    private static let toleranceSeconds = 60.0
    private static let secondsUntilTrusted = 3_600.0

    private var last: Reading
    /// The monotonic time since which the clocks agree again. Nil while the wall clock is trusted.
    private var agreedSince: Double?
    /// The number of disagreements.
    package private(set) var jumps = 0

    struct Reading {
        var wall: Date
        var passed: Double

        init(_ clock: any WallClock) { (wall, passed) = (clock.now, clock.secondsPassed) }

        init(wall: Date, passed: Double) { (self.wall, self.passed) = (wall, passed) }
    }

    /// The result of a check.
    package enum Trust: Hashable, Sendable {
        /// The clocks agree, and the wall clock is trusted.
        case trusted
        /// The wall clock was set by this many seconds; negative if it was set back.
        case jumped(seconds: Double)
        /// The clocks agree, but not yet for an hour.
        case waiting
        /// The clocks have agreed for an hour: the wall clock is trusted again.
        case trustedAgain

        var isTrusted: Bool { self == .trusted || self == .trustedAgain }
    }

    /// The state at the start of a process.
    ///
    /// - Parameters:
    ///   - start: The time on both clocks.
    ///   - newest: The newest time in the store; nil if the store is empty. If it differs from the wall clock by more
    ///     than a minute, the server was stopped for a while or the clock is wrong, and the wall clock is not trusted
    ///     yet.
    init(start: Reading, newest: Date?) {
        last = start
        if let newest, abs(start.wall.timeIntervalSince(newest)) > Self.toleranceSeconds { agreedSince = start.passed }
    }

    /// Whether the wall clock was trusted at the last check.
    package var isTrusted: Bool { agreedSince == nil }

    /// Compares how far the clocks have advanced since the last check.
    mutating func check(_ now: Reading) -> Trust {
        let jump = now.wall.timeIntervalSince(last.wall) - (now.passed - last.passed)
        last = now
        if abs(jump) > Self.toleranceSeconds {
            agreedSince = now.passed
            jumps += 1
            return .jumped(seconds: jump)
        }
        guard let since = agreedSince else { return .trusted }
        guard now.passed - since >= Self.secondsUntilTrusted else { return .waiting }
        agreedSince = nil
        return .trustedAgain
    }
}
