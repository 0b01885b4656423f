public import FairwayWire
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
    let blueprint: Blueprint
    package let store: any Store
    package let clock: any WallClock
    package let identifiers: any IdentifierSource
    package let limits: EngineLimits
    let executor: (any TaskExecutor)?
    /// Runs the app's own code. Nil if the engine was given an `executor`, which then runs it.
    let threads: ThreadPool?
    let dependencies: Dependencies
    let sessions: LiveSessions
    let changeIDs: ChangeIDs
    let returnLinks: ReturnLinks
    let flowFeed: FlowFeed
    /// Nil if states are not kept.
    let stateKeeper: StateKeeper?
    let counter = ChangeCounter()
    let incidents: IncidentRecorder
    /// Those of timers, jobs and signals. They have limits of their own, so that a client cannot suppress them.
    let workIncidents: IncidentRecorder
    let admission: AdmissionControl
    let access: Access
    /// Nil if no module watches the app's code.
    let monitor: (any StepMonitor)?
    private let isOpenToNewSessions = Atomic<Bool>(true)
    /// The other nodes on the store. Nil if the store is not shared.
    let others: OtherNodes?
    let workNotifier = WorkNotifier()

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
            clock: clock,
            identifiers: identifiers,
            limits: limits,
            publicURL: publicURL,
            executor: executor
        )
    }

    /// Creates an engine whose steps are monitored.
    package init(
        _ app: App,
        store: any Store,
        monitor: (any StepMonitor)?,
        clock: (any WallClock)? = nil,
        identifiers: any IdentifierSource = SystemIdentifiers(),
        limits: EngineLimits = EngineLimits(),
        publicURL: String? = nil,
        executor: (any TaskExecutor)? = nil
    ) throws {
        blueprint = try Blueprint(app)
        self.store = store
        self.monitor = monitor
        let clock = clock ?? store.sharing?.commonClock ?? SystemClock()
        self.clock = clock
        self.identifiers = identifiers
        self.limits = limits
        self.executor = executor
        threads =
            executor == nil
            ? ThreadPool(limit: limits.handlerThreads, secondsToWait: limits.secondsWaitingForSlot) : nil
        let sessionsService = Sessions()
        let sessionsPart = Service(Sessions.self, allowsSandboxes: true) { _ in sessionsService }
        dependencies = Dependencies(blueprint.services + [sessionsPart])
        sessions = LiveSessions(limits: limits, dependencies: dependencies)
        admission = AdmissionControl(limits: limits, clock: clock)
        access = Access(sessions, store, isShared: store.sharing != nil)
        flowFeed = FlowFeed(mostListeners: limits.flowListeners)
        incidents = IncidentRecorder(store, clock: clock, limits: limits, executor: executor)
        workIncidents = IncidentRecorder(store, clock: clock, limits: limits, executor: executor)
        stateKeeper =
            limits.keptStates > 0 ? StateKeeper(blueprint, store, limits, clock: clock, executor: executor) : nil
        let name = Base64URL.encode(identifiers.bytes(9))
        changeIDs = ChangeIDs(origin: name + ".")
        returnLinks = ReturnLinks(identifiers, publicURL: publicURL)
        others = store.sharing.map { OtherNodes($0, name: name) }
        listenToOtherNodes()
        sessionsService.belong(to: self)
    }

    /// One sentence for each likely mistake in the app. The app runs in spite of them.
    public var warnings: [String] { blueprint.warnings }

    /// Whether clients may start sessions. If false, a start is answered with `store-unavailable`, and incidents are not
    /// noted. Existing sessions continue.
    package var startsSessions: Bool {
        get { isOpenToNewSessions.load(ordering: .relaxed) }
        set {
            isOpenToNewSessions.store(newValue, ordering: .relaxed)
            incidents.pause(!newValue)
            workIncidents.pause(!newValue)
        }
    }

    /// The number of sessions in memory.
    public var liveSessionCount: Int { sessions.count }

    /// Counters since the engine was created, and its current load.
    public var statistics: EngineStatistics {
        var statistics = counter.counted
        (statistics.sessionsCached, statistics.sessionsInUse, statistics.sessionBytesCached) = sessions.counts
        statistics.changesUnderWay = admission.underWay
        statistics.changesWaitingForSlot = admission.waitingForSlot
        if let threads { (statistics.handlerThreads, statistics.handlerThreadsStalled) = threads.counts }
        statistics.flowListeners = flowFeed.count
        statistics.incidentsDropped = incidents.dropped + workIncidents.dropped
        statistics.states = stateKeeper?.statistics
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

    /// Listens to the events of all sessions' flows: their starts, moves and ends in this engine.
    ///
    /// - Throws: `too-many-requests` if the maximum number of listeners is reached.
    public func listenToFlows() throws(Problem) -> FlowListener {
        try flowFeed.listen(mostEvents: limits.flowEventsWaiting)
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

    /// Makes a change to a session and answers with the resulting state.
    ///
    /// A change with an idempotency key is made once. A repeated request with that key gets the stored answer.
    ///
    /// After the flow's handler has returned, `callersExecutor` runs the rest of the call. By default, the executor
    /// does not change.
    @concurrent public func perform(
        _ change: Change,
        on session: String,
        by caller: Caller,
        guards: Guards = Guards(),
        continuingOn callersExecutor: (any TaskExecutor)? = nil
    ) async -> Answer {
        let attempt = ChangeRequest(
            change,
            id: makeID(of: change, guards, in: session),
            guards,
            user: caller.verifiedUser,
            masksSensitive: caller.masksSensitive,
            callersExecutor: callersExecutor
        )
        var isSandbox = false
        let answer = await inside(session, by: caller) { live, state in
            isSandbox = state.row.isSandbox
            return try await self.make(attempt, on: live, from: state)
        }
        if !isSandbox { counter.count(attempt.change.countedKind, answer) }
        if let refusal = answer.refusal {
            note(refusal, of: change, by: caller)
        } else if answer.code == .incompatibleFlow {
            note(unreadable: session, answer, of: change, by: caller)
        }
        // Decided before the change begins, with the state for clients.
        return caller.masksSensitive && answer.code == .idempotencyKeyReused ? answer.withoutState : answer
    }

    /// Answers a call that has an invalid body. The answer contains the problem and the session's unchanged state.
    ///
    /// `kind` is the kind of change that the client asked for, as in the journal.
    @concurrent public func refuse(
        _ problem: Problem,
        of kind: String,
        on session: String,
        by caller: Caller,
        guards: Guards = Guards()
    ) async -> Answer {
        let answer = await inside(session, by: caller) { live, state in
            try await self.refuse(problem, on: live, from: state, guards: guards)
        }
        if let refusal = answer.refusal { note(refusal, kind: kind, by: caller) }
        return answer
    }

    /// Computes a session's screens again. Call it after a change to outside data that the screens show.
    @concurrent public func refresh(_ session: String) async -> Answer {
        await perform(.refresh, on: session, by: Caller(.operator))
    }

    /// The current state of a session.
    @concurrent public func state(_ session: String, by caller: Caller) async -> Answer {
        do {
            try await access.checkToken(of: caller, session)
            let live = sessions.checkOut(session)
            defer { sessions.checkIn(live) }
            return Answer(try await loaded(live, by: caller).keptDocument)
        } catch {
            return answer(to: error, state: nil)
        }
    }

    /// Subscribes to a session's states that are newer than a revision.
    @concurrent public func subscribe(
        _ session: String,
        by caller: Caller,
        after revision: Int = 0
    ) async throws(EngineError) -> Subscription {
        do {
            try await access.checkToken(of: caller, session)
            let live = sessions.checkOut(session)
            defer { sessions.checkIn(live) }
            let state = try await loaded(live, by: caller)
            let most = limits.subscriptionsPerSession
            guard
                let subscription = live.subscribe(after: revision, mostEffects: limits.effectsWaiting, most: most)
            else {
                throw Problem(
                    .tooManyRequests,
                    "This session already has \(most) streams and waiting requests. End one of them."
                )
            }
            do {
                // A handoff ends the subscriptions that exist. A handoff after the first check may have missed this
                // one, so check the token again.
                try access.admit(caller, to: (live.state ?? state).row.access)
            } catch {
                subscription.cancel()
                throw error
            }
            others?.watch(live)
            return subscription
        } catch {
            throw EngineError(answer: answer(to: error, state: nil))
        }
    }

    /// The effects that a resuming stream has missed, oldest first.
    ///
    /// They are limited to the newest ``EngineLimits/effectsWaiting`` effects of the last
    /// ``EngineLimits/revisionsBack`` revisions.
    ///
    /// `revision` is the last that the client has received, and the client's new subscription begins at `newest`.
    @concurrent public func effects(
        _ session: String,
        after revision: Int,
        upTo newest: Int
    ) async throws(EngineError) -> [EffectDocument] {
        do {
            return try await journal(session, after: revision, upTo: newest).flatMap(\.effects).suffix(
                limits.effectsWaiting
            )
        } catch {
            throw EngineError(answer: answer(to: error, state: nil))
        }
    }

    /// A time limit for code that runs on a thread pool or, if `pool` is nil, starts on the caller's thread.
    func deadline(seconds: Double, in pool: ThreadPool?) -> Deadline {
        Deadline(seconds: seconds, clock: clock, pool: pool, executor: executor)
    }
}
