import Fairway
import FairwayEvents
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import ServerDoubles
import Synchronization
import Testing

@testable import FairwayServer

/// The tests' app, served on a free port. The test controls its clock, ids and store.
final class ServedHarbour: Sendable {
    let clock = ManualClock()
    let store: FaultyStore
    /// Blocks the threads of `DryDock`'s handlers.
    let threads = ThreadGate()
    let operators: Operators
    let events: EventFeed
    let streams: StreamHeartbeat
    let longPolls: SubscriptionTimeouts
    let operatorAccess: OperatorAccess
    let batches: BatchWorker
    let builds: BuildRecorder
    let address: SocketAddress
    private let server: HTTPServer
    private let reported: Reported

    static let operatorToken = "open-sesame"

    /// The token of the operator `the-view`, `the-support` or `the-admin`.
    static func token(of role: OperatorRole) -> String { "token-of-\(role.rawValue)" }

    var engine: Engine { operators.engine }

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

    /// - Parameters:
    ///   - limits: The limits of the engine.
    ///   - operatorLimits: The limits of what operators see and do.
    ///   - allowsForks: Whether operators may fork sessions.
    ///   - sockets: The clock of the HTTP server. By default it stands still. The engine uses ``clock``.
    ///   - userTokens: Makes the verifier of user tokens.
    ///   - interceptor: Intercepts the calls of the store.
    init(
        limits: EngineLimits = EngineLimits(),
        operatorLimits: OperatorLimits = OperatorLimits(),
        allowsForks: Bool = true,
        sockets: any ServerClock = SteppedClock(),
        userTokens: (ManualClock) -> (any UserTokenVerifier)? = { _ in nil },
        interceptor: (any StoreInterceptor)? = nil
    ) async throws {
        store = FaultyStore(MemoryStore(), interceptor: interceptor)
        events = EventFeed(store: store, clock: clock)
        operators = try Operators(
            Self.app(blockingAt: threads),
            store: store,
            monitor: nil,
            observers: [events],
            clock: clock,
            identifiers: CountedIdentifiers(),
            limits: limits,
            operatorLimits: operatorLimits
        )
        streams = StreamHeartbeat(clock: clock)
        longPolls = SubscriptionTimeouts(clock: clock)
        reported = Reported()
        let engine = operators.engine
        operatorAccess = OperatorAccess(
            adminToken: Self.operatorToken,
            listed: OperatorRole.allCases.map { role in
                OperatorKey(
                    operator: Operator(name: "the-\(role.rawValue)", role: role),
                    tokenHash: SHA256.hash(Self.token(of: role).utf8)
                )
            },
            clock: clock
        )
        let api = API(
            operators: operators,
            operatorAccess: operatorAccess,
            identityHeader: nil,
            userTokens: userTokens(clock),
            clock: clock,
            streams: streams,
            longPolls: longPolls,
            report: reported.note
        )
        batches = BatchWorker(operators, report: reported.note)
        let readiness = ReadinessCheck(engine)
        builds = BuildRecorder(operators, ServerBuild(name: "1.2.3+4f1c", version: "1.2.3"), node: "harbour")
        try await builds.recordStart()
        let router = AppServer.router(
            api,
            Admin(
                api: api,
                batches: batches,
                events: events,
                overview: OverviewReader(operators, readiness),
                allowsForks: allowsForks
            ),
            try Health(metrics: Metrics(), readiness: readiness, build: "1.2.3+4f1c"),
            try await Discovery(engine, brand: "Harbour")
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

    /// A token that no session has.
    static let unknownToken = String(repeating: "x", count: 43)

    /// Sends a call: with the operator's token by default, with a session's token if given, or without the header
    /// `Authorization` if the token is empty.
    func send(
        _ method: FairwayHTTP.Method,
        _ path: String,
        _ body: String = "",
        token: String? = nil,
        headers: [(name: String, value: String)] = []
    ) async throws -> HarbourReply {
        let token = token ?? Self.operatorToken
        let authorization = token.isEmpty ? [] : [(name: "Authorization", value: "Bearer \(token)")]
        let lines = (authorization + headers).map { name, value in "\(name): \(value)\r\n" }.joined()
        let head = "\(method.name) \(path) HTTP/1.1\r\nHost: \(address)\r\n\(lines)"
        let request = head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
        // On a separate thread, because the client blocks, and the server shares the threads of the tests.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [address] in
                continuation.resume(
                    with: Result {
                        let client = try TestClient(address)
                        client.send(request)
                        return HarbourReply(try client.response())
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

/// A response to a call.
struct HarbourReply {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]

    fileprivate init(_ response: TestResponse) {
        (status, headers, body) = (response.status, response.headers, Array(response.body.utf8))
    }
}

/// A flow with a handler that blocks its thread.
private struct DryDock: FlowController {
    typealias Output = Done

    func start(_ nav: Navigator<Self>) { nav.show(Dock()) }

    static var routes: Routes<Self> {
        on(Dock.self) { _, _, nav in try nav.dependencies[ThreadGate.self].block() }
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
