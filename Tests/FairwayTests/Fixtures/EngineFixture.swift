import Fairway
import FairwayOperators
import FairwayTesting
import Testing

/// An engine with one session of a `Turnstile` flow.
struct EngineFixture: Sendable {
    let operators: Operators
    let store: FaultyStore
    let clock = ManualClock()
    let gate = Gate()
    let threads = ThreadGate()
    let noted = Noted()
    let session: String
    let token: String

    init(
        limits: EngineLimits = EngineLimits(),
        operatorLimits: OperatorLimits = OperatorLimits(),
        interceptor: (any StoreInterceptor)? = nil,
        monitor: (any StepMonitor)? = nil
    ) async throws {
        store = FaultyStore(MemoryStore(), interceptor: interceptor)
        let (gate, threads, noted) = (gate, threads, noted)
        let app = App(initial: Stage(.show("nothing"))) {
            Flow(Puppet())
            Flow(Turnstile())
            Service(Gate.self) { _ in gate }
            Service(ThreadGate.self) { _ in threads }
            Service(Noted.self) { _ in noted }
        }
        operators = try Operators(
            app,
            store: store,
            monitor: monitor,
            clock: clock,
            identifiers: CountedIdentifiers(),
            limits: limits,
            operatorLimits: operatorLimits
        )
        let started = try await operators.engine.start(StartRequest(flow: "Turnstile")).state()
        session = started.session
        token = try #require(started.token)
    }

    var engine: Engine { operators.engine }
    var caller: Caller { Caller(.token(token)) }

    /// Sends an action of the turnstile's page.
    @discardableResult
    func send(
        _ name: String,
        _ params: JSONValue? = nil,
        screen: String? = nil,
        draft: JSONValue? = nil,
        revisions: Set<Int>? = nil,
        key: RequestKey? = nil
    ) async throws -> Answer {
        await engine.perform(
            .action(
                name: name,
                params: try params.map { try RawJSON(encoding: $0) },
                screen: screen,
                draft: try draft.map { try RawJSON(encoding: $0) }
            ),
            on: session,
            by: caller,
            guards: Guards(revisions: revisions, key: key)
        )
    }

    /// The flow controller. Nil if the session is over.
    var turnstile: Turnstile? {
        get async throws { try await engine.inspect(session).flows.first?.value as? Turnstile }
    }

    /// The session's state, as its client reads it.
    var state: StateDocument { get async throws { try await engine.state(session, by: caller).state() } }
}

extension Answer {
    /// Decodes the state in the response.
    func state(sourceLocation: SourceLocation = #_sourceLocation) throws -> StateDocument {
        try #require(code == nil, "\(String(decoding: body, as: UTF8.self))", sourceLocation: sourceLocation)
        return try JSON.decode(StateDocument.self, from: body)
    }

    /// Decodes the problem in the response.
    func problem(sourceLocation: SourceLocation = #_sourceLocation) throws -> Problem {
        try #require(code != nil, "\(String(decoding: body, as: UTF8.self))", sourceLocation: sourceLocation)
        return try JSON.decode(Problem.self, from: body)
    }
}
