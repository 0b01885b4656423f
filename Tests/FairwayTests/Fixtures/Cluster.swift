import Fairway
import FairwayOperators
import FairwayTesting
import Testing

/// Several engines on one shared store, with one session of a `Turnstile` flow.
struct Cluster: Sendable {
    let memory = SharedMemory()
    let clock = ManualClock()
    let gate = Gate()
    let noted = Noted()
    let world = World()
    let nodes: [Node]
    let session: String
    let token: String

    struct Node: Sendable {
        let operators: Operators
        let store: FaultyStore
        /// The store without injected faults.
        let memory: MemoryStore

        var engine: Engine { operators.engine }
    }

    init(_ count: Int = 2) async throws {
        let (memory, gate, noted, world, clock) = (memory, gate, noted, world, clock)
        let app = App(initial: Stage(.show("nothing"))) {
            Flow(Puppet())
            Flow(Turnstile())
            Flow(Booking())
            Service(Gate.self) { _ in gate }
            Service(Noted.self) { _ in noted }
            Service(World.self) { _ in world }
            Performer(Booking.Charge.self) { _, attempt in try await world.perform("charge", attempt) }
            Performer(Booking.Ring.self) { _, attempt in
                _ = try await world.perform("ring", attempt)
                return Done()
            }
            Performer(Booking.Mail.self) { _, _ in Done() }
            Performer(Errand.self) { errand, _ in errand.text }
        }
        let identifiers = CountedIdentifiers()
        nodes = try (0..<count).map { _ in
            let own = memory.open()
            let store = FaultyStore(own)
            let operators = try Operators(app, store: store, clock: clock, identifiers: identifiers)
            return Node(operators: operators, store: store, memory: own)
        }
        let started = try await nodes[0].engine.start(StartRequest(flow: "Turnstile")).state()
        session = started.session
        token = try #require(started.token)
        // Load the session on every node.
        for node in nodes { _ = try await node.engine.state(session, by: Caller(.token(token))).state() }
    }

    var caller: Caller { Caller(.token(token)) }

    /// Sends an action of the turnstile's page to a node.
    @discardableResult
    func send(
        _ name: String,
        _ params: JSONValue? = nil,
        to node: Int,
        screen: String? = nil,
        revisions: Set<Int>? = nil,
        key: RequestKey? = nil
    ) async throws -> Answer {
        let params = try params.map { try RawJSON(encoding: $0) }
        return await nodes[node].engine.perform(
            .action(name: name, params: params, screen: screen, draft: nil),
            on: session,
            by: caller,
            guards: Guards(revisions: revisions, key: key)
        )
    }

    /// Reads the session's state from a node.
    func read(_ node: Int) async -> Answer { await nodes[node].engine.state(session, by: caller) }

    func subscribe(_ node: Int, after revision: Int = 1) async throws -> Subscription {
        try await nodes[node].engine.subscribe(session, by: caller, after: revision)
    }

    /// The turnstile's counter.
    var count: Int? {
        get async throws { (try await nodes[0].engine.inspect(session).flows.first?.value as? Turnstile)?.count }
    }
}
