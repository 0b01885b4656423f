import Fairway
import FairwayTerminal
import Foundation

/// `play`: a thin client in the terminal.
struct Play: Command {
    let name = "play"
    let summary = "Walks any flow in the terminal; the session goes on where it was left."
    let examples = [
        "play Tutorial",
        "play --store sqlite:fairway.sqlite",
        "play Ferry --server http://127.0.0.1:8080 --new",
    ]

    /// What is served where no server is named.
    let app: App

    func run(_ options: PlayOptions, console: Console) async throws -> ExitCode {
        if let server = options.server {
            try await play(options, on: server, console)
            return .success
        }
        // The log would write over the screen; what concerns the user, the screen says.
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
