import FairwayWire
import Foundation
import Synchronization

/// Delivers timers and executes jobs in order of due time, with a limit per queue.
///
/// Work is leased: only one of several servers executes it. If that server stops, its lease expires, and another
/// server leases the work.
public final class Worker: Sendable {
    let engine: Engine
    let limits: WorkLimits
    let report: @Sendable (StoredWork, WorkOutcome) -> Void
    let holder: String
    /// Separate from the handlers' threads, which performers must not occupy.
    let threads: ThreadPool?
    let state: Mutex<State>

    struct State {
        var slots: [WorkQueue: QueueSlots]
        /// Timers of sessions that already have one in delivery. They follow it in order of due time.
        var queuedTimers: [String: [StoredWork]] = [:]
        var leases = 0
        var counts: [WorkCount.Key: Int] = [:]
        var isPolling = false
        /// Whether a new poll was requested during the current one.
        var pollsAgain = false
        /// Whether the worker looks for work by itself.
        var isStarted = false
        var isStopped = false
        /// The next time at which the clock calls the worker.
        var alarm: Date?
        var idleWaiters: [CheckedContinuation<Void, Never>] = []

        var isIdle: Bool { !isPolling && slots.values.allSatisfy { $0.running == 0 } }

        /// Begins a poll, or requests another one if the worker is polling. Returns whether the caller must run it.
        mutating func beginPoll() -> Bool {
            guard !isStopped else { return false }
            pollsAgain = isPolling
            defer { isPolling = true }
            return !isPolling
        }

        /// Removes the continuations that wait for idleness, if the worker is idle.
        mutating func takeIdleWaiters() -> [CheckedContinuation<Void, Never>] {
            guard isIdle else { return [] }
            defer { idleWaiters = [] }
            return idleWaiters
        }
    }

    /// A worker for an engine's app.
    ///
    /// - Parameters:
    ///   - engine: The engine. The worker executes its timers and jobs.
    ///   - limits: The limits of the worker.
    ///   - report: Called with the outcome of each attempt.
    /// - Throws: ``Mistake`` if a flow handles the result of a job for which the app has no performer.
    public init(
        _ engine: Engine,
        limits: WorkLimits = WorkLimits(),
        report: @escaping @Sendable (StoredWork, WorkOutcome) -> Void = { _, _ in }
    ) throws {
        if let missing = engine.blueprint.missingPerformers.first { throw Mistake(missing) }
        self.engine = engine
        self.limits = limits
        self.report = report
        holder = Base64URL.encode(engine.identifiers.bytes(9))
        threads =
            engine.threads == nil
            ? nil : ThreadPool(limit: limits.performerThreads, secondsToWait: engine.limits.secondsWaitingForSlot)
        var slots = [
            WorkQueue.timers: QueueSlots(
                capacity: limits.timersAtOnce,
                seconds: engine.limits.handlerSeconds,
                isBatched: true
            )
        ]
        for performer in engine.blueprint.performers.values {
            slots[.jobs(performer.name)] = QueueSlots(capacity: performer.concurrency, seconds: performer.seconds)
        }
        state = Mutex(State(slots: slots))
    }

    /// Starts with the work that is due and continues until the worker is stopped or released.
    public func start() {
        state.withLock { $0.isStarted = true }
        engine.workNotifier.onNotice { [weak self] notice in
            switch notice {
            case .work(let work): self?.expect(work)
            case .due(let moment): self?.expectWork(at: moment)
            }
        }
        poll()
    }

    /// Leases no more work, and waits at most this many seconds for running attempts to end. Attempts that are still
    /// running after that are repeated when their leases have expired.
    public func stop(withinSeconds seconds: Double) async {
        state.withLock { $0.isStopped = true }
        _ = await engine.deadline(seconds: seconds, in: nil).run {
            await self.settled()
        }
    }

    /// Ended attempts by outcome, and running attempts.
    public var counts: [WorkCount] {
        state.withLock { state in
            let ended = state.counts.map { WorkCount(key: $0, count: $1) }
            let running = state.slots.map { queue, slots in
                WorkCount(key: WorkCount.Key(queue: queue, outcome: nil), count: slots.running)
            }
            return ended + running
        }
    }

    /// Executes all work that is due, and returns when no attempt runs any more. A worker that was not started executes
    /// no other work.
    package func runDueWork() async {
        poll()
        await settled()
    }

    private func settled() async {
        await withCheckedContinuation { waiter in
            let isIdle = state.withLock { state in
                if !state.isIdle { state.idleWaiters.append(waiter) }
                return state.isIdle
            }
            if isIdle { waiter.resume() }
        }
    }

    func end(_ work: StoredWork, _ outcome: WorkOutcome) {
        state.withLock { $0.counts[WorkCount.Key(queue: work.item.queue, outcome: outcome.kind), default: 0] += 1 }
        report(work, outcome)
        if case .again(let moment, _) = outcome { setAlarm(moment) }
    }
}

/// The slots that a worker has for one queue: how many attempts run at a time.
struct QueueSlots {
    let capacity: Int
    let seconds: Double
    /// While more work is due, fetch it only after half of the slots are free. Timers take milliseconds each, so
    /// fetching them one by one would cost more than delivering them. Jobs are not batched: if more than half of the
    /// slots held jobs that hang, the other slots would stay empty.
    var isBatched = false
    var running = 0
    /// Whether the last fetch filled all the free slots.
    private var isMoreWaiting = false

    init(capacity: Int, seconds: Double, isBatched: Bool = false) {
        self.capacity = capacity
        self.seconds = seconds
        self.isBatched = isBatched
    }

    var freeSlots: Int { isBatched && isMoreWaiting && running > capacity / 2 ? 0 : capacity - running }

    var mayFetchMore: Bool { isMoreWaiting && freeSlots > 0 }

    mutating func take(_ count: Int, ofAsked asked: Int) {
        running += count
        isMoreWaiting = count == asked
    }
}

/// Notifies the worker of committed work, which saves frequent polling.
final class WorkNotifier: Sendable {
    private let listener = Mutex<(@Sendable (Notice) -> Void)?>(nil)

    enum Notice {
        /// This work was added or is retried. It may be due later.
        case work(StoredWork)
        /// Another node's work may be due at this time.
        case due(Date)
    }

    func onNotice(_ listener: @escaping @Sendable (Notice) -> Void) { self.listener.withLock { $0 = listener } }

    func notify(_ session: String, _ changes: [WorkChange]) {
        for case .add(let item) in changes { notify(StoredWork(session: session, item: item)) }
    }

    /// Notifies of a timer or job that was added or is retried. It may be due later.
    func notify(_ work: StoredWork) { listener.withLock(\.self)?(.work(work)) }

    /// Notifies of a time at which another node's work may be due.
    func notify(at due: Date) { listener.withLock(\.self)?(.due(due)) }
}
