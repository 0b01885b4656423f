import FairwayServer
import Foundation
import Synchronization
import Testing

@testable import Samples

/// The `generate` command of the samples, run in this process.
struct GenerateTests {
    private let folder: TemporaryStore

    init() throws { folder = try TemporaryStore() }

    @Test func serverAndAppGiveSameCode() async throws {
        let server = try await ServedApp(Samples.app)
        let own = await GenerateRun("--typescript", path("typed"), "--swift", path("typed"))
        #expect(own.code == .success, "\(own.errors)")
        let served = ["--from", server.url.absoluteString, "--typescript", path("served"), "--swift", path("served")]
        let first = await GenerateRun(served)
        #expect(first.output.hasSuffix(" files written\n"), "\(first.errors)")
        #expect(try files(in: "served") == files(in: "typed"))
        #expect(try Set(files(in: "typed").keys).isSuperset(of: ["AppScreen.swift", "screens.ts", "fairway.d.ts"]))

        try Data().write(to: URL(filePath: path("served/own.ts")))
        let second = await GenerateRun(served)
        #expect(second.output.hasSuffix(" screens, no file changed\n"), "\(second.errors)")
        #expect(try files(in: "served").keys.contains("own.ts"))
    }

    @Test(arguments: [
        (["--from", "http://127.0.0.1:1", "--swift", "."], ExitCode.failure, "Is the server running there?"),
        (["--from", "http://127.0.0.1:1"], .usage, "pass --typescript DIR, --swift DIR, or both."),
        (["--swift", "/dev/null"], .failure, "/dev/null/AppScreen.swift cannot be written"),
    ])
    func failureNamesRemedy(arguments: [String], code: ExitCode, message: String) async {
        let run = await GenerateRun(arguments)
        #expect(run.code == code)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test func addressOfAPageIsRejected() async throws {
        let server = try await ServedApp(Samples.app)
        let run = await GenerateRun("--from", "\(server.url)/web", "--swift", folder.folder.path)
        #expect(run.code == .failure)
        #expect(run.errors.contains("/web: "), "\(run.errors)")
    }

    private func path(_ name: String) -> String { folder.folder.appending(path: name).path }

    /// The contents of a folder's files, by path.
    private func files(in name: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for file in try FileManager.default.subpathsOfDirectory(atPath: path(name)) where file.contains(".") {
            files[file] = try Data(contentsOf: URL(filePath: path("\(name)/\(file)")))
        }
        return files
    }
}

/// The outcome of the samples' `generate` command.
struct GenerateRun {
    let code: ExitCode
    let output: String
    let errors: String

    init(_ arguments: String...) async { await self.init(arguments) }

    init(_ arguments: [String]) async {
        let written = Written()
        code = await Samples.commandLineTool.run(
            arguments: ["generate"] + arguments,
            environment: [:],
            console: Console(
                output: { bytes in written.output.withLock { $0 += bytes } },
                errors: { bytes in written.errors.withLock { $0 += bytes } },
                errorsAreRead: false
            )
        )
        output = String(decoding: written.output.withLock(\.self), as: UTF8.self)
        errors = String(decoding: written.errors.withLock(\.self), as: UTF8.self)
    }

    private final class Written: Sendable {
        let output = Mutex<[UInt8]>([])
        let errors = Mutex<[UInt8]>([])
    }
}
