import FairwayDoubles
import Foundation
import Testing

@testable import CrashPoints

/// A store's life, cut off at every operation on its files, and with a fault at each: `script/bench crash-points` tries far more.
///
/// Each time the server starts at once, everything acknowledged is there and nothing is twice, and the commands that read say yes.
struct CrashPointsTests {
    private let seed = Seed()

    @Test func serverStartsWithEverythingAcknowledgedAfterAKillOrAPowerCutAtAnyOperation() async throws {
        var points = CrashPoints(seed: seed)
        points.everyKill = 12
        points.everyPowerCut = 12
        points.everyStart = 600
        points.everyProcess = 600
        points.executable = Self.executable
        expectNothing(try await points.crash(Life.whole), atLeast: 200)
    }

    @Test func serverStartsAfterAKillOrAPowerCutAtAnyOperationOfAnUpgrade() async throws {
        var points = CrashPoints(seed: seed)
        points.everyKill = 24
        points.everyPowerCut = 24
        points.everyStart = 1_000
        expectNothing(
            try await points.crash(Life.upgraded, laterMigrations: [Life.laterMigration]),
            atLeast: 20
        )
    }

    @Test func runningServerRecoversFromADiskErrorAtAnyOperationAndStartsAgain() async throws {
        var points = CrashPoints(seed: seed)
        points.everyFault = 250
        expectNothing(try await points.fail(Life.short), atLeast: 12)
    }

    /// A harness that notices nothing would pass, too.
    @Test(arguments: [CrashPoints.Flaw.forgetsSyncs, .losesLog])
    func aFlawIsNoticed(flaw: CrashPoints.Flaw) async throws {
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

    /// Built together with the tests, and so beside them.
    private static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "CrashPoints").path
}
