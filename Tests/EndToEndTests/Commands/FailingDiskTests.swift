import Foundation
import ServerDoubles
import TestWaits
import Testing

/// A server on a full or read-only disk exits with a code that makes its supervisor retry.
@Suite(.waiting)
struct FailingDiskTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    @Test(
        .enabled(if: canMount),
        arguments: [("mount -t tmpfs -o size=64k none .", "is full"), ("mount -t tmpfs -o ro none .", "read-only")]
    )
    func fullOrReadOnlyDiskIsTemporaryFailure(mounting: String, words: String) async throws {
        let serving = #"cd "$PWD" && exec "$0" serve --port 0 --store sqlite:store.sqlite"#
        let (code, errors) = try await run("\(mounting) && \(serving)")
        #expect(code == 75, "\(errors)")
        #expect(errors.contains(words), "\(errors)")
        #expect(!errors.contains("backup"), "\(errors)")
    }

    @Test func unitRestartsOnlyAfterTemporaryFailure() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/operations/fairway.service")
        let unit = try String(contentsOf: file, encoding: .utf8)
        let codes = unit.split(separator: "\n").first { $0.hasPrefix("RestartPreventExitStatus=") }?
            .split(separator: "=")[1].split(separator: " ")
        #expect(codes == ["64", "78"])
        #expect(unit.contains("\nRestart=on-failure\n"))
        #expect(unit.contains("\nRestartSec="))
    }

    /// Mounts belong to the process's namespace and end with it.
    private static let canMount: Bool = {
        let process = try? SpawnedProcess(
            URL(filePath: "/usr/bin/unshare"),
            ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"],
            errors: .file("/dev/null")
        )
        return process?.wait() == 0
    }()

    private func run(_ script: String) async throws -> (code: Int32, errors: String) {
        let process = try SpawnedProcess(
            URL(filePath: "/usr/bin/unshare"),
            ["--mount", "sh", "-c", script, BuiltExecutable("fairway-samples").url.path],
            in: store.folder
        )
        let (code, _, errors) = await process.result()
        return (code, errors)
    }
}
