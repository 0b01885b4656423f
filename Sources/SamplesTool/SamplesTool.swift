import Fairway
import FairwayServer
import FairwayTerminal
import Samples
import Synchronization

/// The executable of the sample app.
@main struct SamplesTool: PlayableApp {
    static var app: App { Samples.app }

    /// Runs the command that the process's arguments name. `serve` has the flags `--demo-users`, `--demo-traps` and
    /// `--demo-kill`.
    @concurrent static func main() async { await playableTool(serve: ServeSamples(app: app)).main() }
}

/// The `serve` command of the samples.
struct ServeSamples: Command {
    let name = "serve"
    let summary = "Serves the app to its clients."

    let app: App

    func run(_ options: ServeSamplesOptions, console: Console) async throws -> ExitCode {
        Samples.offersTraps.store(options.hasDemoTraps, ordering: .relaxed)
        let app = options.offersKill ? app.overriding([], adding: DemoKill().parts) : app
        guard options.hasDemoUsers else { return try await Serve(app: app).run(options.serving, console: console) }
        let provider = try DemoUsers().provider()
        let serve = Serve(app: app.overriding([], adding: DemoUsers.files), identityProvider: provider)
        return try await serve.run(options.serving, console: console)
    }
}

struct ServeSamplesOptions: CommandOptions {
    var serving = ServeOptions()
    var hasDemoUsers = false
    var hasDemoTraps = false
    var hasDemoKill = false

    /// Sessions in memory would not survive.
    var offersKill: Bool { hasDemoKill && !serving.isInMemory }

    static let flags: [Flag<Self>] =
        ServeOptions.flags.map { $0.within(\.serving) } + [
            Flag("demo-users", \.hasDemoUsers, .yes, "Lets people sign in at /demo with any name, for development."),
            Flag("demo-traps", \.hasDemoTraps, .yes, "Stall offers an action that ends the process, for tests."),
            Flag(
                "demo-kill",
                \.hasDemoKill,
                .yes,
                "Lets visitors of the first page end the process, which `script/server` then starts again."
            ),
        ]

    func validate() throws(CommandError) { try serving.validate() }
}
