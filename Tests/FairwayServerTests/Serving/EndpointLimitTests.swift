import Fairway
import FairwayTesting
import FairwayWire
import TestWaits
import Testing

@testable import FairwayServer

/// What holds for flows holds for an app's endpoints: the rate of a client, the shutdown, and handlers that do not return.
@Suite(.waiting)
struct EndpointLimitTests {
    private let console = RecordedConsole()
    /// Blocks the threads of `/blocked`.
    private let threads = ThreadGate()

    @Test func requestsToAnEndpointCountTowardsTheRate() async throws {
        try await serving(["rate": "1"]) { server in
            var refused: [WebResponse] = []
            for _ in 0..<150 {
                let response = try await server.respond(to: WebRequest(.get, "/open"))
                if response.status != 204 { refused.append(response) }
            }
            // The burst is a hundred requests, plus one for each second of the test.
            #expect((1...50).contains(refused.count))
            #expect(refused.allSatisfy { $0.status == 429 && $0.headers["Retry-After"] == "1" })
            #expect(try await server.respond(to: WebRequest(.get, "/healthz")).status == 200)
        }
    }

    @Test func shutdownWaitsForTheAnswerOfAnEndpoint() async throws {
        let server = try server()
        async let answer = server.respond(to: WebRequest(.get, "/blocked"))
        await threads.arrivals(1)
        async let end: Void = server.stop()
        try await until { try await server.respond(to: WebRequest(.get, "/readyz")).status == 503 }
        threads.open()
        let response = try await answer
        #expect(response.status == 204)
        await end
    }

    /// More endpoints block than changes may run at once.
    @Test func blockedEndpointsDelayNoSession() async throws {
        try await serving { server in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 {
                    group.addTask { try await server.respond(to: WebRequest(.get, "/blocked")).status }
                }
                await threads.arrivals(16)
                let start = try await server.respond(to: WebRequest(.post, "/v1/sessions", json: ["flow": "Porch"]))
                #expect(start.status == 201)
                #expect(try await server.respond(to: WebRequest(.get, "/open")).status == 204)
                threads.open()
                for try await status in group { #expect(status == 204) }
            }
        }
    }

    @Test func endpointsAreCountedAndLoggedByTheirPath() async throws {
        try await serving { server in
            let path = "/partners/4711?key=s3cret"
            let response = try await server.respond(to: WebRequest(.get, path, headers: ["X-Request-Id": "r-1"]))
            #expect(response.status == 204)
            let metrics = try await server.respond(to: WebRequest(.get, "/metrics")).text
            #expect(metrics.contains(#"route="/partners/{id}""#))
        }
        let line = try #require(console.errors.split(separator: "\n").first { $0.contains("r-1") })
        #expect(line.contains("/partners/{id}"))
        #expect(line.contains("204"))
        #expect(!console.errors.contains("4711") && !console.errors.contains("s3cret"))
    }

    private func serving(_ flags: [String: String] = [:], _ body: (FairwayServer) async throws -> Void) async throws {
        let server = try server(flags)
        do {
            try await body(server)
        } catch {
            threads.open()
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func server(_ flags: [String: String] = [:]) throws -> FairwayServer {
        let usual = ["store": "memory:", "port": "0", "admin-token": "t", "log-format": "text"]
        var options = try ServerOptions(usual.merging(flags) { $1 })
        options.console = console.console
        options.listens = false
        let threads = threads
        let app = App(initial: Porch()) {
            Endpoint(.get, "/open") { _, _ in .status(204) }
            Endpoint(.get, "/partners/{id}") { _, _ in .status(204) }
            Endpoint(.get, "/blocked") { _, _ in
                threads.block()
                return .status(204)
            }
        }
        return try FairwayServer(app, options)
    }
}

private struct Porch: FlowController {
    static let name = "Porch"
    func start(_ nav: Navigator<Self>) { nav.show(Step()) }
    static var routes: Routes<Self> { screen(Step.self) }

    struct Step: Screen {}
}
