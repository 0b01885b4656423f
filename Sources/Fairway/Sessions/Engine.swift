public import FairwayWire
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs an app's sessions: loads them, lets one change at a time into each, commits what came of it, and tells whoever
/// waits.
///
/// Every call leaves the actor it is made on, and then stays where it is: on the task's own executor, where it has one.
///
/// ```swift
/// let engine = try Engine(Samples.app, store: MemoryStore())
/// let started = await engine.start(StartRequest(flow: "Tutorial"))
/// ```
public final class Engine: Sendable {
    let blueprint: Blueprint
    let store: any Store
    package let clock: any WallClock
    let identifiers: any IdentifierSource
    let limits: EngineLimits
    let executor: (any TaskExecutor)?
    /// Runs what the app's author has written; nil: the executor that was given does.
    let threads: ThreadPool?
    let dependencies: Dependencies
    let sessions: LiveSessions
    let changeIDs: ChangeIDs
    let flowFeed: FlowFeed
    let counter = ChangeCounter()
    let traffic: Traffic
    private let isOpenToNewSessions = Atomic<Bool>(true)
    /// The other nodes on the same store; nil when there are none.
    let others: OtherNodes?
    /// Tells the worker of what has been asked for.
    let bell = WorkBell()

    /// An engine for an app.
    ///
    /// - Parameters:
    ///   - app: what can be started, linked to, provided and performed.
    ///   - store: where sessions are kept.
    ///   - clock: what the time is; by default the one that all who share the store go by, else the machine's.
    ///   - identifiers: where ids and tokens come from.
    ///   - limits: what it bounds.
    ///   - executor: runs the tasks that the engine and its worker begin of themselves, and the app's code; without one
    ///     those tasks run where all tasks do, and the app's code on threads of its own. A task that calls the engine stays
    ///     where it is.
    /// - Throws: ``Mistake`` when something about the app is wrong that its author has to mend.
    public init(
        _ app: App,
        store: any Store,
        clock: (any WallClock)? = nil,
        identifiers: any IdentifierSource = SystemIdentifiers(),
        limits: EngineLimits = EngineLimits(),
        executor: (any TaskExecutor)? = nil
    ) throws {
        blueprint = try Blueprint(app)
        self.store = store
        let clock = clock ?? store.sharing?.commonClock ?? SystemClock()
        self.clock = clock
        self.identifiers = identifiers
        self.limits = limits
        self.executor = executor
        threads =
            executor == nil
            ? ThreadPool(limit: limits.handlerThreads, secondsToWait: limits.secondsInLine) : nil
        let outside = Sessions()
        dependencies = Dependencies(blueprint.services + [Service(Sessions.self) { _ in outside }])
        sessions = LiveSessions(limits: limits, dependencies: dependencies)
        traffic = Traffic(limits: limits, clock: clock)
        flowFeed = FlowFeed(mostListeners: limits.flowListeners)
        let name = Base64URL.encode(identifiers.bytes(9))
        changeIDs = ChangeIDs(origin: name + ".")
        others = store.sharing.map { OtherNodes($0, name: name) }
        listenToOthers()
        outside.belong(to: self)
    }

    /// What is not wrong with the app but most likely not meant, in sentences.
    public var warnings: [String] { blueprint.warnings }

    /// Whether it starts sessions. While it does not, a start is answered with `store-unavailable`, and sessions that are
    /// there go on.
    package var startsSessions: Bool {
        get { isOpenToNewSessions.load(ordering: .relaxed) }
        set { isOpenToNewSessions.store(newValue, ordering: .relaxed) }
    }

    /// How many sessions are in memory.
    public var liveSessionCount: Int { sessions.count }

    /// What has been done since it was made, and what is being done now.
    public var statistics: EngineStatistics {
        var statistics = counter.counted
        (statistics.sessionsCached, statistics.sessionsLive, statistics.sessionBytesCached) = sessions.counts
        statistics.changesUnderWay = traffic.underWay
        statistics.changesInLine = traffic.inLine
        if let threads { (statistics.handlerThreads, statistics.handlerThreadsHeldUp) = threads.counts }
        statistics.flowListeners = flowFeed.count
        statistics.nodes = others?.statistics
        return statistics
    }

    /// Whether it has its hands full: whoever is let in now only makes the line longer.
    public var isFull: Bool { traffic.isFull }

    /// For how long a client's change may wait in line, or elsewhere before it comes here.
    public var secondsInLine: Double { limits.secondsInLine }

    /// The answer to a client whose call has waited for so long before it came here, if it is not taken on for that.
    public func refusal(afterSeconds waited: Double) -> Answer? {
        guard waited > 0, isFull else { return nil }
        return limits.obstacle(afterSeconds: waited).map { answer(to: $0, state: nil) }
    }

    /// Listens to flows of all sessions as they start, move and end in this engine.
    ///
    /// - Throws: `too-many-requests` when as many listen as may.
    public func listenToFlows() throws(Problem) -> FlowListener {
        try flowFeed.listen(mostEvents: limits.flowEventsWaiting)
    }

    /// Whether the store can be read now.
    @concurrent public func storeAnswers() async -> Bool {
        do {
            try await store.probe()
            return true
        } catch {
            return false
        }
    }

