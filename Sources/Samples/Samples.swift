import Fairway
import FairwayServer
import FairwayTerminal
import Foundation

/// The sample app. It rebuilds the demos of other navigation libraries, and adds flows of real apps.
@main struct Samples: PlayableApp {
    static var app: App {
        let folder = dataFolder
        return App("Fairway", initial: Home()) {
            PublicFile("index.html", bytes: PackageResources.index_html)

            Flow(Imperio())
            Flow(Tutorial())
            Flow(ImagePicker())
            Flow(EditProfile())

            Flow(Automatic())
            Flow(GoAnywhere())
            Flow(Parameters())
            Flow(Deeplink())
            Flow(DeeplinkTarget())
            Deeplink.link
            Flow(ModalScreens())
            Flow(LazyRoot())
            Flow(SameScreen())

            Flow(Account())
            Flow(Login())
            Flow(MainArea())
            Flow(Planets())
            Planets.listLink
            Planets.planetLink

            Flow(Programs())
            Flow(PadPrograms(), as: Programs.self, for: .pad)
            Flow(ProgramList())
            Flow(ProgramDetail())
            Flow(CreateProgram())

            Ferry.parts

            Flow(Transfer())
            Service(Ledger.self) { Ledger(in: $0[DataFolder.self]) }
            Flow(Counter())
            Flow(Stall())

            StringCatalog(PackageResources.Localizable_xcstrings)
            Service(DataFolder.self) { _ in folder }
        }
    }

    /// Chosen once, when the process starts. Only `serve` and `play` keep data: an exploration must not book ferries in
    /// the folder of a server.
    private static let dataFolder: DataFolder = {
        let keepsData = ["serve", "play"].contains(CommandLine.arguments.dropFirst().first)
        return keepsData ? .writable(at: "fairway-samples") : DataFolder()
    }()
}

extension Samples {
    /// Runs the command that the process's arguments name. `serve` has the flag `--demo-users`.
    @concurrent static func main() async { await playableTool(serve: ServeSamples(app: app)).main() }
}

/// The `serve` command of the samples.
struct ServeSamples: Command {
    let name = "serve"
    let summary = "Serves the app to its clients."

    let app: App

    func run(_ options: ServeSamplesOptions, console: Console) async throws -> ExitCode {
        guard options.hasDemoUsers else { return try await Serve(app: app).run(options.serving, console: console) }
        let provider = try DemoUsers().provider()
        let serve = Serve(app: app.overriding([], adding: DemoUsers.files), identityProvider: provider)
        return try await serve.run(options.serving, console: console)
    }
}

struct ServeSamplesOptions: CommandOptions {
    var serving = ServeOptions()
    var hasDemoUsers = false

    static let flags: [Flag<Self>] =
        ServeOptions.flags.map { $0.within(\.serving) } + [
            Flag("demo-users", \.hasDemoUsers, .yes, "Lets people sign in at /demo with any name, for development.")
        ]

    func validate() throws(CommandError) { try serving.validate() }
}

extension ScreenContext {
    /// An amount of money as the user's language writes it: `€1,234.50`, `1.234,50 €`.
    func euros(_ amount: Decimal) -> String {
        amount.formatted(.currency(code: "EUR").locale(Locale(identifier: locale)))
    }

    func euros(cents: Int) -> String { euros(Decimal(cents) / 100) }
}
