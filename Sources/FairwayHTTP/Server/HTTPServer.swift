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
    private let context: ServerContext
    private let queues = OnceSet<[EventQueue]>()

    /// A server of those routes, which counts what it does in `metrics`.
    ///
    /// It allows this process as many descriptors as the system lets it have, and takes no more connections than there are
    /// descriptors for.
    public init<Description>(
        router: Router<Description>,
        configuration: ServerConfiguration,
        metrics: Metrics = Metrics()
    ) {
        DescriptorLimit.raise()
        var configuration = configuration
        let wanted = configuration.limits.connections
        // Each event queue has two of its own, each listener one.
        let taken = 2 * configuration.eventQueues + configuration.addresses.count
        let allowed = Admission.mostConnections(withDescriptors: DescriptorLimit.free - taken, ofWanted: wanted)
        configuration.limits.connections = allowed
        self.configuration = configuration
        self.metrics = metrics
        context = ServerContext(router: router, configuration: configuration)
        if allowed < wanted { context.report(.connectionsLimited(to: allowed, of: wanted)) }
    }

    /// Listens and serves. Returns the addresses it listens on, with the ports that were given for port 0.
    public func start() throws(ServerError) -> [SocketAddress] {
        var listeners: [Listener] = []
        var queues: [EventQueue] = []
        do throws(ServerError) {
            for address in configuration.addresses { listeners.append(try Listener(address)) }
            for number in 0..<max(1, configuration.eventQueues) {
                queues.append(try EventQueue(context: context, number: number, counters: Counters(context.table)))
            }
        } catch {
            for listener in listeners { listener.close() }
            throw error
        }
        context.setQueues(queues)
        self.queues.set(queues)
        let counters = CounterSet(context.table, queues.map(\.counters))
        let refusals = context.refusals
        let held = context.held
        metrics.add { text in
            counters.write(to: &text)
            held.write(to: &text)
            refusals.write(to: &text)
        }
        // Accepting costs little, so one queue does it for all.
        for (number, queue) in queues.enumerated() { queue.start(number == 0 ? listeners : []) }
        return listeners.map(\.address)
    }

    /// Accepts those who wait for it and no more, tells streams that the end is near, answers what has begun and what is on
    /// its way, and closes what is left after that many seconds.
    public func stop(withinSeconds seconds: Int) async {
        await withCheckedContinuation { continuation in stop(withinSeconds: seconds) { continuation.resume() } }
    }

    /// The same for whoever does not wait: calls `done` when it is over.
    func stop(withinSeconds seconds: Int, _ done: @escaping @Sendable () -> Void) {
        guard let queues = queues.value, let accepting = queues.first else { return done() }
        let ended = DispatchGroup()
        for _ in queues { ended.enter() }
        // As mail, so that no queue is in the middle of a request, even when a handler asks for it.
        accepting.leave(
            .call {
                accepting.closeListeners()
                // Connections that were handed on lie in the others' mailboxes by now, before what tells those to end: none
                // comes to a queue that has ended.
                for queue in queues.dropFirst() {
                    queue.leave(.call { queue.stop(withinSeconds: seconds) { ended.leave() } })
                }
                accepting.stop(withinSeconds: seconds) { ended.leave() }
            }
        )
        ended.notify(queue: .global()) { [context] in
            context.setQueues([])
            done()
        }
    }
}
