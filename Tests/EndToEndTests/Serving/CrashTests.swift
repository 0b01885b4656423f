import FairwayDoubles
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// A server that is killed under load or during a checkpoint loses no acknowledged change and repeats none.
/// `script/bench crash` runs the same for longer.
@Suite(.waiting)
struct CrashTests {
    @Test(arguments: [
        (["crash", "server", Trials.choose("3", long: "60")], "each stored once"),
        (["crash", "checkpoints", Trials.choose("2", long: "30")], "each stored once"),
    ])
    func acknowledgedChangesSurviveKillExactlyOnce(_ arguments: [String], _ verdict: String) async throws {
        let process = try SpawnedProcess(BuiltExecutable("fairway-benchmarks").url, arguments)
        let (status, text, _) = await process.result()
        // The output contains the seed.
        #expect(status == 0, "\(text)")
        #expect(text.contains(verdict), "\(text)")
    }
}
