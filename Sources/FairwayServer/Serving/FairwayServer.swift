public import Fairway
import FairwayHTTP
import Foundation
import Synchronization

/// A server for an app, in a program of its own or beside other services.
///
/// ```swift
/// @main struct Shop {
///     static func main() async throws {
///         let server = try FairwayServer(app, .fromCommandLine())
///         try await server.run()
///     }
/// }
/// ```
///
/// ``run()`` serves until the process receives SIGTERM, ``stop()`` is called or its task is cancelled. Each of them ends
/// the server in order: it accepts no more connections, answers the requests that have arrived, and lets jobs end.
public final class FairwayServer: Sendable {
    private let app: App
    private let options: ServerOptions
    private let log: Log
    private let signals: AsyncStream<StopSignal>
    private let signalled: AsyncStream<StopSignal>.Continuation
    private let state = Mutex(State())

    /// Each step happens once. All callers wait for the same task.
    private struct State {
        var assembling: Task<AppServer, any Error>?
        var listening: Task<[SocketAddress], any Error>?
        var stopping: Task<Void, Never>?
        var addresses: [SocketAddress] = []
    }

    /// Creates a server. It opens its store when it starts.
    ///
    /// - Parameters:
    ///   - app: The app to serve.
    ///   - options: The options.
    public init(_ app: App, _ options: ServerOptions) throws {
        self.app = app
        self.options = options
        log = Log(
            level: options.serving.logLevel,
            format: options.serving.logFormat,
            console: options.console,
            showsUsers: options.serving.logsUsers,
            // On a terminal, the log begins below the banner.
            isHeld: options.console.terminal != nil
        )
        (signals, signalled) = AsyncStream.makeStream()
    }

    /// The address on which the server listens, such as `127.0.0.1:8080`; nil before it does.
    public var address: String? { state.withLock(\.addresses).first?.description }

    /// The port on which the server listens. If the option is 0, this is the port that the system has chosen.
    public var port: Int? { state.withLock(\.addresses).first.map { Int($0.port) } }

    /// Starts the server, and serves until it is stopped.
    ///
    /// - Throws: ``ServerFailure`` if the server cannot start.
    public func run() async throws {
        // Before the server starts, so a signal during startup also stops it cleanly.
        let watch = options.stopsOnSignals ? TerminationWatch { [signalled] in signalled.yield($0) } : nil
        defer { watch?.cancel() }
        try await start()
        var received: StopSignal?
        for await signal in signals {
            received = signal
            break
        }
        if let received, let server = try? await assembled() {
            log.record(.stopping(received))
            server.announceStop()
            await wait(for: options.serving.noticeTime)
        }
        await stop()
    }

    /// Starts the server. Returns when it listens. The caller must call ``stop()`` later.
    ///
    /// - Throws: ``ServerFailure`` if the server cannot start. It is then stopped.
    public func start() async throws {
        let server = try await assembled()
        let task = state.withLock { state in
            if let listening = state.listening { return listening }
            let task = Task { try self.listen(server) }
            state.listening = task
            return task
        }
        do {
            _ = try await task.value
        } catch {
            await stop()
            throw fail(error)
        }
    }

    /// Stops the server in order. Returns when its store is closed. The server cannot start again.
    public func stop() async {
        let task = state.withLock { state in
            if let stopping = state.stopping { return stopping }
            let assembling = state.assembling
            let task = Task { [log] in
                if let server = try? await assembling?.value { await server.stop() }
                log.flush(withinSeconds: 2)
            }
            state.stopping = task
            return task
        }
        signalled.finish()
        await task.value
    }

    /// Answers a request without a socket: in tests, or for an app that has another HTTP server in front.
    ///
    /// The request passes the same routes, limits and counters as one from a socket. The body of a stream, such as the events
    /// of a session, is `WebResponse.stream`. The server starts if it has not been started, and need not listen.
    ///
    /// ```swift
    /// let response = try await server.respond(to: WebRequest(.post, "/v1/sessions", json: ["flow": "Tutorial"]))
    /// ```
    ///
    /// - Throws: ``ServerFailure`` if the server cannot start.
    public func respond(to request: WebRequest) async throws -> WebResponse {
        try await assembled().respond(to: request)
    }

