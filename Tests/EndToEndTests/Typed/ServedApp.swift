import Fairway
import Foundation
import Testing

@testable import FairwayServer

/// A server of an app in this process, on a free port.
final class ServedApp: Sendable {
    let url: URL
    private let server: AppServer

    init(_ app: App) async throws {
        let arguments = ["--store", "memory:", "--port", "0", "--admin-token", RunningServer.operatorToken]
        let silence = Console(output: { _ in }, errors: { _ in }, errorsAreRead: false)
        server = try await AppServer.make(
            app,
            ServeOptions(arguments: arguments, environment: [:]),
            log: Log(level: .error, format: .text, console: silence)
        )
        try await server.begin()
        let address = try #require(try server.listen().first)
        url = try #require(URL(string: "http://\(address)"))
    }

    deinit {
        let server = server
        Task { await server.stop() }
    }
}
