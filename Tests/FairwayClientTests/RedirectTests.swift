import FairwayHTTP
import FairwayWire
import Foundation
import ServerDoubles
import Synchronization
import TestWaits
import Testing

@testable import FairwayClient

/// A server that redirects the client to another server.
@Suite(.waiting)
struct RedirectTests {
    /// The requests that a server received.
    private final class Visits: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock(\.self) }

        func note(_ request: Request) {
            lines.withLock {
                $0.append("\(request.method.name) \(request.path) \(request["authorization"] ?? "nobody")")
            }
        }
    }

    /// Runs a server that redirects calls of `path` to a second server with another host name and port.
    private func withRedirect(
        _ status: Int,
        from path: String,
        _ body: (RemoteApp, _ elsewhere: Visits) async throws -> Void
    ) async throws {
        let visits = Visits()
        var router = Router<Void>()
        router.otherwise { request, exchange in
            visits.note(request)
            exchange.respond(Response(204))
        }
        let elsewhere = try HTTPServer(router: router, configuration: ServerConfiguration.forTests())
        let location = "http://localhost:\(try elsewhere.start()[0].port)/elsewhere"
        router = Router<Void>()
        router.otherwise { request, exchange in
            guard request.path == path else { return exchange.respond(Response(410)) }
            exchange.respond(Response(Status(status), headers: ["Location": location]))
        }
        let server = try HTTPServer(router: router, configuration: ServerConfiguration.forTests())
        let url = try #require(URL(string: "http://\(try server.start()[0])"))
        try await body(RemoteApp(url, retry: RemoteApp.RetryPolicy(attempts: 1)), visits)
        await server.stop(withinSeconds: 0)
        await elsewhere.stop(withinSeconds: 0)
    }

    private let credentials = RemoteSession.Credentials(session: "a", token: "secret")

    @Test(arguments: [301, 302, 303, 307, 308])
    func tokenIsNotSentToTheTargetOfARedirect(status: Int) async throws {
        try await withRedirect(status, from: "/v1/sessions/a") { app, elsewhere in
            let error = await #expect(throws: ClientError.self) { try await app.resume(credentials) }
            #expect(elsewhere.all == [])
            guard case .unexpected(status, _)? = error else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
        }
    }

    @Test(arguments: [302, 307, 308])
    func bodyIsNotSentToTheTargetOfARedirect(status: Int) async throws {
        try await withRedirect(status, from: "/v1/sessions") { app, elsewhere in
            await #expect(throws: ClientError.self) { try await app.start(flow: "Login", input: ["name": "Ada"]) }
            #expect(elsewhere.all == [])
        }
    }

    /// In a process of its own, because Linux's Foundation may end the process when a task is cancelled.
    @Test func callsCanBeCancelledDuringARedirect() async {
        await #expect(processExitsWith: .success) {
            var router = Router<Void>()
            router.otherwise { _, exchange in
                exchange.respond(Response(307, headers: ["Location": "http://localhost:9/"]))
            }
            let server = try HTTPServer(router: router, configuration: ServerConfiguration.forTests())
            let transport = Transport(try #require(URL(string: "http://\(try server.start()[0])")))
            for round in 0..<3_000 {
                let call = Task { try await transport.send(APICall("GET", "/")) }
                // Cancel the calls at different moments.
                for _ in 0..<(round % 50) * 50 { await Task.yield() }
                call.cancel()
                let result = await call.result
                #expect(throws: ClientError.self) { try result.get() }
            }
            await server.stop(withinSeconds: 0)
        }
    }

    @Test(arguments: ["", "/stream"])
    func streamDoesNotFollowARedirect(call: String) async throws {
        try await withRedirect(302, from: "/v1/sessions/a\(call)") { app, elsewhere in
            let session = RemoteSession(app, credentials, StateDocument(session: "a", revision: 1))
            await #expect(throws: ClientError.self) { try await session.follow() }
            #expect(elsewhere.all == [])
        }
    }
}
