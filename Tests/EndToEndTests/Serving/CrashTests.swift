import Foundation
import Testing

/// A process is killed in the middle of its work: the store alone, a server that clients act on, one that checkpoints all the
/// time, and one that does background work. The long runs of the same are `script/bench crash` and `script/bench crash-work`.
struct CrashTests {
    @Test(arguments: [
        (["crash", "store", "10"], "each stored once"),
        (["crash", "server", "8"], "each stored once"),
        (["crash", "checkpoints", "4"], "each stored once"),
        (["crash-work", "4"], "each was told once"),
    ])
    func nothingAcknowledgedIsLostAndNothingIsMadeTwice(_ arguments: [String], _ verdict: String) async throws {
        let process = try SpawnedProcess(BuiltExecutable("fairway-benchmarks").url, arguments)
        // On a thread that may stand still.
        let (status, text) = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let text = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
                continuation.resume(returning: (process.wait(), text))
            }
        }
        // With the seed, in case it is needed.
        #expect(status == 0, "\(text)")
        #expect(text.contains(verdict), "\(text)")
    }
}
