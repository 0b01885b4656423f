public import Fairway
import Foundation

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
    package static func commandLineTool(client: TerminalClientRun?) -> CommandLineTool {
        CommandLineTool(
            name: executableName,
            version: "1.0.0",
            summary: "\(Self.self): an app with server-driven navigation.",
            commands: [Serve(app: app), Migrate(), Check(app: app), BackUp(), Flows(), Explore(app: app)]
                + (client.map { [Play(app: app, client: $0)] } ?? [])
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
