import Foundation
import Testing

@testable import Benchmarks

/// When a benchmark passes.
struct BenchmarkReportTests {
    private let kept: TemporaryStore

    init() throws { kept = try TemporaryStore() }

    private func commit(_ compared: [String: Double]) throws {
        let file = kept.folder.appending(path: "bench.json")
        try JSONEncoder().encode(BenchmarkReport.Run(compared: compared)).write(to: file)
    }

    private func report() throws -> BenchmarkReport { try BenchmarkReport(of: "bench", committed: kept.folder) }

    private func passes(_ value: Double, _ target: BenchmarkReport.Target? = nil) throws -> Bool {
        var report = try report()
        report.add(value, "a ratio", target)
        return try report.finish(in: kept.folder.appending(path: "new"))
    }

    @Test(arguments: [(0.5, true), (0.49, false)])
    func valueBelowItsMinimumFails(_ value: Double, _ passes: Bool) throws {
        try commit(["a ratio": 0.5])
        #expect(try self.passes(value, .atLeast(0.5)) == passes)
    }

    @Test(arguments: [(400.0, true), (401.0, false)])
    func valueAboveItsMaximumFails(_ value: Double, _ passes: Bool) throws {
        try commit(["a ratio": 400])
        #expect(try self.passes(value, .atMost(400)) == passes)
    }

    /// The target tells whether a smaller or a larger value is worse.
    @Test(arguments: [
        (0.91, BenchmarkReport.Target?.none, true), (0.89, nil, false), (2, nil, true), (0.89, .atLeast(0.1), false),
        (1.09, .atMost(9), true), (1.11, .atMost(9), false), (0.1, .atMost(9), true),
    ])
    func valueTenPercentWorseThanCommittedFails(
        _ value: Double,
        _ target: BenchmarkReport.Target?,
        _ passes: Bool
    ) throws {
        try commit(["a ratio": 1])
        #expect(try self.passes(value, target) == passes)
    }

    @Test(arguments: [(0.69, true), (0.59, false)])
    func targetMissedByTheCommittedRunFailsOnlyIfWorse(_ value: Double, _ passes: Bool) throws {
        try commit(["a ratio": 0.7])
        #expect(try self.passes(value, .atLeast(0.8)) == passes)
    }

    @Test(arguments: [(0.81, true), (0.79, false)])
    func newFigureIsComparedWithItsTarget(_ value: Double, _ passes: Bool) throws {
        try commit(["another": 1])
        #expect(try self.passes(value, .atLeast(0.8)) == passes)
    }

    @Test func runWithoutACommittedRunFails() throws { #expect(try !passes(1, .atLeast(0.5))) }

    @Test func unreadableCommittedRunIsAnError() throws {
        try Data("{}".utf8).write(to: kept.folder.appending(path: "bench.json"))
        #expect(throws: DecodingError.self) { try report() }
    }

    @Test(arguments: [(14.9, true), (15.1, false)])
    func timeIsComparedWithItsTargetOnly(_ value: Double, _ passes: Bool) throws {
        try commit([:])
        var report = try report()
        report.add(time: value, "ms", .atMost(15))
        #expect(report.run.compared.isEmpty)
        #expect(try report.finish(in: kept.folder.appending(path: "new")) == passes)
    }

    @Test func finishedRunCanBeCommitted() throws {
        var first = try report()
        first.add(2, "a ratio")
        _ = try first.finish(in: kept.folder)
        #expect(try passes(2))
        #expect(try !passes(1))
    }
}
