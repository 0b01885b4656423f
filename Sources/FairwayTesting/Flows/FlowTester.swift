public import Fairway
// Whoever tests needs the doubles, and need not know that they live next door.
@_exported public import FairwayDoubles
public import FairwayWire
import Synchronization
public import Testing

/// Runs a flow from start to end with no device, no socket and no database: the real engine over a memory store, with a
/// clock and ids that the test owns.
///
/// ```swift
/// @Test func skippingTheTutorialReportsFalse() async throws {
///     let tester = try await FlowTester(Tutorial(), in: Samples.self)
///     #expect(tester.screen is Tutorial.Page1)
///     try await tester.send(Tutorial.Page1.Action.cancelButtonPressed)
///     #expect(tester.output == false)
/// }
/// ```
///
/// What is refused throws the `Problem` that a client would get, with what the flow's code threw in its detail. After
/// every step, a refused one too, the tester checks what has to hold of every session: a refused step has changed
/// nothing but drafts, the moves lead from the navigation before to the one after, and the session is the same when it
/// is dropped from memory and read back.
public final class FlowTester<F: FlowController>: Sendable {
    /// The engine that runs the flow.
    public let engine: Engine
    /// Where the session is kept.
    public let store: MemoryStore
    /// The clock, which only the test moves.
    public let clock: ManualClock
    /// The session's id.
    public let session: String
    let restoring: Restoring
    let caller = Caller(.operator)
    private let snapshot: Mutex<Snapshot>

    /// The session as the last step left it.
    struct Snapshot: Sendable {
        var inspection: Inspection
        var moves: [Move]
        var effects: [EffectDocument]
        var journal: [JournalEntry]
        var work: [WorkItem]
    }

    /// Starts a flow as the root of a session of an app.
    ///
    /// - Parameters:
    ///   - flow: sent as the session's input, so that all its stored properties count.
    ///   - app: the app that declares it, with its other flows, links and services.
    ///   - device: what the client says of itself.
    ///   - link: a deep link to open at the start.
    ///   - restoring: whether the session is read back from the store after every step.
    ///   - services: take the places of the app's own services of the same types.
    ///   - repeatingHandlers: runs the handlers of every change twice, as after a race that another node has won.
    ///   - limits: what the engine bounds.
    ///   - sourceLocation: where what is found wrong at the start is reported.
    public init(
        _ flow: F,
        in app: App,
        device: Device = Device(),
        link: String? = nil,
        restoring: Restoring = .afterEveryStep,
        overriding services: [Service] = [],
        repeatingHandlers: Bool = false,
        limits: EngineLimits = EngineLimits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        store = MemoryStore()
        clock = ManualClock()
        self.restoring = restoring
        engine = try Engine(
            app.overriding(services),
            store: FaultyStore(store, losesFirstRaces: repeatingHandlers),
            clock: clock,
            identifiers: CountedIdentifiers(),
            limits: limits
        )
        let request = StartRequest(flow: F.name, input: try RawJSON(encoding: flow), link: link, device: device)
        let started = try await engine.start(request).document
        session = started.session
        let snapshot = Snapshot(
            inspection: try await engine.inspect(session),
            moves: started.moves,
            effects: started.effects,
            journal: try store.journal(session, after: 0, limit: .max),
            work: try store.openWork(session)
        )
        self.snapshot = Mutex(snapshot)
        try await check(started, after: nil, at: sourceLocation)
    }

    /// Starts a flow as the root of a session of an app.
    public convenience init<Tested: FairwayApp>(
        _ flow: F,
        in app: Tested.Type,
        device: Device = Device(),
        link: String? = nil,
        restoring: Restoring = .afterEveryStep,
        overriding services: [Service] = [],
        repeatingHandlers: Bool = false,
        limits: EngineLimits = EngineLimits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await self.init(
            flow,
            in: Tested.app,
            device: device,
            link: link,
            restoring: restoring,
            overriding: services,
            repeatingHandlers: repeatingHandlers,
            limits: limits,
            sourceLocation: sourceLocation
        )
    }

    /// Starts a flow by itself, with only the flows, links and services that it needs.
    ///
    /// ```swift
    /// let tester = try await FlowTester(Checkout()) { Flow(Payment()) }
    /// ```
    public convenience init(
        _ flow: F,
        device: Device = Device(),
        restoring: Restoring = .afterEveryStep,
        repeatingHandlers: Bool = false,
        limits: EngineLimits = EngineLimits(),
        sourceLocation: SourceLocation = #_sourceLocation,
        @AppBuilder with parts: () -> [any AppPart] = { [] }
    ) async throws {
        try await self.init(
            flow,
            in: App(initial: Nothing(), parts: [Flow(flow)] + parts()),
            device: device,
            restoring: restoring,
            repeatingHandlers: repeatingHandlers,
            limits: limits,
            sourceLocation: sourceLocation
        )
    }

    /// The session as the last step left it.
    var last: Snapshot { snapshot.withLock(\.self) }

    /// Takes note of what a step led to.
    func note(_ document: StateDocument?) async throws {
        let inspection = try await engine.inspect(session)
        let journal = try store.journal(session, after: 0, limit: .max)
        let work = try store.openWork(session)
        snapshot.withLock { snapshot in
            snapshot.inspection = inspection
            snapshot.moves = document?.moves ?? []
            snapshot.effects = document?.effects ?? []
            snapshot.journal = journal
            snapshot.work = work
        }
    }
}

extension MemoryStore {
    /// What is still to be done.
    fileprivate func openWork(_ session: String) throws -> [WorkItem] {
        try work(session).filter { !$0.progress.isGivenUp }.map(\.item)
    }
}

/// The initial flow of an app that is there for one flow under test.
private struct Nothing: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> { screen(Page.self) }

    struct Page: Screen {}
}
