import Foundation
import Testing

/// The server is killed while clients act. The long run of the same is `script/bench crash`.
struct CrashTests {
    @Test func everyAcknowledgedActionIsCountedExactlyOnce() async throws {
        let process = try SpawnedProcess(BuiltExecutable("fairway-benchmarks").url, ["crash", "server", "8"])
        // On a thread that may stand still.
        let (status, text) = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let text = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
                continuation.resume(returning: (process.wait(), text))
            }
        }
        // With the seed, in case it is needed.
        #expect(status == 0, "\(text)")
        #expect(text.contains("each stored once"), "\(text)")
    }
}
