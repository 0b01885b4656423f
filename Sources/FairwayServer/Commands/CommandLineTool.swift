import Fairway

/// The executable's command line: finds the command that was asked for, reads its flags, runs it.
package struct CommandLineTool: Sendable {
    private let name: String
    private let version: String
    private let summary: String
    private let commands: [any Command]

    /// - Parameters:
    ///   - name: The executable's name, as messages and `--help` show it.
    ///   - version: What `--version` prints after the name.
    ///   - summary: What the executable is, in a sentence.
    ///   - commands: In the order in which `--help` lists them.
    package init(name: String, version: String, summary: String, commands: [any Command]) {
        self.name = name
        self.version = version
        self.summary = summary
        self.commands = commands
    }

    /// Runs what the arguments ask for.
    ///
    /// - Parameters:
    ///   - arguments: Without the executable's own path.
    ///   - environment: The variables that stand in for flags.
    ///   - console: Where it says what it has to say.
    package func run(arguments: [String], environment: [String: String], console: Console) async -> ExitCode {
        do {
            return try await dispatch(arguments, environment, console)
        } catch let error as CommandError {
            console.complain("\(name): \(error.message)")
            return error.exitCode
        } catch let error as StoreError {
            console.complain("\(name): \(error)")
            return CommandError(error).exitCode
        } catch let mistake as Mistake {
            console.complain("\(name): \(mistake)")
            return .configuration
        } catch {
            console.complain("\(name): \(error)")
            return .failure
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
            console.say("\(name) \(version)")
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
        let width = commands.map(\.name.count).max() ?? 0
        let rows = commands.map { command in
            "  \(command.name)\(String(repeating: " ", count: width - command.name.count))  \(command.summary)"
        }
        return """
            \(summary)

            Usage: \(name) COMMAND [--flag value …]

            \(rows.joined(separator: "\n"))

            `\(name) help COMMAND` explains a command and its flags.
            """
    }
}
