import Dispatch

/// An HTTP/1.1 server (RFC 9110, RFC 9112).
///
///     var router = Router<Void>()
///     router.on(.get, "/healthz") { _, exchange in exchange.respond(.text("ok")) }
///     let server = HTTPServer(router: router, configuration: ServerConfiguration(addresses: [address]))
///     let addresses = try server.start()
///     …
///     await server.stop(withinSeconds: 20)
public final class HTTPServer: Sendable {
    private let configuration: ServerConfiguration
    private let metrics: Metrics
    let context: ServerContext

    /// Makes a server with the routes of `router`. The server adds its metrics to `metrics`.
    ///
    /// This raises the process's limit on open files to the hard limit. If that allows fewer connections than
    /// configured, the limit on connections is lowered.
    public init<Description>(
        router: Router<Description>,
        configuration: ServerConfiguration,
        metrics: Metrics = Metrics()
    ) {
        DescriptorLimit.raise()
        var configuration = configuration
        let wanted = configuration.limits.connections
        // Each event loop uses two descriptors, each listener one.
        let used = 2 * configuration.eventLoops + configuration.addresses.count
        let allowed = HTTPAdmission.connectionLimit(wanted: wanted, descriptors: DescriptorLimit.free - used)
        configuration.limits.connections = allowed
        self.configuration = configuration
        self.metrics = metrics
        context = ServerContext(router: router, configuration: configuration)
        if allowed < wanted { context.report(.connectionsLimited(to: allowed, of: wanted)) }
    }

    /// Starts the server. Returns the addresses that it listens on, with the assigned port for port 0. A server can be
    /// started only once.
    public func start() throws(ServerError) -> [SocketAddress] {
        let listeners = try makeListeners()
        do throws(ServerError) {
            try startLoops()
        } catch {
            for listener in listeners { listener.close() }
            throw error
        }
        return listen(on: listeners)
    }

    /// Starts the event loops alone. The server then answers requests without a socket, and ``listen()`` may follow.
    public func startLoops() throws(ServerError) {
        var loops: [EventLoop] = []
        for number in 0..<max(1, configuration.eventLoops) {
            loops.append(try EventLoop(context: context, number: number, counters: HTTPCounters(context.table)))
        }
        context.setLoops(loops)
        let counters = CounterSet(context.table, loops.map(\.counters))
        metrics.add { [context] text in
            counters.write(to: &text)
            context.admission.write(to: &text)
            context.refusals.write(to: &text)
        }
        for loop in loops { loop.start() }
    }

    /// Listens on the addresses, after ``startLoops()``. Returns them like ``start()``.
    public func listen() throws(ServerError) -> [SocketAddress] { listen(on: try makeListeners()) }

    private func makeListeners() throws(ServerError) -> [Listener] {
        var listeners: [Listener] = []
        do throws(ServerError) {
            for address in configuration.addresses { listeners.append(try Listener(address)) }
        } catch {
            for listener in listeners { listener.close() }
            throw error
        }
        return listeners
    }

    /// The first loop accepts the connections of all loops, because accepting costs little.
    private func listen(on listeners: [Listener]) -> [SocketAddress] {
        let addresses = listeners.map(\.address)
        if let accepting = context.loops.first { accepting.run { accepting.listen(on: listeners) } }
        return addresses
    }

    /// Stops the server. Connections that wait to be accepted are accepted, streams are told to finish, and requests
    /// that have arrived or are on their way are answered. After `seconds`, the remaining connections are cut.
    public func stop(withinSeconds seconds: Int) async {
        await withCheckedContinuation { continuation in endDirectCalls(withinSeconds: seconds) { continuation.resume() }
        }
        await withCheckedContinuation { continuation in stop(withinSeconds: seconds) { continuation.resume() } }
    }

    /// Refuses requests without a socket, and calls `done` when the last has its response, or after some seconds.
    private func endDirectCalls(withinSeconds seconds: Int, _ done: @escaping @Sendable () -> Void) {
        guard !context.directCalls.stop(done) else { return }
        context.clock.after(milliseconds: seconds * 1_000, on: .global()) { [context] in context.directCalls.endWait() }
    }

    /// Stops the server and calls `done`.
    func stop(withinSeconds seconds: Int, _ done: @escaping @Sendable () -> Void) {
        let loops = context.loops
        guard let accepting = loops.first else { return done() }
        let ended = DispatchGroup()
        for _ in loops { ended.enter() }
        // Sent as messages, because a handler may call this, and a loop must not stop within a request.
        accepting.send(
            .call {
                accepting.closeListeners()
                // In the other loops' inboxes, the accepted connections come before these messages.
                for loop in loops.dropFirst() {
                    loop.send(.call { loop.stop(withinSeconds: seconds) { ended.leave() } })
                }
                accepting.stop(withinSeconds: seconds) { ended.leave() }
            }
        )
        ended.notify(queue: .global()) { [context] in
            context.removeLoops()
            done()
        }
    }
}
