import FairwayDoubles
import FairwayServer
import Foundation

/// `CrashPoints [ROUNDS [SEED]]` tries every crash point of a run, and prints their number and the findings.
/// If the first argument is a command's name instead, it runs that command of the tested app.
@main
struct CrashPointsTool {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first.map({ UInt64($0) != nil }) ?? true else { return await CrashPointsApp.main() }
        let numbers = arguments.compactMap { UInt64($0) }
        let rounds = Int(numbers.first ?? 1)
        let first = numbers.dropFirst().first ?? .random(in: 1..<1_000_000)
        var report = CrashPoints.Report()
        let began = ContinuousClock.now
        for round in 0..<rounds {
            var points = CrashPoints(seed: Seed(first &+ UInt64(round)))
            points.powerCutsAtEach = 16
            points.executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
            report.add(try await points.crash(StoreScenario.whole))
            report.add(try await points.crash(StoreScenario.upgraded, laterMigrations: [StoreScenario.laterMigration]))
            report.add(try await points.fail(StoreScenario.short))
            print("seed \(points.seed.value): \(report.count) points and \(report.findings.count) findings so far")
        }
        for (kind, count) in report.tried.sorted(by: { $0.key < $1.key }) { print("| \(kind) | \(count) |") }
        for kind in Finding.Kind.allCases {
            print("\(kind.rawValue): \(report.findings.count { $0.1.kind == kind })")
        }
        for (place, finding) in report.findings.prefix(40) { print("\(place): \(finding)") }
        print("\(report.count) points in \(Int((ContinuousClock.now - began) / .seconds(1))) s, seeds from \(first)")
        exit(report.findings.isEmpty ? 0 : 1)
    }
}
