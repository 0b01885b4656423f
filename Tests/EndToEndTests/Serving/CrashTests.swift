import Foundation
import Testing

/// The server is killed while clients act. The long run of the same is `script/bench crash`.
struct CrashTests {
    @Test func everyAcknowledgedActionIsCountedExactlyOnce() async throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = BuiltExecutable("fairway-benchmarks").url
        process.arguments = ["crash", "server", "8"]
        process.standardOutput = output
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.launchAlone()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        // With the seed, in case it is needed.
        #expect(status == 0, "\(text)")
        #expect(text.contains("each stored once"), "\(text)")
    }
}