    /// The app's engine with all services, which runs. It may not listen yet.
    private func assembled() async throws -> AppServer {
        let task = try state.withLock { state in
            if let assembling = state.assembling { return assembling }
            guard state.stopping == nil else {
                throw ServerFailure(description: "The server has stopped. Make another one.", code: .failure)
            }
            let task = Task { try await self.assemble() }
            state.assembling = task
            return task
        }
        do {
            return try await task.value
        } catch {
            throw fail(error)
        }
    }

    private func assemble() async throws -> AppServer {
        try Serve.checkClock(SystemClock().now)
        let server = try await AppServer.make(
            app,
            options.serving,
            identityProvider: options.identityProvider,
            log: log
        )
        try await server.begin()
        return server
    }

    private func listen(_ server: AppServer) throws -> [SocketAddress] {
        let addresses = options.listens ? try server.listen() : []
        state.withLock { $0.addresses = addresses }
        let address = addresses.map(\.description).joined(separator: " and ")
        let console = options.console
        if let terminal = console.terminal, options.listens {
            let banner = StartBanner(server, at: address, options.serving.store, pages: app.builtInPages)
            console.say(banner.text(on: terminal))
        } else {
            for warning in server.warnings { log.record(.warning(warning)) }
            if let token = server.generatedToken { log.record(.madeOperatorToken(token)) }
            if options.listens { console.say("listening on http://\(address)") }
        }
        log.release()
        return addresses
    }

    /// Waits for some time, or for a further signal.
    private func wait(for time: Duration) async {
        await withTaskGroup { group in
            group.addTask { try? await Task.sleep(for: time) }
            group.addTask { [signals] in for await _ in signals { return } }
            await group.next()
            group.cancelAll()
        }
    }

    /// The error to throw, unless the process ends with it.
    private func fail(_ error: any Error) -> ServerFailure {
        let failure = ServerFailure(error)
        guard options.exitsOnFailure else { return failure }
        log.flush(withinSeconds: 2)
        failure.exit(options.console)
    }
}

/// A signal that stops a server.
enum StopSignal: String, CaseIterable {
    /// Sent by service managers.
    case terminate = "SIGTERM"
    /// Sent by Control-C.
    case interrupt = "SIGINT"

    fileprivate var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        }
    }
}

/// Handles the signals that stop a server, until it is cancelled. The process then handles them as before.
///
/// Unchecked: its properties are written by its initialiser only. Dispatch does not declare its sources as Sendable.
private final class TerminationWatch: @unchecked Sendable {
    private let sources: [any DispatchSourceSignal]
    private let earlier: [(number: Int32, action: sigaction)]

    init(_ handle: @escaping @Sendable (StopSignal) -> Void) {
        var earlier: [(number: Int32, action: sigaction)] = []
        sources = StopSignal.allCases.map { stop in
            var action = sigaction()
            sigaction(stop.number, nil, &action)
            earlier.append((stop.number, action))
            // The default action would end the process.
            signal(stop.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: stop.number)
            source.setEventHandler { handle(stop) }
            source.resume()
            return source
        }
        self.earlier = earlier
    }

    func cancel() {
        for source in sources { source.cancel() }
        for (number, var action) in earlier { sigaction(number, &action, nil) }
    }
}

extension ServerFailure {
    /// The failure that an error is, with the exit code of the command.
    init(_ error: any Error) {
        switch error {
        case let failure as ServerFailure: self = failure
        case let error as CommandError: self.init(description: error.message, code: error.exitCode)
        case let error as StoreError: self.init(description: "\(error)", code: CommandError(error).exitCode)
        case let mistake as Mistake: self.init(description: "\(mistake)", code: .configuration)
        default: self.init(description: "\(error)", code: .failure)
        }
    }

    /// Prints the sentence, and ends the process.
    func exit(_ console: Console) -> Never {
        let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "server"
        console.complain("\(name): \(description)")
        Foundation.exit(exitCode)
    }
}
