import Foundation
import Testing

@testable import Fairway

/// When the wall clock may be used for the age of rows (`operations.md`: the clock).
struct ClockAgreementTests {
    /// One check: the advance of monotonic time, and the seconds by which the wall clock was set beyond it.
    struct Check: Sendable {
        let passed: Double
        var set = 0.0
        let verdict: ClockAgreement.Status

        static func after(_ passed: Double, set: Double = 0, _ verdict: ClockAgreement.Status) -> Check {
            Check(passed: passed, set: set, verdict: verdict)
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The seconds from the newest stored time to the wall clock at the start; nil if the store is empty.
        var ahead: Double? = 0
        let looks: [Check]
    }

    private static let day = 86_400.0

    static let rows = [
        Row(
            testDescription: "clocks that agree are trusted",
            looks: [.after(30, .trusted), .after(7_200, .trusted), .after(30, set: 59, .trusted)]
        ),
        Row(testDescription: "an empty store contradicts no clock", ahead: nil, looks: [.after(30, .trusted)]),
        Row(testDescription: "a restart within a minute is trusted", ahead: 60, looks: [.after(30, .trusted)]),
        Row(
            testDescription: "after a longer stop an hour of agreement is awaited",
            ahead: 7 * day,
            looks: [.after(30, .waiting), .after(3_569, .waiting), .after(1, .trustedAgain), .after(30, .trusted)]
        ),
        Row(
            testDescription: "so it is where the store is ahead of the clock",
            ahead: -61,
            looks: [.after(3_599, .waiting), .after(1, .trustedAgain)]
        ),
        Row(
            testDescription: "set 33 days ahead for a minute",
            looks: [
                .after(30, set: 33 * day, .jumped(seconds: 33 * day)), .after(30, .waiting),
                .after(30, set: -33 * day, .jumped(seconds: -33 * day)), .after(3_599, .waiting),
                .after(1, .trustedAgain),
            ]
        ),
        Row(
            testDescription: "set back by a little more than a minute",
            looks: [.after(30, set: -61, .jumped(seconds: -61)), .after(3_600, .trustedAgain)]
        ),
        Row(
            testDescription: "a jump while an hour is awaited begins another hour",
            ahead: day,
            looks: [
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
        for look in row.looks {
            passed += look.passed
            wall += look.passed + look.set
            #expect(agreement.check(.init(wall: wall, passed: passed)) == look.verdict)
            #expect(agreement.isTrusted == look.verdict.isTrusted)
        }
        let jumps = row.looks.count { if case .jumped = $0.verdict { true } else { false } }
        #expect(agreement.jumps == jumps)
    }
}
