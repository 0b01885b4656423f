import Foundation

/// The options of a ``FairwayServer``: the flags of `serve`, from the command line, from the environment or in code.
///
/// ```swift
/// let options = try ServerOptions(["store": "memory", "port": "0"])
/// ```
public struct ServerOptions: Sendable {
    let serving: ServeOptions
    package var console = Console.process
    var identityProvider: LocalIdentityProvider?

    /// Whether SIGTERM and SIGINT end ``FairwayServer/run()``. Set it to false in a process that handles them itself.
    public var stopsOnSignals = true
    /// Whether the server listens on its address. If not, it answers only ``FairwayServer/respond(to:)``.
    public var listens = true
    /// Whether a start that fails prints a sentence and ends the process with its exit code, as `serve` does, instead of
    /// throwing the error. True for options from the command line.
    public var exitsOnFailure = false

    init(_ serving: ServeOptions) { self.serving = serving }

    /// Options in code. The environment is not read.
    ///
    /// - Parameter flags: The flags of `serve` without hyphens, and their values.
    /// - Throws: ``ServerFailure`` if a flag is unknown or a value is invalid.
    public init(_ flags: [String: String] = [:]) throws {
        try self.init(arguments: flags.sorted { $0.key < $1.key }.map { "--\($0)=\($1)" }, environment: [:])
    }

    /// The options of the process's environment: `FAIRWAY_PORT` for `--port`.
    ///
    /// - Throws: ``ServerFailure`` if a value is invalid.
    public static func fromEnvironment() throws -> ServerOptions {
        try fromEnvironment(ProcessInfo.processInfo.environment)
    }

    /// The options of an environment.
    public static func fromEnvironment(_ environment: [String: String]) throws -> ServerOptions {
        try ServerOptions(arguments: [], environment: environment)
    }

    /// The options of the process's command line, then of the environment.
    ///
    /// A wrong command line prints a sentence and ends the process, and so does a start that fails. `--help` prints the flags.
    public static func fromCommandLine() -> ServerOptions {
        let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "server"
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.contains("--help") || arguments.contains("-h") {
            Console.process.say(CommandHelp(of: OwnServer(), tool: name).text)
            exit(ExitCode.success.rawValue)
        }
        do {
            var options = try ServerOptions(arguments: arguments, environment: ProcessInfo.processInfo.environment)
            options.exitsOnFailure = true
            return options
        } catch {
            ServerFailure(error).exit(Console.process)
        }
    }

    /// - Parameter arguments: The flags, after the word `serve` if there is one.
    init(arguments: [String], environment: [String: String]) throws {
        do {
            let flags = arguments.first == "serve" ? Array(arguments.dropFirst()) : arguments
            self.init(try ServeOptions(arguments: flags, environment: environment))
        } catch {
            throw ServerFailure(error)
        }
    }
}

/// Describes the flags of a server in its own `main`.
private struct OwnServer: Command {
    let name = "serve"
    let summary = "Serves the app to its clients. The word serve may be left out."

    func run(_ options: ServeOptions, console: Console) async throws -> ExitCode { .success }
}

/// Why a server cannot start, or a command has failed.
public struct ServerFailure: Error, Hashable, CustomStringConvertible, Sendable {
    /// What happened, and what to do.
    public let description: String
    let code: ExitCode

    /// The exit code of the process, such as 78 for a mistake in the app.
    public var exitCode: Int32 { code.rawValue }
}
