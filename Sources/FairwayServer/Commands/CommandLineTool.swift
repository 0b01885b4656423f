public import Fairway
import Foundation

/// The command line of an executable: selects a command, parses its flags and runs it.
package struct CommandLineTool: Sendable {
    private let tool: ToolDescription
    private let commands: [any Command]

    /// The version of Fairway.
    static let version = "1.0.0"

    /// Creates a tool with the given commands, and with `completions` and `man`.
    ///
    /// - Parameters:
    ///   - name: The executable's name in messages and `--help`.
    ///   - version: Printed after the name by `--version`.
    ///   - summary: One sentence about the executable.
    ///   - commands: The commands, in the order of `--help`.
    package init(name: String, version: String, summary: String, commands: [any Command]) {
        var tool = ToolDescription(name: name, version: version, summary: summary)
        // The two commands describe all commands, and themselves.
        let all = commands + [Completions(tool: tool), Manual(tool: tool)]
        tool.commands = all.map { CommandDescription($0) }
        self.tool = tool
        self.commands = commands + [Completions(tool: tool), Manual(tool: tool)]
    }

    private var name: String { tool.name }

    /// Runs the command that the arguments name.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the executable's path.
    ///   - environment: The environment variables, which replace missing flags.
    ///   - console: The destination of output and messages.
    package func run(arguments: [String], environment: [String: String], console: Console) async -> ExitCode {
        do {
            return try await dispatch(arguments, environment, console)
        } catch {
            let failure = ServerFailure(error)
            console.complain("\(name): \(failure)")
            return failure.code
        }
    }

    private func dispatch(
        _ arguments: [String],
        _ environment: [String: String],
        _ console: Console
    ) async throws -> ExitCode {
        guard let word = arguments.first else {
            console.complain(overview)
            return .usage
        }
        let rest = arguments.dropFirst()
        switch word {
        case "--version":
            console.say("\(name) \(tool.version)")
            return .success
        case "help", "--help", "-h":
            console.say(try rest.first.map { CommandHelp(of: try command(named: $0), tool: name).text } ?? overview)
            return .success
        default:
            let command = try command(named: word)
            if rest.contains("--help") || rest.contains("-h") {
                console.say(CommandHelp(of: command, tool: name).text)
                return .success
            }
            return try await run(command, Array(rest), environment, console)
        }
    }

    private func run(
        _ command: some Command,
        _ arguments: [String],
        _ environment: [String: String],
        _ console: Console
    ) async throws -> ExitCode {
        try await command.run(.init(arguments: arguments, environment: environment), console: console)
    }

    private func command(named word: String) throws(CommandError) -> any Command {
        if let command = commands.first(where: { $0.name == word }) { return command }
        let suggestion = Suggestion.nearest(to: word, in: commands.map(\.name)).map { " Did you mean \($0)?" } ?? ""
        throw CommandError(.unknownCommand, "There is no command \(word).\(suggestion) `\(name) help` lists them.")
    }

    private var overview: String {
        let width = tool.commands.map(\.name.count).max() ?? 0
        let rows = tool.commands.map { command in
            let name = command.name + String(repeating: " ", count: width - command.name.count)
            return CommandHelp.wrapped(command.summary, after: "  \(name)  ")
        }
        return """
            \(tool.summary)

            Usage: \(name) COMMAND [--flag value …]

            \(rows.joined(separator: "\n"))

            `\(name) help COMMAND` explains a command and its flags.
            """
    }
}

/// The `--help` text of a command.
struct CommandHelp {
    private(set) var text: String

