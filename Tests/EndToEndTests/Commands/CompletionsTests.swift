import Foundation
import ServerDoubles
import TestWaits
import Testing

/// The scripts of `completions` in real shells, and the page of `man` in real formatters.
@Suite(.waiting)
struct CompletionsTests {
    private let executable = BuiltExecutable("fairway-samples").url

    @Test(arguments: [
        ("fairway-samples ser", ["serve"]), ("fairway-samples serve --adm", ["--admin-token"]),
        ("fairway-samples serve --durability ", ["full", "relaxed"]),
        ("fairway-samples serve --durability = re", ["relaxed"]), ("fairway-samples completions f", ["fish"]),
        ("fairway-samples help mig", ["migrate"]), ("fairway-samples backup --", ["--store", "--help"]),
        ("fairway-samples backup ", []), ("fairway-samples serve --public ", []),
        ("fairway-samples --ver", ["--version"]), ("fairway-samples explore Tut", ["Tutorial"]),
        ("fairway-samples explore --skip Tut", ["Tutorial"]), ("fairway-samples play Tut", ["Tutorial"]),
    ])
    func bashCompletesWord(line: String, offered: [String]) async throws {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
        let commands = """
            set -u
            source <('\(executable.path)' completions bash)
            complete -p fairway-samples | grep -q -- '-o default -F _fairway_samples'
            COMP_WORDS=(\(words.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
            _fairway_samples
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let completed = try await run("/bin/bash", ["-c", commands])
        #expect(completed.code == 0, "\(completed)")
        #expect(completed.output.split(separator: "\n").map(String.init) == offered)
    }

    @Test(
        .enabled(if: Self.isInstalled("fish")),
        arguments: [
            ("fairway-samples chec", "check"), ("fairway-samples flows --ord", "--order"),
            ("fairway-samples serve --durability re", "relaxed"), ("fairway-samples completions z", "zsh"),
            ("fairway-samples help migr", "migrate"), ("fairway-samples play Tut", "Tutorial"),
        ]
    )
    func fishCompletesWord(line: String, offered: String) async throws {
        let commands = "'\(executable.path)' completions fish | source; complete -C '\(line)'"
        let completed = try await run("/usr/bin/fish", ["--no-config", "-c", commands])
        #expect(completed.code == 0, "\(completed)")
        let words = completed.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(words.contains { $0 == offered }, "\(completed)")
    }

    @Test(
        .enabled(if: Self.isInstalled("zsh")),
        arguments: [
            ("fairway-samples chec", "check"), ("fairway-samples flows --ord", "--order"),
            ("fairway-samples serve --durability re", "relaxed"), ("fairway-samples completions z", "zsh"),
            ("fairway-samples help migr", "migrate"), ("fairway-samples play Tut", "Tutorial"),
        ]
    )
    func zshCompletesWord(line: String, completed: String) async throws {
        let folder = try TemporaryStore()
        let terminal = try PseudoTerminal(
            URL(filePath: "/usr/bin/zsh"),
            ["-f", "-i"],
            environment: ["HOME": folder.folder.path, "PS1": "ready> ", "PATH": "/usr/bin:/bin"]
        )
        try await terminal.output { $0.contains("ready> ") }
        terminal.type(
            "autoload -Uz compinit; compinit -u -D; source <('\(executable.path)' completions zsh); echo lo''aded\r"
        )
        try await terminal.output { $0.contains("loaded") }
        terminal.type("\(line)\t")
        let words = line.split(separator: " ").dropLast().joined(separator: " ") + " " + completed
        try await terminal.output { $0.contains(words) }
        terminal.type("\u{15}exit\r")
        #expect(await terminal.end() == 0)
    }

    @Test(
        arguments: ["/usr/bin/man --warnings -E UTF-8 -l PAGE", "/usr/bin/mandoc -T lint -W error PAGE"].filter {
            command in
            FileManager.default.isExecutableFile(atPath: String(command.prefix { $0 != " " }))
        }
    )
    func formattersAcceptTheManualPage(command: String) async throws {
        let folder = try TemporaryStore()
        let page = folder.folder.appending(path: "fairway-samples.1")
        let text = try await run(executable.path, ["man"]).output
        try Data(text.utf8).write(to: page)
        let words = command.replacing("PAGE", with: page.path).split(separator: " ").map(String.init)
        let formatted = try await run(words[0], Array(words.dropFirst()))
        #expect(formatted.code == 0, "\(formatted)")
        #expect(formatted.errors.isEmpty)
        guard words[0].hasSuffix("/man") else { return }
        for part in ["NAME", "--admin-token", "FAIRWAY_STORE", "EXIT STATUS"] {
            #expect(formatted.output.contains(part), "\(part)")
        }
    }

    private static func isInstalled(_ shell: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
    }

    private func run(
        _ program: String,
        _ arguments: [String]
    ) async throws -> (code: Int32, output: String, errors: String) {
        let process = try SpawnedProcess(
            URL(filePath: program),
            arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
        )
        return await process.result()
    }
}