    /// Drops every session that is in memory and not in use. Nothing is lost: the next call loads it again.
    public func dropIdleSessions() { sessions.dropIdle() }

    /// Makes a change to a session, once, and answers with the state it led to.
    ///
    /// After the handler, the change continues on `callersExecutor`, if there is one.
    @concurrent public func perform(
        _ change: Change,
        on session: String,
        by caller: Caller,
        guards: Guards = Guards(),
        continuingOn callersExecutor: (any TaskExecutor)? = nil
    ) async -> Answer {
        let attempt = Attempt(
            change,
            id: makeID(of: change, guards, in: session),
            guards,
            callersExecutor: callersExecutor
        )
        let answer = await inside(session, by: caller) { live, state in
            try await self.make(attempt, on: live, from: state)
        }
        counter.count(attempt.change.countedKind, answer)
        return answer
    }

    /// The answer to a call whose body is not what the call takes: with the state, so that the client can carry on.
    @concurrent public func refuse(
        _ problem: Problem,
        on session: String,
        by caller: Caller,
        guards: Guards = Guards()
    ) async -> Answer {
        await inside(session, by: caller) { live, state in
            try await self.refuse(problem, on: live, from: state, guards: guards)
        }
    }

    /// Computes what a session shows again, because something it is made of has changed outside.
    @concurrent public func refresh(_ session: String) async -> Answer {
        await perform(.refresh, on: session, by: Caller(.operator))
    }

    /// The session as it is now.
    @concurrent public func state(_ session: String, by caller: Caller) async -> Answer {
        do {
            try await checkToken(of: caller, session)
            let live = sessions.checkOut(session)
            defer { sessions.checkIn(live) }
            return Answer(try await loaded(live, by: caller).keptDocument)
        } catch {
            return answer(to: error, state: nil)
        }
    }

    /// What comes after a revision, as it comes.
    @concurrent public func subscribe(
        _ session: String,
        by caller: Caller,
        after revision: Int = 0
    ) async throws(Refusal) -> Subscription {
        do {
            try await checkToken(of: caller, session)
            let live = sessions.checkOut(session)
            defer { sessions.checkIn(live) }
            let state = try await loaded(live, by: caller)
            let most = limits.subscriptionsPerSession
            guard
                let subscription = live.subscribe(after: revision, mostEffects: limits.effectsWaiting, most: most)
            else { throw Problem(.tooManyRequests, "\(most) streams and waits follow this session; end one of them.") }
            do {
                // Handed over between the look and the subscription, perhaps: then nobody would end it.
                try admit(caller, to: (live.state ?? state).row.access)
            } catch {
                subscription.cancel()
                throw error
            }
            others?.watch(live)
            return subscription
        } catch {
            throw Refusal(answer: answer(to: error, state: nil))
        }
    }

    /// The instructions to the client since a revision, for a stream that resumes: the newest, when there are too many.
    ///
    /// `newest` is where the caller's subscription begins, which delivers all that follows. At most
    /// `EngineLimits.revisionsBack` revisions up to it are looked at.
    @concurrent public func effects(
        _ session: String,
        after revision: Int,
        upTo newest: Int
    ) async throws(Refusal) -> [EffectDocument] {
        do {
            return try await journal(session, after: revision, upTo: newest).flatMap(\.effects).suffix(
                limits.effectsWaiting
            )
        } catch {
            throw Refusal(answer: answer(to: error, state: nil))
        }
    }

    /// Keeps what a user has typed on a screen, or forgets it. No flow code runs and no revision is made.
    @concurrent public func setDraft(
        _ draft: RawJSON?,
        _ session: String,
        screen: String,
        by caller: Caller
    ) async -> Answer? {
        let answer = await inside(session, by: caller) { live, state in
            guard state.row.status == .active else { throw Problem(.sessionOver) }
            guard let id = ScreenID(screen), state.tree.shown(id) != nil else {
                throw Problem(.noSuchScreen, "There is no screen \(screen) in this session.")
            }
            if let draft { try self.check(draft, on: id, in: state) }
            guard try await self.isCurrent(state.version, session) else { return .lost }
            var state = state
            let edits = try await self.store.setDraft(draft, session, screen: screen)
            state.setDraft(draft, id, edits: edits)
            live.setDraft(state)
            return .committed(Answer(state.keptDocument))
        }
        return answer.code == nil ? nil : answer
    }

    /// A deadline by the engine's clock, for what runs on threads of a pool.
    func deadline(seconds: Double, in pool: ThreadPool?) -> Deadline {
        Deadline(seconds: seconds, clock: clock, pool: pool, executor: executor)
    }

    /// Refuses a draft that is too large, alone or with the session's others.
    func check(_ draft: RawJSON, on screen: ScreenID?, in state: SessionState) throws {
        guard draft.bytes.count <= limits.draftBytes else {
            throw Problem(
                .bodyTooLarge,
                "A draft has at most \(limits.draftBytes) bytes; this one has \(draft.bytes.count)."
            )
        }
        let others = state.drafts.reduce(0) { $0 + ($1.key == screen ? 0 : $1.value.bytes.count) }
        guard others + draft.bytes.count <= limits.draftsBytes else {
            throw Problem(
                .bodyTooLarge,
                "The drafts of a session have at most \(limits.draftsBytes) bytes together; delete those of other screens."
            )
        }
    }
}
