import Fairway
package import FairwayWire
package import Foundation

/// The `play` command: a thin client in the terminal.
///
/// The client is a parameter, so a server does not link it. `PlayableApp` in `FairwayTerminal` passes the client.
struct Play: Command {
    let name = "play"
    let summary = "Plays a flow in the terminal. A saved session continues where it stopped."
    let examples = [
        "play Tutorial",
        "play --store sqlite:fairway.sqlite",
        "play Ferry --server http://127.0.0.1:8080 --new",
    ]

    /// The app to serve if no server is given.
    let app: App
    let client: TerminalClientRun

    var completions: [String: [String]] { ["flow": app.flowNames] }

    func run(_ options: PlayOptions, console: Console) async throws -> ExitCode {
        if let server = options.server {
            try await play(options, on: server, console)
            return .success
        }
        // A log would overwrite the client's screen. The client shows errors itself.
        let silence = Console(output: { _ in }, errors: { _ in }, errorsAreRead: false)
        var serving = ServerOptions(options.serving)
        serving.console = silence
        serving.stopsOnSignals = false
        let server = try FairwayServer(app, serving)
        try await server.start()
        do {
            try await play(options, on: server.address.flatMap { URL(string: "http://\($0)") }, console)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        return .success
    }

    private func play(_ options: PlayOptions, on server: URL?, _ console: Console) async throws {
        guard let server else { return }
        try await client(
            TerminalClientOptions(
                server: server,
                flow: options.flow,
                idiom: options.idiom,
                place: options.savedSessionKey,
                isNew: options.isNew,
                write: console.output
            )
        )
    }
}

/// Runs a terminal client until its session ends or the user quits.
package typealias TerminalClientRun = @Sendable (TerminalClientOptions) async throws -> Void

/// The arguments of the terminal client.
package struct TerminalClientOptions: Sendable {
    package var server: URL
    /// The flow to start; nil for the app's initial flow.
    package var flow: String?
    package var idiom: Device.Idiom
    /// The key under which the session is saved; nil if it is not saved.
    package var place: String?
    /// Whether to start a new session instead of continuing a saved one.
    package var isNew: Bool
    /// Writes to standard output.
    package var write: @Sendable ([UInt8]) -> Void
}

struct PlayOptions: CommandOptions, Equatable {
    var flow: String?
    var server: URL?
    var store = StoreLocation.memory
    var idiom = Device.Idiom.terminal
    var isNew = false

    static let operands: [Flag<Self>] = [Flag("flow", \.flow, .text("[FLOW]"), "The flow to start.")]

    static let flags: [Flag<Self>] = [
        Flag("server", \.server, .url, "The server to play on. By default, this process serves the app."),
        Flag("store", \.store, .store, "Where sessions are kept if this process serves the app."),
        Flag("idiom", \.idiom, .choice, "The kind of device that the terminal reports."),
        Flag("new", \.isNew, .yes, "Starts a new session instead of continuing the last one."),
    ]

    func validate() throws(CommandError) {
        guard server == nil || store == .memory else {
            throw CommandError(
                .contradiction,
                "play uses a server or a store: pass --server (FAIRWAY_SERVER) or --store (FAIRWAY_STORE), not both."
            )
        }
    }

    /// The key under which the client saves its session; nil if the store is in memory.
    var savedSessionKey: String? {
        if let server { return server.absoluteString }
        // An absolute path, because the key must not depend on the working directory.
        if case .sqlite(let path) = store { return "sqlite:\(URL(filePath: path).standardizedFileURL.path)" }
        return store == .memory ? nil : store.description
    }

    /// The options of the server in this process.
    var serving: ServeOptions {
        var options = ServeOptions()
        options.port = 0
        options.store = store
        options.logLevel = .error
        return options
    }
}
