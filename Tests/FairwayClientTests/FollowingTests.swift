import FairwayHTTP
import FairwayWire
import Foundation
import Synchronization
import Testing

@testable import FairwayClient

@Suite(.timeLimit(.minutes(10)))
struct FollowingTests {
    /// It would be asked as fast as it answers. One that was kept open by comments alone has said something.
    @Test(arguments: [("", 1), (":\n\n", 2)])
    func aStreamThatEndsWithoutAWordIsALostConnection(words: String, times: Int) async throws {
        let asked = Mutex(0)
        var router = Router<Void>()
        router.on(.get, "/v1/sessions/a/stream") { _, exchange in
            let isFirst = asked.withLock { asked in
                asked += 1
                return asked == 1
            }
            exchange.respond(Response(200, .eventStream, body: isFirst ? Array(words.utf8) : []))
        }
        let address = try #require(SocketAddress("127.0.0.1", port: 0))
        let server = HTTPServer(router: router, configuration: ServerConfiguration(addresses: [address]))
        let url = try #require(URL(string: "http://\(try server.start()[0])"))
        let session = RemoteSession(
            RemoteApp(url, retry: RemoteApp.RetryPolicy(attempts: 1)),
            RemoteSession.Credentials(session: "a", token: "t"),
            StateDocument(session: "a", revision: 1)
        )
        let states = Mutex<[Bool]>([])
        let error = await #expect(throws: ClientError.self) {
            try await session.follow { isConnected in states.withLock { $0.append(isConnected) } }
        }
        guard case .network? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(asked.withLock(\.self) == times)
        #expect(states.withLock(\.self) == Array(repeating: true, count: times) + [false])
        await server.stop(withinSeconds: 0)
    }
}
