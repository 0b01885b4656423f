import Foundation
import ServerDoubles
import Testing

/// A shell in its own folder with its own server.
///
/// Pages use `script/server` and `localhost:8080`; the tests use the debug build on a free port.
final class PageShell {
    private let folder: TemporaryStore
    private var server: RunningServer?
    private var values: [String: String] = [:]

    /// The folder contains a link to the project, like a clone of it.
    init() throws {
        folder = try TemporaryStore()
        try FileManager.default.createSymbolicLink(
            at: folder.folder.appending(path: "fairway"),
            withDestinationURL: DocumentationPage.project
        )
    }

    /// Creates a file in the folder, with the folders around it.
    func write(_ text: String, to name: String) throws -> String {
        let file = folder.folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(addressed(text).utf8).write(to: file)
        return file.path
    }

    /// The path of a file in the folder.
    func path(of name: String) -> String { folder.folder.appending(path: name).path }

    /// Starts a server as a page does.
    func serve(_ environment: [String: String] = [:]) async throws {
        server = try await RunningServer("--store", "sqlite:fairway.sqlite", in: folder, environment: environment)
    }

    /// The environment of a command that starts the server: `FAIRWAY_PORT=1 script/server &`; nil for other commands.
    private static func environment(ofServer command: String) -> [String: String]? {
        guard command.hasSuffix("script/server &") else { return nil }
        let settings = command.split(separator: " ").dropLast(2).map { $0.split(separator: "=", maxSplits: 1) }
        return Dictionary(settings.map { (String($0[0]), $0.count == 2 ? String($0[1]) : "") }) { $1 }
    }

    /// Runs a step and compares its output with the page.
    func replay(_ step: TranscriptStep, at location: String) async throws {
        if let environment = Self.environment(ofServer: step.command) {
            try await serve(environment)
            #expect(step.output == ["listening on http://127.0.0.1:8080"], "\(location)")
            return
        }
        switch step.command {
        case "kill -9 %1": server?.kill()
        case "kill %1": #expect(await server?.stop() == 0, "\(location)")
        default:
            let result = try await run(try ExpectedOutput.filled(step.command, values))
            #expect(result.code == 0, "\(location): \(step.command) says\n\(result.errors)")
            let said = result.output.split(separator: "\n").map(String.init)
            for (line, expected) in zip(said, step.output) {
                let match = try ExpectedOutput(line: expected).match(line, values)
                #expect(match != nil, "\(location): \(step.command) says\n\(line)\nwhere the page has\n\(expected)")
                values = match ?? values
            }
            #expect(said.count == step.output.count, "\(location): \(step.command) says\n\(said)")
        }
    }

    /// Runs as many commands at a time as there are processors, on separate threads, because the shared threads of
    /// tests must not block.
    private static let commands = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
        return queue
    }()

    /// Runs commands and returns their output.
    func run(_ commands: String) async throws -> (output: String, code: Int32, errors: String) {
        let log = folder.folder.appending(path: "errors")
        let (addressed, home) = (addressed(commands), folder.folder)
        return try await withCheckedThrowingContinuation { continuation in
            Self.commands.addOperation {
                continuation.resume(
                    with: Result {
                        let process = try SpawnedProcess(
                            URL(filePath: "/bin/bash"),
                            ["-euo", "pipefail", "-c", addressed],
                            in: home,
                            environment: [
                                "PATH": BuiltExecutable("").url.path + ":"
                                    + (ProcessInfo.processInfo.environment["PATH"] ?? "/bin"),
                                "HOME": home.path,
                                "FAIRWAY_ADMIN_TOKEN": RunningServer.operatorToken,
                            ],
                            errors: .file(log.path)
                        )
                        let output = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
                        let code = process.wait()
                        return (output, code, (try? String(contentsOf: log, encoding: .utf8)) ?? "")
                    }
                )
            }
        }
    }

    /// Replaces the server's address in a text of a page.
    private func addressed(_ text: String) -> String {
        guard let url = server?.url, let host = url.host(), let port = url.port else { return text }
        return text.replacing(/(localhost|127\.0\.0\.1):8080/, with: "\(host):\(port)")
    }
}
