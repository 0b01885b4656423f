import Foundation
import Synchronization
import Testing

/// The server of tests that neither configure, stop nor overload it, and do not depend on other sessions.
enum SharedServer {
    private static let server = Mutex<RunningServer?>(nil)

    private static let start = Task {
        let started = try await RunningServer()
        server.withLock { $0 = started }
        // Static values are not released. Without this, the server and its folder would outlive the tests.
        atexit { SharedServer.server.withLock { $0 = nil } }
    }

    /// The server, which the first call starts.
    static func running() async throws -> RunningServer {
        try await start.value
        let running = server.withLock { $0 }
        return try #require(running)
    }
}
