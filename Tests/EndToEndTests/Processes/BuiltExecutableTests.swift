import Foundation
import Testing

struct BuiltExecutableTests {
    @Test func executableIsBesideTests() {
        let path = BuiltExecutable("fairway-samples").url.path
        #expect(FileManager.default.isExecutableFile(atPath: path), "\(path)")
    }

    @Test func terminalReportsProgramThatEnded() async throws {
        let terminal = try PseudoTerminal(BuiltExecutable("fairway-samples").url, ["play", "Nowhere"])
        let failure = await #expect(throws: PseudoTerminal.Failure.self) {
            try await terminal.screen { _ in false }
        }
        guard case .ended(1, let output) = failure else {
            Issue.record("the terminal does not report the program's end: \(String(describing: failure))")
            return
        }
        #expect(output.contains("Nowhere"))
    }
}
