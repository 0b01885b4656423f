import Fairway
import FairwayOperators
import FairwayTesting
import Testing

/// A worker for an engine with bookings, on a manual clock.
struct Workshop {
    let store: FaultyStore
    let clock = ManualClock()
    let world = World()
    let operators: Operators
    let worker: Worker
    /// The parts of the app, for another server.
    let parts: [any AppPart]

    init(
        limits: WorkLimits = WorkLimits(),
        concurrency: Int = 8,
        operatorLimits: OperatorLimits = OperatorLimits(),
        interceptor: (any StoreInterceptor)? = nil,
        monitor: (any StepMonitor)? = nil
    ) throws {
        store = FaultyStore(MemoryStore(), interceptor: interceptor)
        let world = world
        parts = [
            Flow(Puppet()),
            Flow(Booking()),
            Service(World.self, allowsSandboxes: true) { _ in world },
            Performer(Booking.Charge.self, concurrency: concurrency, retry: RetryPolicy(attempts: 4)) { _, attempt in
                try await world.perform("charge", attempt)
            },
            Performer(Booking.Ring.self, retry: RetryPolicy(attempts: 2)) { _, attempt in
                _ = try await world.perform("ring", attempt)
                return Done()
            },
            Performer(Booking.Mail.self, retry: RetryPolicy(attempts: 2)) { _, attempt in
                _ = try await world.perform("mail", attempt)
                return Done()
            },
            Performer(Errand.self) { errand, _ in errand.text },
        ]
        let app = App(initial: Stage(.show("nothing")), parts: parts)
        operators = try Operators(
            app,
            store: store,
            monitor: monitor,
            clock: clock,
            identifiers: CountedIdentifiers(),
            operatorLimits: operatorLimits
        )
        worker = try Worker(operators.engine, limits: limits)
    }

    var engine: Engine { operators.engine }

    /// Starts a booking.
    func book() async throws -> String { try await engine.start(StartRequest(flow: "Booking")).state().session }

    /// Sends an action of a booking's page.
    @discardableResult
    func send(_ name: String, _ params: JSONValue? = nil, to session: String) async throws -> StateDocument {
        let params = try params.map { try RawJSON(encoding: $0) }
        return try await engine.perform(
            .action(name: name, params: params, screen: nil, draft: nil),
            on: session,
            by: Caller(.app)
        ).state()
    }

    /// Advances the clock and executes the work that is due.
    func pass(_ seconds: Double) async {
        clock.advance(by: seconds)
        await worker.runDueWork()
    }

    /// The results and reminders that a booking's flow has received.
    func told(_ session: String) async throws -> [String] {
        try #require(try await engine.inspect(session).flows.first?.value as? Booking).told
    }

    /// The kinds of a session's changes.
    func journal(_ session: String) async throws -> [String] {
        try await store.journal(session, after: 0, limit: 100).map(\.kind)
    }
}
