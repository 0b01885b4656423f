import FairwayWire
import Foundation

/// What `play` plays, and where.
struct PlayOptions: CommandOptions, Equatable {
    var flow: String?
    var server: URL?
    var store = StoreLocation.memory
    var idiom = Device.Idiom.terminal
    var isNew = false

    static let operands: [Flag<Self>] = [Flag("flow", \.flow, .text("[FLOW]"), "The flow to start.")]

    static let flags: [Flag<Self>] = [
        Flag("server", \.server, .url, "The running server to play on; else the app is served by this process."),
        Flag("store", \.store, .store, "Where this process keeps the session, when it serves the app itself."),
        Flag("idiom", \.idiom, .choice, "The kind of device that flows take the terminal for."),
        Flag("new", \.isNew, .yes, "Begins again, where a session could be gone on with."),
    ]

    func validate() throws(CommandError) {
        guard server == nil || store == .memory else {
            throw CommandError(
                .contradiction,
                "play asks a server or serves a store: give --server (FAIRWAY_SERVER) or --store (FAIRWAY_STORE), not both."
            )
        }
    }

    /// What the session is kept under; nil where it goes with this process.
    var place: String? {
        if let server { return server.absoluteString }
        // The same file, wherever it is named from.
        if case .sqlite(let path) = store { return "sqlite:\(URL(filePath: path).standardizedFileURL.path)" }
        return store == .memory ? nil : store.description
    }

    /// How this process serves the app to itself.
    var serving: ServeOptions {
        var options = ServeOptions()
        options.port = 0
        options.store = store
        return options
    }
}
