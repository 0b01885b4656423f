public import Fairway
@_exported public import FairwayDoubles
public import FairwayOperators
public import FairwayWire
import Synchronization
public import Testing

// Tests of flows need the doubles, too.

/// Runs a flow in a test, without a device, a server or a database. It uses the real engine with an in-memory store,
/// and a clock and ids that the test controls.
///
/// ```swift
/// @Test func skippingTheTutorialReportsFalse() async throws {
///     let tester = try await FlowTester(Tutorial(), in: Samples.self)
///     #expect(tester.screen is Tutorial.Page1)
///     try await tester.send(.cancelButtonPressed, on: Tutorial.Page1.self)
///     #expect(tester.output == false)
/// }
/// ```
///
/// A refused change throws the `Problem` that a client would receive. Errors of the flow's code are in its detail.
/// After every change the tester checks that
/// - a refused change has modified nothing but drafts,
/// - the moves lead from the old navigation to the new one,
/// - a derived screen without a context is the same if it is made twice,
/// - the session is the same after it was dropped from memory and restored.
public final class FlowTester<F: FlowController>: Sendable {
    /// The engine that runs the flow.
    public var engine: Engine { operators.engine }
    package let operators: Operators
    /// The store with the session.
    public let store: MemoryStore
    /// The clock. It moves only when the test moves it.
    public let clock: ManualClock
    /// The session's id.
    public let session: String
    private let lines = RecordedLog()
    let restoring: Restoring
    let caller = Caller(.app)
    private let snapshot: Mutex<Snapshot>

    /// The lines that the app's code has written with `AppLog`, oldest first.
    public var log: [AppLogLine] { lines.lines }

    struct Snapshot: Sendable {
        var inspection: Inspection
        var moves: [Move]
        var effects: [EffectDocument]
        var journal: [JournalEntry]
        var work: [WorkItem]
    }

    /// Starts a session with a flow of an app as its root.
    ///
    /// - Parameters:
    ///   - flow: The flow, with its stored properties. They are sent as the session's input.
    ///   - app: The app that declares the flow, other flows, links and services.
    ///   - device: The client's description of its device.
    ///   - user: The user that the session belongs to; nil for an anonymous session, which ``signIn(_:sourceLocation:)``
    ///     changes.
    ///   - link: A deep link to open at the start.
    ///   - restoring: When the session is restored from the store.
    ///   - services: Services that replace the app's services of the same types.
    ///   - repeatingHandlers: Whether the handlers of every change run twice, as after a conflict with another node.
    ///   - limits: The limits of the engine.
    ///   - operatorLimits: The limits of what operators see and do.
    ///   - sourceLocation: The location of issues found at the start.
    public init(
        _ flow: F,
        in app: App,
        device: Device = Device(),
        user: User? = nil,
        link: String? = nil,
        restoring: Restoring = .afterEveryStep,
        overriding services: [Service] = [],
        repeatingHandlers: Bool = false,
        limits: EngineLimits = EngineLimits(),
        operatorLimits: OperatorLimits = OperatorLimits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        store = MemoryStore()
        clock = ManualClock()
        self.restoring = restoring
        operators = try Operators(
            app.overriding(services),
            store: FaultyStore(store, losesFirstRaces: repeatingHandlers),
            monitor: nil,
            observers: [lines],
            clock: clock,
            identifiers: CountedIdentifiers(),
            limits: limits,
            operatorLimits: operatorLimits
        )
        var request = StartRequest(flow, link: link, device: device)
        request.mayStartAppOnlyFlow = true
        let started = try await operators.engine.start(request, by: user.map(Requester.verified) ?? .anonymous).document
        session = started.session
        let snapshot = Snapshot(
            inspection: try await operators.engine.inspect(session),
            moves: started.moves,
            effects: started.effects,
            journal: try store.journal(session, after: 0, limit: .max),
            work: try store.openWork(session)
        )
        self.snapshot = Mutex(snapshot)
        try await check(started, after: nil, at: sourceLocation)
    }

    /// Starts a session with a flow of an app as its root.
    public convenience init<Tested: FairwayApp>(
        _ flow: F,
        in app: Tested.Type,
        device: Device = Device(),
        user: User? = nil,
        link: String? = nil,
        restoring: Restoring = .afterEveryStep,
        overriding services: [Service] = [],
        repeatingHandlers: Bool = false,
        limits: EngineLimits = EngineLimits(),
        operatorLimits: OperatorLimits = OperatorLimits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await self.init(
            flow,
            in: Tested.app,
            device: device,
            user: user,
            link: link,
            restoring: restoring,
            overriding: services,
            repeatingHandlers: repeatingHandlers,
            limits: limits,
            operatorLimits: operatorLimits,
            sourceLocation: sourceLocation
        )
    }

    /// Starts a flow without an app, with only the flows, links and services that it needs.
    ///
    /// ```swift
    /// let tester = try await FlowTester(Checkout()) { Flow(Payment()) }
    /// ```
    public convenience init(
        _ flow: F,
        device: Device = Device(),
        user: User? = nil,
        restoring: Restoring = .afterEveryStep,
        repeatingHandlers: Bool = false,
        limits: EngineLimits = EngineLimits(),
        sourceLocation: SourceLocation = #_sourceLocation,
        @AppBuilder with parts: () -> AppParts = { AppBuilder.buildBlock() }
    ) async throws {
        try await self.init(
            flow,
            in: App(initial: Nothing(), parts: [Flow(flow)] + parts().all),
            device: device,
            user: user,
            restoring: restoring,
            repeatingHandlers: repeatingHandlers,
            limits: limits,
            sourceLocation: sourceLocation
        )
    }

    var last: Snapshot { snapshot.withLock(\.self) }

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
    /// The timers and jobs that are not given up.
    fileprivate func openWork(_ session: String) throws -> [WorkItem] {
        try work(session).filter { !$0.progress.isGivenUp }.map(\.item)
    }
}

/// The initial flow of an app that consists of the flow under test. It is never started.
private struct Nothing: FlowController {
    func start(_ nav: Navigator<Self>) { nav.show(Page()) }

    static var routes: Routes<Self> { screen(Page.self) }

    struct Page: Screen {}
}

/// When a tester restores the session from the store, as a restarted server does.
public enum Restoring: Sendable {
    /// After every change. A flow that would not survive a restart fails its ordinary tests.
    case afterEveryStep
    /// Only when the engine itself restores the session.
    case never
}

/// An error in the test itself, such as an action that no visible screen accepts.
public struct TestMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error and the state of the session.
    public let description: String

    init(_ description: String) { self.description = description }
}
