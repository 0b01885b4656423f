import TestWaits
import Testing

/// The event feed of a server that is killed.
@Suite(.waiting)
struct EventConsumerTests {
    @Test func killedConsumerReadsEachChangeOnceFromAKilledServer() async throws {
        let folder = try TemporaryStore()
        let port = try RunningServer.portForRestarts()
        var server = try await RunningServer("--store", folder.locator, in: folder, port: port)
        let trial = try await EventTrial(at: [server])
        try await trial.run {
            server.kill()
            server = try await RunningServer("--store", folder.locator, in: folder, port: port)
        }
    }
}
