import Foundation
import Testing

@testable import Benchmarks

/// What a benchmark says of its figures, and when it fails.
struct JudgeTests {
    /// Whether a run passes that found this, beside a committed one.
    private static func passes(_ value: Double, _ bound: Judge.Bound?, committed: Double?) throws -> Bool {
        let kept = try TemporaryStore()
        if let committed {
            try Verdict(compared: ["a ratio": committed]).writeReport(of: "bench", to: kept.folder)
        }
        var judge = Judge(of: "bench", committed: kept.folder)
        judge.hear(value, of: "a ratio", bound)
        #expect(judge.verdict.compared == ["a ratio": value])
        return judge.conclude()
    }

    @Test(arguments: [(0.5, true), (0.49, false)])
    func whatIsPromisedAtLeast(_ value: Double, _ passes: Bool) throws {
        #expect(try Self.passes(value, .atLeast(0.5), committed: 0.5) == passes)
    }

    @Test(arguments: [(400.0, true), (401.0, false)])
    func whatIsPromisedAtMost(_ value: Double, _ passes: Bool) throws {
        #expect(try Self.passes(value, .atMost(400), committed: 400) == passes)
    }

    /// Whether less or more is worse, the bound tells.
    @Test(arguments: [
        (0.91, Judge.Bound?.none, true), (0.89, nil, false), (2, nil, true), (0.89, .atLeast(0.1), false),
        (1.09, .atMost(9), true), (1.11, .atMost(9), false), (0.1, .atMost(9), true),
    ])
    func nothingGetsATenthWorseUnnoticed(_ value: Double, _ bound: Judge.Bound?, _ passes: Bool) throws {
        #expect(try Self.passes(value, bound, committed: 1) == passes)
    }

    @Test func withoutACommittedRunThereIsNothingToRelyOn() throws {
        #expect(try !Self.passes(1, .atLeast(0.5), committed: nil))
    }

    @Test(arguments: [(14.9, true), (15.1, false)])
    func aTimeIsHeldToItsBoundAlone(_ value: Double, _ passes: Bool) throws {
        let kept = try TemporaryStore()
        try Verdict().writeReport(of: "bench", to: kept.folder)
        var judge = Judge(of: "bench", committed: kept.folder)
        judge.hear(momentary: value, of: "ms", .atMost(15))
        #expect(judge.verdict.compared.isEmpty)
        #expect(judge.conclude() == passes)
    }

    /// What a run of `actions` leaves is more than a verdict, and is read as one.
    @Test func theReportOfActionsCanBeComparedWith() throws {
        let kept = try TemporaryStore()
        try ActionsReport(compared: ["a ratio": 2]).write(to: kept.folder)
        var judge = Judge(of: "actions", committed: kept.folder)
        judge.hear(1, of: "a ratio")
        #expect(!judge.conclude())
    }

    @Test func theMedianLiesInTheMiddle() {
        let values: [[Double]] = [[], [3], [4, 1], [9, 1, 2], [1, 2, 3, 100]]
        #expect(values.map(\.median) == [0, 3, 2.5, 2, 2.5])
    }
}
