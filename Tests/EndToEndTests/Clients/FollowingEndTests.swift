import FairwayClient
import FairwayWire
import Foundation
import TestWaits
import Testing

/// Stopping to follow a session while it ends, which both sides report at the same time.
@Suite(.waiting)
struct FollowingEndTests {
    /// Whether the client waits for the end of the session first.
    @Test(arguments: [true, false])
    func followingCanStopWhileSessionEnds(isToldFirst: Bool) async throws {
        let server = try await SharedServer.running()
        let app = RemoteApp(server.url)
        for _ in 0..<60 {
            let session = try await app.start(flow: "Counter")
            let (connections, connection) = AsyncStream<Bool>.makeStream()
            let following = Task { try? await session.follow { connection.yield($0) } }
            for await isConnected in connections where isConnected { break }
            async let end: Void = session.end()
            if isToldFirst { for await update in session.updates where update.state.status == .over { break } }
            following.cancel()
            try await end
            await following.value
            #expect(session.state.outcome == .ended)
        }
    }
}
