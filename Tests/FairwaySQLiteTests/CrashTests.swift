import Foundation
import Testing

/// The process is killed in the middle of its work. The long runs of the same are `script/bench crash` and
/// `script/bench crash-work`.
struct CrashTests {
    @Test(arguments: [(["crash", "store", "10"], "each stored once"), (["crash-work", "4"], "each was told once")])
    func nothingAcknowledgedIsLostAndNothingIsMadeTwice(_ arguments: [String], _ verdict: String) async throws {
        let process = Process()
        let output = Pipe()
        // Built together with the tests, and so beside them.
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "fairway-benchmarks")
        process.arguments = arguments
        process.standardOutput = output
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        // With the seed, in case it is needed.
        #expect(status == 0, "\(text)")
        #expect(text.contains(verdict), "\(text)")
    }
}
