import Fairway
import FairwayTerminal
import FairwayWire
import Foundation

/// The `play` command: a thin client in the terminal.
struct Play: Command {
    let name = "play"
    let summary = "Plays a flow in the terminal; the session continues where it stopped."
    let examples = [
        "play Tutorial",
        "play --store sqlite:fairway.sqlite",
        "play Ferry --server http://127.0.0.1:8080 --new",
    ]

    /// The app to serve if no server is given.
    let app: App

    func run(_ options: PlayOptions, console: Console) async throws -> ExitCode {
        if let server = options.server {
            try await play(options, on: server, console)
            return .success
        }
        // A log would overwrite the screen. The client shows errors itself.
        let silence = Console(output: { _ in }, errors: { _ in }, errorsAreRead: false)
        let server = try await AppServer(app, options.serving, log: Log(level: .error, format: .text, console: silence))
        let address = try server.start()
        do {
            try await play(options, on: URL(string: "http://\(address)"), console)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        return .success
    }

    private func play(_ options: PlayOptions, on server: URL?, _ console: Console) async throws {
        guard let server else { return }
        var client = TerminalClient(server, write: console.output)
        client.flow = options.flow
        client.idiom = options.idiom
        client.place = options.place
        client.isNew = options.isNew
        try await client.run()
    }
}

/// The flags of `play`.
struct PlayOptions: CommandOptions, Equatable {
    var flow: String?
    var server: URL?
    var store = StoreLocation.memory
    var idiom = Device.Idiom.terminal
    var isNew = false

    static let operands: [Flag<Self>] = [Flag("flow", \.flow, .text("[FLOW]"), "The flow to start.")]

    static let flags: [Flag<Self>] = [
        Flag("server", \.server, .url, "The running server to play on; otherwise this process serves the app."),
        Flag("store", \.store, .store, "Where sessions are kept if this process serves the app."),
        Flag("idiom", \.idiom, .choice, "The kind of device that the terminal reports."),
        Flag("new", \.isNew, .yes, "Starts a new session instead of continuing the last one."),
    ]

    func validate() throws(CommandError) {
        guard server == nil || store == .memory else {
            throw CommandError(
                .contradiction,
                "play asks a server or serves a store: give --server (FAIRWAY_SERVER) or --store (FAIRWAY_STORE), not both."
            )
        }
    }

    /// The key under which the client saves its session; nil if the session ends with this process.
    var place: String? {
        if let server { return server.absoluteString }
        // The absolute path, so the key does not depend on the working directory.
        if case .sqlite(let path) = store { return "sqlite:\(URL(filePath: path).standardizedFileURL.path)" }
        return store == .memory ? nil : store.description
    }

    /// The options of the server that this process runs for itself.
    var serving: ServeOptions {
        var options = ServeOptions()
        options.port = 0
        options.store = store
        return options
    }
}
