import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import Foundation
import Synchronization
import Testing

@testable import FairwayServer

/// The tests' app, served on a free port. The test controls its clock, ids and store.
final class ServedHarbour: Sendable {
    let clock = ManualClock()
    let store = FaultyStore(MemoryStore())
    /// Blocks the threads of `DryDock`'s handlers.
    let threads = ThreadGate()
    let engine: Engine
    let streams: StreamHeartbeat
    let longPolls: LongPolls
    let address: SocketAddress
    private let server: HTTPServer
    private let reported: Reported

    static let operatorToken = "open-sesame"

    /// The log lines that the API has written.
    var log: [String] { reported.lines.withLock(\.self) }

    private final class Reported: Sendable {
        let lines = Mutex<[String]>([])

        func note(_ event: LogEvent) {
            var line = LogLines(.text)
            line.append(event, at: Timestamp(microsecondsSince1970: 0))
            lines.withLock { $0.append(String(decoding: line.bytes, as: UTF8.self)) }
        }
    }

    /// `sockets` is the clock of the HTTP server. The engine uses `clock`.
    init(limits: EngineLimits = EngineLimits(), sockets: any ServerClock = SystemServerClock()) async throws {
        engine = try Engine(
            Self.app(blockingAt: threads),
            store: store,
            clock: clock,
            identifiers: CountedIdentifiers(),
            limits: limits
        )
        streams = StreamHeartbeat(clock: clock)
        longPolls = LongPolls(clock: clock)
        reported = Reported()
        let api = API(
            engine: engine,
            operatorTokenHash: SHA256.hash(Self.operatorToken.utf8),
            identityHeader: nil,
            clock: clock,
            streams: streams,
            longPolls: longPolls,
            report: reported.note
        )
        let router = try AppServer.router(
            api,
            Admin(api: api, store: store),
            Health(metrics: Metrics(), readiness: ReadinessCheck(engine)),
            Discovery(await engine.catalog())
        )
        let free = try #require(SocketAddress("127.0.0.1", port: 0))
        var configuration = AppServer.configuration(for: engine, at: free)
        configuration.clock = sockets
        server = HTTPServer(router: router, configuration: configuration, metrics: Metrics())
        address = try server.start()[0]
    }

    deinit {
        let server = server
        Task { await server.stop(withinSeconds: 0) }
    }

    private static func app(blockingAt threads: ThreadGate) -> App {
        App(initial: Shore()) {
            Flow(Harbour())
            Flow(DryDock())
            Performer(Harbour.CallPilot.self) { _, _ in Done() }
            Service(ThreadGate.self) { _ in threads }
        }
    }

    /// Stops the server without waiting for open calls.
    func stop() async { await server.stop(withinSeconds: 0) }

    /// Sends a call: with the operator's token by default, with a session's token if given, or without a token if it is
    /// empty.
    func send(
        _ method: FairwayHTTP.Method,
        _ path: String,
        _ body: String = "",
        token: String? = nil,
        headers: [(name: String, value: String)] = []
    ) async throws -> PlainReply {
        let client = PlainClient(host: "127.0.0.1", port: address.port)
        // On a separate thread, because the client blocks, and the server shares the threads of the tests.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try client.send(
                            method,
                            path,
                            headers: [(name: "Authorization", value: "Bearer \(token ?? Self.operatorToken)")]
                                + headers,
                            body: Array(body.utf8)
                        )
                    }
                )
            }
        }
    }

    /// Starts a session of `Harbour`.
    func begin() async throws -> StateDocument {
        try JSON.decode(StateDocument.self, from: try await send(.post, "/v1/sessions", #"{"flow":"Harbour"}"#).body)
    }
}

/// A flow with a handler that blocks its thread.
private struct DryDock: FlowController {
    typealias Output = Done

    func start(_ nav: Navigator<Self>) { nav.show(Dock()) }

    static var routes: Routes<Self> {
        on(Dock.self) { _, _, nav in nav.dependencies[ThreadGate.self].block() }
    }

    struct Dock: Screen {
        enum Action: String, Codable { case block }
    }
}

/// The initial flow, which serves sessions that name no flow.
private struct Shore: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Beach()) }

    static var routes: Routes<Self> { screen(Beach.self) }

    struct Beach: Screen {}
}
