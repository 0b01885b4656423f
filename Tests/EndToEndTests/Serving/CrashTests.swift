import Foundation
import Testing

/// A killed process loses nothing: a store, a server with clients, a server with constant checkpoints, and one with
/// jobs. `script/bench crash` and `script/bench crash-work` run the same for longer.
struct CrashTests {
    @Test(arguments: [
        (["crash", "store", "10"], "each stored once"),
        (["crash", "server", "8"], "each stored once"),
        (["crash", "checkpoints", "4"], "each stored once"),
        (["crash-work", "4"], "each was told once"),
    ])
    func acknowledgedChangesSurviveKillExactlyOnce(_ arguments: [String], _ verdict: String) async throws {
        let process = try SpawnedProcess(BuiltExecutable("fairway-benchmarks").url, arguments)
        // On a thread that may block.
        let (status, text) = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let text = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
                continuation.resume(returning: (process.wait(), text))
            }
        }
        // The output contains the seed.
        #expect(status == 0, "\(text)")
        #expect(text.contains(verdict), "\(text)")
    }
}
