import Foundation
import Testing

/// What `docs/clients.md` shows is run as it stands there.
@Suite(.timeLimit(.minutes(3)))
struct ClientsPageTests {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private let fences = Result {
        MarkdownFence.all(in: try String(contentsOf: project.appending(path: "docs/clients.md"), encoding: .utf8))
    }

    @Test func everyShellBlockSaysWhatStandsBelowIt() throws {
        let server = try RunningServer()
        let blocks = try outputs(of: "sh")
        #expect(blocks.count == 4)
        // One shell for all, as a reader has.
        let script = blocks.map { "\($0.block)\nprintf '\\0'\n" }.joined()
        let said = try run(["/bin/bash", "-euo", "pipefail", "-c", script], server)
        #expect(said.split(separator: "\0").map(Self.trimmed) == blocks.map { Self.trimmed($0.output) })
    }

    @Test func theModuleSaysWhatStandsBelowIt() throws {
        let server = try RunningServer()
        let module = Self.project.appending(path: "Public/fairway.js").path
        for (block, output) in try outputs(of: "js") {
            let script = block.replacing("/fairway.js", with: module)
            let command = ["node", "--experimental-default-type=module", "--input-type=module", "-e", script]
            #expect(Self.trimmed(try run(["/usr/bin/env"] + command, server)) == Self.trimmed(output))
        }
    }

    /// All fences as one file, as an app would have them; what needs SwiftUI is left out where there is none.
    @Test func theSwiftCompiles() throws {
        let store = try TemporaryStore()
        let code = try fences.get().filter { $0.language == "swift" }.map(\.text).joined(separator: "\n")
        #expect(code.contains("RemoteApp"))
        let file = store.folder.appending(path: "Clients.swift")
        try Data(code.utf8).write(to: file)
        let modules = BuiltExecutable("Modules").url.path
        let said = try run(
            [
                "/usr/bin/env", "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", modules,
                file.path,
            ],
            nil
        )
        #expect(said == "")
    }

    /// The blocks of a language that are followed by what they say.
    private func outputs(of language: String) throws -> [(block: String, output: String)] {
        let all = try fences.get()
        let blocks = all.indices.filter { all[$0].language == language }
        return blocks.map { index in
            let isTold = all.indices.contains(index + 1) && all[index + 1].language == "text"
            // What is set up in a block need not say anything.
            return (all[index].text, isTold ? all[index + 1].text : "")
        }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return String(line)
        }.joined(separator: "\n").trimmingCharacters(in: .newlines)
    }

    /// What a command says, to whomever; the page's server is the one that is running.
    private func run(_ command: [String], _ server: RunningServer?) throws -> String {
        let store = try TemporaryStore()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let tools = BuiltExecutable("").url.path
        let process = try SpawnedProcess(
            URL(filePath: command[0]),
            command.dropFirst().map { word in
                server.map { word.replacing("http://localhost:8080", with: $0.url.absoluteString) } ?? word
            },
            environment: ["PATH": "\(tools):\(path)", "HOME": store.folder.path]
        )
        let output = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
        let errors = String(decoding: process.errors.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.wait() == 0, "\(errors)")
        return output + errors
    }
}