    init(of command: some Command, tool: String) {
        let command = CommandDescription(command)
        let flags = command.flags.map { flag in
            let facts = [flag.defaultText.map { "default: \($0)" }, flag.environmentName].compactMap(\.self)
            let usage = flag.placeholder.isEmpty ? flag.name : "\(flag.name) \(flag.placeholder)"
            let explanation = "\(flag.summary) (\(facts.joined(separator: "; ")))"
            return "  --\(usage)\n\(Self.wrapped(explanation, after: Self.margin))"
        }
        let operands = command.operands.map { " \($0.placeholder)" }.joined()
        text = """
            \(Self.wrapped(command.summary))

            Usage: \(tool) \(command.name)\(operands)\(flags.isEmpty ? "" : " [--flag value …]")
            """
        if !command.examples.isEmpty {
            text += "\n\n\(command.examples.map { "  \(tool) \($0)" }.joined(separator: "\n"))"
        }
        let arguments = command.operands.map { "  \($0.placeholder)\n\(Self.wrapped($0.summary, after: Self.margin))" }
        if !arguments.isEmpty { text += "\n\n\(arguments.joined(separator: "\n"))" }
        guard !flags.isEmpty else { return }
        text += """


            \(flags.joined(separator: "\n"))

            \(Self.wrapped(Self.aboutVariables))
            """
    }

    private static let margin = String(repeating: " ", count: 6)
    private static let aboutVariables =
        "Instead of a flag, you can set the environment variable after it. A flag overrides its variable."

    /// A text in lines of at most 80 columns, the first one after `start`, and the others below their beginning.
    static func wrapped(_ text: String, after start: String = "") -> String {
        let margin = String(repeating: " ", count: start.count)
        let lines = text.wrapped(to: 80 - start.count)
        return lines.enumerated().map { ($0 == 0 ? start : margin) + $1 }.joined(separator: "\n")
    }
}

/// Suggests a known word for a misspelt one.
package enum Suggestion {
    /// The candidate with the smallest distance, if that is at most a third of its length (or 1).
    package static func nearest(to word: String, in candidates: [String]) -> String? {
        let near = candidates.map { (candidate: $0, distance: distance(Array(word), Array($0))) }
            .filter { $0.distance <= max(1, $0.candidate.count / 3) }
        return near.min { $0.distance < $1.distance }?.candidate
    }

    /// The optimal string alignment distance: the number of insertions, deletions, substitutions and swaps of
    /// neighbours.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let exchanged = rows[i][j] + (a[i] == b[j] ? 0 : 1)
                row.append(min(rows[i][j + 1] + 1, row[j] + 1, exchanged))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    row[j + 1] = min(row[j + 1], rows[i - 1][j - 1] + 1)
                }
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}

extension FairwayApp {
    /// Runs the command that the process's arguments name.
    ///
    /// This is the entry point of an app that is marked `@main`:
    ///
    /// ```swift
    /// @main struct Notebook: FairwayApp {
    ///     static var app: App { App(initial: Home()) }
    /// }
    /// ```
    @concurrent public static func main() async { await commandLineTool.main() }

    package static var commandLineTool: CommandLineTool { commandLineTool(client: nil) }

    /// A tool with the commands of every app, and with `play` if there is a terminal client.
    ///
    /// - Parameters:
    ///   - serve: Replaces the `serve` command.
    ///   - client: The terminal client.
    package static func commandLineTool(
        serve: (any Command)? = nil,
        client: TerminalClientRun?
    ) -> CommandLineTool {
        let app = Self.app.named("\(Self.self)")
        return CommandLineTool(
            name: executableName,
            version: CommandLineTool.version,
            summary: "\(Self.self): an app with server-driven navigation.",
            commands: [
                serve ?? Serve(app: app), Migrate(), Check(app: app), BackUp(), Flows(), Explore(app: app),
                Generate(app: app),
            ] + (client.map { [Play(app: app, client: $0)] } ?? [])
        )
    }

    private static var executableName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "\(Self.self)"
    }
}

extension CommandLineTool {
    /// Runs the command that the process's arguments name, then exits.
    package func main() async -> Never {
        let code = await run(
            arguments: Array(CommandLine.arguments.dropFirst()),
            environment: ProcessInfo.processInfo.environment,
            console: .process
        )
        exit(code.rawValue)
    }
}
