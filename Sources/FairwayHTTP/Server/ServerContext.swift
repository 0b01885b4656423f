import Glibc
import Synchronization

/// The state that all event loops of a server share.
final class ServerContext: Sendable {
    let table: RouteTable
    let otherwise: (@Sendable (Request, Exchange) -> Void)?
    let limits: HTTPLimits
    let cors: CORS?
    let hosts: AllowedHosts?
    let errorPage: (@Sendable (Response) -> Response)?
    let shouldThrottleReads: (@Sendable () -> Bool)?
    let lateAfterSeconds: Double
    let eventLoopCount: Int
    let clock: any ServerClock
    let onAccess: (@Sendable (AccessRecord) -> Void)?
    let admission: HTTPAdmission
    let refusals = RefusalCounts()
    private let onEvent: (@Sendable (ServerEvent) -> Void)?
    private let startedLoops = Mutex<[EventLoop]?>(nil)
    private let turn = Atomic<Int>(0)
    let directCalls = DirectCalls()

    init<Description>(router: Router<Description>, configuration: ServerConfiguration) {
        configuration.limits.validate()
        table = RouteTable(router)
        otherwise = router.otherwise
        limits = configuration.limits
        cors = configuration.cors
        hosts = configuration.hosts
        errorPage = configuration.errorPage
        shouldThrottleReads = configuration.shouldThrottleReads
        lateAfterSeconds = configuration.lateAfterSeconds
        eventLoopCount = configuration.eventLoops
        clock = configuration.clock
        onAccess = configuration.onAccess
        onEvent = configuration.onEvent
        admission = HTTPAdmission(configuration.limits, rate: configuration.rate)
    }

    func report(_ event: ServerEvent) { onEvent?(event) }

    /// The running event loops.
    var loops: [EventLoop] { startedLoops.withLock { $0 ?? [] } }

    func setLoops(_ loops: [EventLoop]) {
        startedLoops.withLock { startedLoops in
            precondition(startedLoops == nil, "A server can be started only once.")
            startedLoops = loops
        }
    }

    func removeLoops() { startedLoops.withLock { $0 = [] } }

    /// The next event loop in turn; nil if none runs.
    func nextLoop() -> EventLoop? {
        let loops = loops
        return loops.isEmpty ? nil : loops[turn.wrappingAdd(1, ordering: .relaxed).oldValue % loops.count]
    }

    /// Passes a new connection to the next event loop in turn.
    func distribute(_ descriptor: Int32, _ peer: SocketAddress, from accepting: EventLoop) {
        guard admission.admit(peer) else {
            accepting.noteDropped()
            close(descriptor)
            return
        }
        guard let loop = nextLoop() else {
            admission.release(peer)
            close(descriptor)
            return
        }
        if loop === accepting {
            loop.adopt(descriptor, peer)
        } else {
            loop.send(.adopt(descriptor, peer))
        }
    }

    /// The template of the route that a row of counters belongs to; nil for the rows that belong to no route.
    func template(ofRow row: Int) -> String? {
        row < HTTPCounters.firstEndpointRow ? nil : table.endpoints[row - HTTPCounters.firstEndpointRow].template
    }

    /// The response to `OPTIONS`.
    func optionsResponse(_ head: RequestHead, allow: String) -> Response {
        var headers: ResponseHeaders = ["Allow": allow]
        if let cors, head.value("access-control-request-method") != nil { headers.add(cors.preflight(allow: allow)) }
        return Response(204, headers: headers)
    }
}
