import FairwayDoubles
import Foundation
import Testing

@testable import CrashPoints

/// Kills, power cuts and disk faults at some file operations of a run. Trials and `script/bench crash-points` try all of
/// them.
///
/// Each time, the server starts, no acknowledged change is lost or doubled, and the read-only commands succeed.
struct CrashPointsTests {
    private let seed = Trials.seed

    @Test func serverStartsWithEverythingAcknowledgedAfterAKillOrAPowerCutAtAnyOperation() async throws {
        var points = CrashPoints(seed: seed)
        points.everyKill = Trials.choose(20, long: 1)
        points.everyPowerCut = Trials.choose(20, long: 1)
        points.everyStart = Trials.choose(1_000, long: 60)
        points.everyProcess = Trials.choose(1_000, long: 400)
        points.executable = Self.executable
        expectNothing(try await points.crash(StoreScenario.whole), atLeast: Trials.choose(200, long: 4_000))
    }

    @Test func serverStartsAfterAKillOrAPowerCutAtAnyOperationOfAnUpgrade() async throws {
        var points = CrashPoints(seed: seed)
        points.everyKill = Trials.choose(20, long: 1)
        points.everyPowerCut = Trials.choose(20, long: 1)
        points.everyStart = Trials.choose(1_000, long: 60)
        expectNothing(
            try await points.crash(StoreScenario.upgraded, laterMigrations: [StoreScenario.laterMigration]),
            atLeast: Trials.choose(40, long: 800)
        )
    }

    @Test func runningServerRecoversFromADiskErrorAtAnyOperationAndStartsAgain() async throws {
        var points = CrashPoints(seed: seed)
        points.everyFault = Trials.choose(400, long: 1)
        expectNothing(try await points.fail(StoreScenario.short), atLeast: Trials.choose(8, long: 3_000))
    }

    /// The harness finds known flaws.
    @Test(arguments: [CrashPoints.Flaw.forgetsSyncs, .losesLog])
    func knownFlawIsFound(flaw: CrashPoints.Flaw) async throws {
        var points = CrashPoints(seed: seed)
        points.everyKill = 20
        points.everyPowerCut = 20
        points.everyCommand = 1_000
        points.everyStart = 1_000
        points.flaw = flaw
        #expect(try await !points.crash([.start, .load]).findings.isEmpty, "\(seed)")
    }

    private func expectNothing(_ report: CrashPoints.Report, atLeast count: Int) {
        #expect(report.count >= count, "\(report.tried)")
        for (place, finding) in report.findings.prefix(5) { Issue.record("\(place): \(finding)") }
    }

    /// The crash point tool, which is built next to the tests.
    private static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "CrashPoints").path
}
