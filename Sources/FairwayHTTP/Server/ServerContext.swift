import Glibc
import Synchronization

/// What all event queues of a server share. None of it changes but the counts.
final class ServerContext: Sendable {
    let table: RouteTable
    let otherwise: (@Sendable (Request, Exchange) -> Void)?
    let limits: Limits
    let cors: CORS?
    let hosts: AllowedHosts?
    let handsAreFull: (@Sendable () -> Bool)?
    let lateAfterSeconds: Double
    let eventQueues: Int
    let clock: any ServerClock
    let onAccess: (@Sendable (AccessRecord) -> Void)?
    let admission: Admission
    let held: HeldBytes
    let rates: RateGate?
    let refusals = RefusalCounts()
    private let onEvent: (@Sendable (ServerEvent) -> Void)?
    private let queues = Mutex<[EventQueue]>([])
    private let nextQueue = Atomic<Int>(0)

    init<Description>(router: Router<Description>, configuration: ServerConfiguration) {
        configuration.limits.validate()
        table = RouteTable(router)
        otherwise = router.otherwise
        limits = configuration.limits
        cors = configuration.cors
        hosts = configuration.hosts
        handsAreFull = configuration.handsAreFull
        lateAfterSeconds = configuration.lateAfterSeconds
        eventQueues = configuration.eventQueues
        clock = configuration.clock
        onAccess = configuration.onAccess
        onEvent = configuration.onEvent
        admission = Admission(configuration.limits)
        held = HeldBytes(configuration.limits)
        rates = configuration.rate.map(RateGate.init)
    }

    func report(_ event: ServerEvent) { onEvent?(event) }

    func setQueues(_ queues: [EventQueue]) { self.queues.withLock { $0 = queues } }

    /// Gives a new connection to the next event queue in turn.
    func distribute(_ descriptor: Int32, _ peer: SocketAddress, from queue: EventQueue) {
        guard admission.enter(peer) else {
            queue.noteDropped()
            close(descriptor)
            return
        }
        let turn = nextQueue.wrappingAdd(1, ordering: .relaxed).oldValue
        let chosen = queues.withLock { $0[turn % $0.count] }
        if chosen === queue {
            queue.adopt(descriptor, peer)
        } else {
            chosen.leave(.adopt(descriptor, peer))
        }
    }

    /// The template of the route that is counted in `row`.
    func template(ofRow row: Int) -> String? {
        row < Counters.firstEndpointRow ? nil : table.endpoints[row - Counters.firstEndpointRow].template
    }

    /// Answers `OPTIONS` out of the table.
    func answerOptions(_ head: RequestHead, allow: String) -> Response {
        var headers: ResponseHeaders = ["Allow": allow]
        if let cors, head.value("access-control-request-method") != nil { headers.add(cors.preflight(allow: allow)) }
        return Response(204, headers: headers)
    }
}
