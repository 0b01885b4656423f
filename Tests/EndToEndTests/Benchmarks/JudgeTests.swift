import Foundation
import Testing

@testable import Benchmarks

/// How a benchmark judges its figures.
struct JudgeTests {
    private let kept: TemporaryStore

    init() throws { kept = try TemporaryStore() }

    private func commit(_ compared: [String: Double]) throws {
        let file = kept.folder.appending(path: "bench.json")
        try JSONEncoder().encode(Verdict(compared: compared)).write(to: file)
    }

    private func judge() throws -> Judge { try Judge(of: "bench", committed: kept.folder) }

    /// Whether a run with this figure passes.
    private func passes(_ value: Double, _ bound: Judge.Bound? = nil) throws -> Bool {
        var judge = try judge()
        judge.hear(value, of: "a ratio", bound)
        return try judge.conclude(writing: judge.verdict, to: kept.folder.appending(path: "new"))
    }

    @Test(arguments: [(0.5, true), (0.49, false)])
    func lowerBoundIsEnforced(_ value: Double, _ passes: Bool) throws {
        try commit(["a ratio": 0.5])
        #expect(try self.passes(value, .atLeast(0.5)) == passes)
    }

    @Test(arguments: [(400.0, true), (401.0, false)])
    func upperBoundIsEnforced(_ value: Double, _ passes: Bool) throws {
        try commit(["a ratio": 400])
        #expect(try self.passes(value, .atMost(400)) == passes)
    }

    /// The bound determines whether less or more is worse.
    @Test(arguments: [
        (0.91, Judge.Bound?.none, true), (0.89, nil, false), (2, nil, true), (0.89, .atLeast(0.1), false),
        (1.09, .atMost(9), true), (1.11, .atMost(9), false), (0.1, .atMost(9), true),
    ])
    func tenPercentRegressionFails(_ value: Double, _ bound: Judge.Bound?, _ passes: Bool) throws {
        try commit(["a ratio": 1])
        #expect(try self.passes(value, bound) == passes)
    }

    /// Otherwise each run would fail and its result would be ignored.
    @Test(arguments: [(0.69, true), (0.59, false)])
    func missedBoundFailsOnlyWhenItGetsWorse(_ value: Double, _ passes: Bool) throws {
        try commit(["a ratio": 0.7])
        #expect(try self.passes(value, .atLeast(0.8)) == passes)
    }

    @Test(arguments: [(0.81, true), (0.79, false)])
    func newFigureIsCheckedAgainstItsBound(_ value: Double, _ passes: Bool) throws {
        try commit(["another": 1])
        #expect(try self.passes(value, .atLeast(0.8)) == passes)
    }

    @Test func missedBoundFailsWithoutCommittedRun() throws { #expect(try !passes(1, .atLeast(0.5))) }

    @Test func unreadableCommittedRunIsReported() throws {
        try Data("{}".utf8).write(to: kept.folder.appending(path: "bench.json"))
        #expect(throws: DecodingError.self) { try judge() }
    }

    @Test(arguments: [(14.9, true), (15.1, false)])
    func timesAreCheckedOnlyAgainstTheirBound(_ value: Double, _ passes: Bool) throws {
        try commit([:])
        var judge = try judge()
        judge.hear(momentary: value, of: "ms", .atMost(15))
        #expect(judge.verdict.compared.isEmpty)
        #expect(try judge.conclude(writing: judge.verdict, to: kept.folder.appending(path: "new")) == passes)
    }

    /// The report of `actions` can also be read as a verdict.
    @Test func actionsReportCanBeCompared() throws {
        let report = ActionsReport(compared: ["a ratio": 2])
        _ = try judge().conclude(writing: report, to: kept.folder)
        #expect(try passes(2))
        #expect(try !passes(1))
    }
}
