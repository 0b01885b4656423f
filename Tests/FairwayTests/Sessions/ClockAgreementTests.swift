import Foundation
import Testing

@testable import Fairway

/// Checks when the wall clock is trusted to determine the age of rows (see "The clock" in `docs/operations.md`).
struct ClockAgreementTests {
    /// One check: the seconds that have passed, the seconds by which the wall clock was set, and the expected status.
    struct Check: Sendable {
        let passed: Double
        var set = 0.0
        let status: ClockAgreement.Trust

        static func after(_ passed: Double, set: Double = 0, _ status: ClockAgreement.Trust) -> Check {
            Check(passed: passed, set: set, status: status)
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The seconds from the newest stored time to the wall clock at the start; nil if the store is empty.
        var ahead: Double? = 0
        let checks: [Check]
    }

    private static let day = 86_400.0

    static let rows = [
        Row(
            testDescription: "clocks that agree are trusted",
            checks: [.after(30, .trusted), .after(7_200, .trusted), .after(30, set: 59, .trusted)]
        ),
        Row(testDescription: "with an empty store, the clock is trusted", ahead: nil, checks: [.after(30, .trusted)]),
        Row(testDescription: "a restart within a minute is trusted", ahead: 60, checks: [.after(30, .trusted)]),
        Row(
            testDescription: "after a longer stop, the clocks must agree for an hour",
            ahead: 7 * day,
            checks: [.after(30, .waiting), .after(3_569, .waiting), .after(1, .trustedAgain), .after(30, .trusted)]
        ),
        Row(
            testDescription: "if the store is ahead of the clock, the clocks must agree for an hour",
            ahead: -61,
            checks: [.after(3_599, .waiting), .after(1, .trustedAgain)]
        ),
        Row(
            testDescription: "set 33 days ahead for a minute",
            checks: [
                .after(30, set: 33 * day, .jumped(seconds: 33 * day)), .after(30, .waiting),
                .after(30, set: -33 * day, .jumped(seconds: -33 * day)), .after(3_599, .waiting),
                .after(1, .trustedAgain),
            ]
        ),
        Row(
            testDescription: "set back by a little more than a minute",
            checks: [.after(30, set: -61, .jumped(seconds: -61)), .after(3_600, .trustedAgain)]
        ),
        Row(
            testDescription: "a jump during the hour of agreement starts it again",
            ahead: day,
            checks: [
                .after(3_000, .waiting), .after(30, set: 120, .jumped(seconds: 120)), .after(600, .waiting),
                .after(3_000, .trustedAgain),
            ]
        ),
    ]

    @Test(arguments: rows)
    func hourOfAgreementRestoresTrust(_ row: Row) {
        var wall = Date(timeIntervalSince1970: 1_700_000_000)
        var passed = 12.0
        let newest = row.ahead.map { wall.addingTimeInterval(-$0) }
        var agreement = ClockAgreement(start: .init(wall: wall, passed: passed), newest: newest)
        for check in row.checks {
            passed += check.passed
            wall += check.passed + check.set
            #expect(agreement.check(.init(wall: wall, passed: passed)) == check.status)
            #expect(agreement.isTrusted == check.status.isTrusted)
        }
        let jumps = row.checks.count { if case .jumped = $0.status { true } else { false } }
        #expect(agreement.jumps == jumps)
    }
}
