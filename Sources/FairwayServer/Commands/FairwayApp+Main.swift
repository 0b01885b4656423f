public import Fairway

extension FairwayApp {
    /// Runs the command that the arguments name: `serve` and its like.
    @concurrent public static func main() async { await commandLineTool.main() }

    /// The commands that every app has.
    package static var commandLineTool: CommandLineTool {
        CommandLineTool(
            name: executableName,
            version: "1.0.0",
            summary: "\(Self.self): an app whose navigation is on the server.",
            commands: [
                Serve(app: app), Migrate(), Check(app: app), BackUp(), Flows(), Play(app: app), Explore(app: app),
            ]
        )
    }

    private static var executableName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "\(Self.self)"
    }
}
