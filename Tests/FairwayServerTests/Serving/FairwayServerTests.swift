import Fairway
import FairwayTesting
import FairwayWire
import Foundation
import Synchronization
import TestWaits
import Testing

@testable import FairwayServer

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server that a program makes, runs and stops itself.
@Suite(.waiting)
struct FairwayServerTests {
    private let events = Events()

    @Test func serverRunsBesideOthersUntilItsTaskIsCancelled() async throws {
        let server = try server(hooks)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            try await until { server.port != nil }
            #expect(try await status(of: server, "/readyz") == 200)
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(events.all == ["start 1", "start 2", "stop 2", "stop 1"])
        #expect(try await server.respond(to: WebRequest(.get, "/healthz")).status == 503)
    }

    @Test func stopEndsTheRun() async throws {
        let server = try server(hooks)
        async let run: Void = server.run()
        try await until { server.address != nil }
        let session = try await start(on: server)
        #expect(session.status == 201)
        await server.stop()
        await server.stop()
        try await run
        #expect(events.all.suffix(2) == ["stop 2", "stop 1"])
    }

    @Test func requestIsAnsweredWithoutASocket() async throws {
        var options = try Self.options()
        options.listens = false
        let server = try FairwayServer(App(initial: Lobby()), options)
        let response = try await start(on: server)
        #expect(response.status == 201)
        let state = try response.decode(StateDocument.self)
        #expect(state.screen?.name == "Lobby.Desk")
        #expect(response.headers["location"] == "/v1/sessions/\(state.session)")
        #expect(response.headers["X-Request-Id"]?.isEmpty == false)
        #expect(server.port == nil)
        try await server.start()
        #expect(server.port == nil)
        await server.stop()
        let failure = await #expect(throws: ServerFailure.self) { try await FairwayServer.stopped().start() }
        #expect(failure?.description == "The server has stopped. Make another one.")
    }

    @Test func failureOfTheStartHookEndsTheStart() async throws {
        struct NoLedger: Error, CustomStringConvertible {
            var description: String { "the ledger is gone" }
        }
        let server = try server {
            OnStart { _ in throw NoLedger() }
            hooks()
        }
        let failure = await #expect(throws: ServerFailure.self) { try await server.run() }
        #expect(failure?.exitCode == 78)
        #expect(failure?.description == "OnStart failed, so the server does not start: the ledger is gone")
        #expect(events.all == [])
        await server.stop()
    }

    @Test func hooksUseServicesAndSessions() async throws {
        let events = events
        let server = try server {
            OnStart { context in
                let session = try await context.sessions.start(Lobby()).session
                events.note(session)
            }
            OnStop { context in
                let session = events.all[0]
                try await context.sessions.end(session)
                events.note("\(try await context.sessions.state(session).status)")
            }
        }
        try await server.start()
        await server.stop()
        #expect(events.all.last == "over")
    }

    @Test(
        arguments: [
            "/healthz", "/v1/catalog", "/v1/anything", "/{page}", "/problems/mine", "/r/{code}", "/app", "/admin", "/",
            "/fairway.js", "/docs/api",
        ]
    )
    func pathOfTheServersOwnIsRefused(_ path: String) async throws {
        let server = try server { Endpoint(.post, path) { _, _ in .status(204) } }
        let failure = await #expect(throws: ServerFailure.self) { try await server.start() }
        #expect(failure?.exitCode == 78)
        #expect(failure?.description.hasPrefix("the endpoint POST \(path) has a path of the server's own") == true)
    }

    @Test func mistakeOfAnEndpointEndsTheStart() async throws {
        let server = try server { Endpoint(.post, "/a", bytes: 11 << 20) { _, _ in .status(204) } }
        let failure = await #expect(throws: ServerFailure.self) { try await server.start() }
        #expect(failure?.exitCode == 78)
    }

    @Test(arguments: [["port": "many"], ["prot": "1"], ["store": "disk:"]])
    func wrongOptionIsASentence(_ flags: [String: String]) {
        let failure = #expect(throws: ServerFailure.self) { try ServerOptions(flags) }
        #expect(failure?.exitCode == 64)
        #expect(failure?.description.contains("--") == true)
    }

    @Test func optionsComeFromFlagsAndTheEnvironment() throws {
        let options = try ServerOptions(arguments: ["serve", "--port", "1"], environment: ["FAIRWAY_RATE": "5"])
        #expect(options.serving.port == 1)
        #expect(options.serving.rate == 5)
        #expect(try ServerOptions.fromEnvironment(["FAIRWAY_PORT": "2"]).serving.port == 2)
    }

    private func server(@AppBuilder _ parts: () -> AppParts) throws -> FairwayServer {
        try FairwayServer(App(initial: Lobby(), parts), Self.options())
    }

    fileprivate static func options() throws -> ServerOptions {
        var options = try ServerOptions(["store": "memory:", "port": "0", "log-level": "error", "admin-token": "t"])
        options.console = RecordedConsole().console
        // A signal of a test reaches all servers of the process.
        options.stopsOnSignals = false
        return options
    }

    @AppBuilder private func hooks() -> AppParts {
        let events = events
        OnStart { _ in events.note("start 1") }
        OnStart { _ in events.note("start 2") }
        OnStop { _ in events.note("stop 1") }
        OnStop { _ in events.note("stop 2") }
    }

    private func start(on server: FairwayServer) async throws -> WebResponse {
        try await server.respond(to: WebRequest(.post, "/v1/sessions", json: ["flow": "Lobby"]))
    }

    private func status(of server: FairwayServer, _ path: String) async throws -> Int {
        let url = try #require(server.address.flatMap { URL(string: "http://\($0)\(path)") })
        let (_, response) = try await URLSession.shared.data(from: url)
        return try #require(response as? HTTPURLResponse).statusCode
    }
}

extension FairwayServer {
    fileprivate static func stopped() async throws -> FairwayServer {
        let server = try FairwayServer(App(initial: Lobby()), FairwayServerTests.options())
        await server.stop()
        return server
    }
}

private final class Events: Sendable {
    private let noted = Mutex<[String]>([])
    var all: [String] { noted.withLock(\.self) }
    func note(_ event: String) { noted.withLock { $0.append(event) } }
}

private struct Lobby: FlowController {
    static let name = "Lobby"
    func start(_ nav: Navigator<Self>) { nav.show(Desk()) }
    static var routes: Routes<Self> { screen(Desk.self) }

    struct Desk: Screen { static let name = "Lobby.Desk" }
}
