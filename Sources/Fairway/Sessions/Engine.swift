import Foundation
import Synchronization

/// Runs the sessions of an app: loads them, makes one change at a time to each, commits it, and informs subscribers.
///
/// All calls may be made from any isolation. An asynchronous call runs on the executor that its task prefers.
///
/// ```swift
/// let engine = try Engine(Samples.app, store: MemoryStore())
/// let started = await engine.start(StartRequest(flow: "Tutorial"))
/// ```
public final class Engine: Sendable {
    let environment: EngineEnvironment
    let app: AppRunner
    let repository: SessionRepository
    let access: Access
    let admission: AdmissionControl
    let answers: KeptAnswers
    let creations: Creations
    let counter = ChangeCounter()
    let observers: [any EngineObserver]
    /// Nil if changes are not traced.
    let tracer: (any EngineTracer)?

    /// Creates an engine for an app.
    ///
    /// - Parameters:
    ///   - app: The flows, links, services and performers of the app.
    ///   - store: The store of the sessions.
    ///   - clock: The clock. By default, the clock that the nodes of a shared store have in common, or the system's.
    ///   - identifiers: The source of ids and tokens.
    ///   - limits: The limits.
    ///   - publicURL: The URL of the server's root, as users reach it, for return links. If it is nil, these are paths.
    ///   - executor: Runs the app's code, and the tasks that the engine and its worker start. If it is nil, the app's
    ///     code runs on threads of the engine, and the tasks run on Swift's default executor. A task that calls the
    ///     engine keeps its own executor in both cases.
    /// - Throws: ``Mistake`` if the app contains an error that its author must fix.
    public convenience init(
        _ app: App,
        store: any Store,
        clock: (any WallClock)? = nil,
        identifiers: any IdentifierSource = SystemIdentifiers(),
        limits: EngineLimits = EngineLimits(),
        publicURL: String? = nil,
        executor: (any TaskExecutor)? = nil
    ) throws {
        try self.init(
            app,
            store: store,
            monitor: nil,
            observers: [],
            rules: [],
            clock: clock,
            identifiers: identifiers,
            limits: limits,
            publicURL: publicURL,
            executor: executor
        )
    }

    /// Creates an engine whose steps are monitored, whose changes are observed and traced, and that keeps to the rules of modules.
    package init(
        _ app: App,
        store: any Store,
        monitor: (any StepMonitor)? = nil,
        observers: [any EngineObserver],
        tracer: (any EngineTracer)? = nil,
        rules: [any EngineRule] = [],
        clock: (any WallClock)? = nil,
        identifiers: any IdentifierSource = SystemIdentifiers(),
        limits: EngineLimits = EngineLimits(),
        publicURL: String? = nil,
        executor: (any TaskExecutor)? = nil
    ) throws {
        let blueprint = try Blueprint(app)
        self.observers = observers
        self.tracer = tracer
        let clock = clock ?? store.sharing?.commonClock ?? SystemClock()
        environment = EngineEnvironment(
            store: store,
            clock: clock,
            identifiers: identifiers,
            limits: limits,
            executor: executor
        )
        let sessionsService = Sessions()
        let sessionsPart = Service(Sessions.self, allowsSandboxes: true) { _ in sessionsService }
        let dependencies = Dependencies(blueprint.services + [sessionsPart])
        admission = AdmissionControl(limits: limits, clock: clock)
        creations = Creations(in: environment)
        self.app = AppRunner(
            of: blueprint,
            dependencies: dependencies,
            returnLinks: ReturnLinks(identifiers, publicURL: publicURL),
            changeIDs: ChangeIDs(origin: environment.name + "."),
            monitor: monitor,
            in: environment
        )
        repository = SessionRepository(
            store,
            live: LiveSessions(limits: limits, dependencies: dependencies),
            others: store.sharing.map { [name = environment.name] in OtherNodes($0, name: name) },
            blueprint: blueprint,
            monitor: monitor,
            limits: limits,
            keepsStates: observers.contains(where: \.keepsStates)
        )
        access = Access(
            to: repository.live,
            in: store,
            isShared: repository.others != nil,
            rules: [StartPolicies(of: blueprint)] + rules
        )
        answers = KeptAnswers(of: repository, in: environment)
        listenToOtherNodes()
        sessionsService.belong(to: self)
    }

    /// One sentence for each likely mistake in the app. The app runs in spite of them.
    public var warnings: [String] { blueprint.warnings }

    /// The number of sessions in memory.
    public var liveSessionCount: Int { sessions.count }

    /// Counters since the engine was created, and its current load.
    public var statistics: EngineStatistics {
        var statistics = counter.counted
        (statistics.sessionsCached, statistics.sessionsInUse, statistics.sessionBytesCached) = sessions.counts
        statistics.changesUnderWay = admission.underWay
        statistics.changesWaitingForSlot = admission.waitingForSlot
        if let threads { (statistics.handlerThreads, statistics.handlerThreadsStalled) = threads.counts }
        statistics.nodes = others?.statistics
        return statistics
    }

    /// Whether the number of clients' changes that wait for a slot has reached the number of slots.
    public var isFull: Bool { admission.isFull }

    /// How long a client's change may wait for a slot; see ``EngineLimits/secondsWaitingForSlot``.
    public var secondsWaitingForSlot: Double { limits.secondsWaitingForSlot }

    /// The rejection of a call that waited too long before it reached the engine. Nil if the call is accepted.
    ///
    /// Only a full engine rejects such calls.
    ///
    /// - Parameter waited: How long the request waited in its socket.
    public func refusal(afterSeconds waited: Double) -> Answer? {
        guard waited > 0, isFull else { return nil }
        return limits.overloadProblem(afterSeconds: waited).map { answer(to: $0, state: nil) }
    }

    /// Whether the store can commit a change at this moment. See ``Store/probe()``.
    @concurrent public func storeAnswers() async -> Bool {
        do {
            try await store.probe()
            return true
        } catch {
            return false
        }
    }

    /// Drops all sessions in memory that are not in use. Nothing is lost: the next call loads them again.
    public func dropIdleSessions() { sessions.dropIdle() }
}

/// The parts of an engine.
extension Engine {
    package var store: any Store { environment.store }
    package var clock: any WallClock { environment.clock }
    package var identifiers: any IdentifierSource { environment.identifiers }
    package var limits: EngineLimits { environment.limits }
    package var name: String { environment.name }
    var executor: (any TaskExecutor)? { environment.executor }
    package var blueprint: Blueprint { app.blueprint }
    var dependencies: Dependencies { app.dependencies }
    var threads: ThreadPool? { app.threads }
    var monitor: (any StepMonitor)? { app.monitor }
    var sessions: LiveSessions { repository.live }
    var others: OtherNodes? { repository.others }
    var workNotifier: WorkNotifier { repository.workNotifier }

    /// The answer to an error, with the session's state if a client can continue from it.
    func answer(to error: any Error, state: SessionState?, shown: StateDocument? = nil) -> Answer {
        ErrorAnswers(blueprint.languages, admission, handlerSeconds: limits.handlerSeconds)
            .answer(to: error, state: state, shown: shown)
    }

    /// A time limit for code that runs on a thread pool or, if `pool` is nil, starts on the caller's thread.
    func deadline(seconds: Double, in pool: ThreadPool?) -> Deadline { app.deadline(seconds: seconds, in: pool) }
}
