import FairwayWire
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Delivers timers and executes jobs in order of due time, with a limit per queue.
///
/// Work is leased, so that only one of several servers executes it. When a server stops in the middle, its lease
/// expires and another server takes the work up.
public final class Worker: Sendable {
    let engine: Engine
    let limits: WorkLimits
    let report: @Sendable (StoredWork, WorkOutcome) -> Void
    let holder: String
    /// Separate from the handlers' threads, so that performers cannot occupy those.
    let threads: ThreadPool?
    let state: Mutex<State>

    struct State {
        var desks: [WorkQueue: Desk]
        /// Timers of sessions that already have one in delivery. They follow it in order of due time.
        var later: [String: [StoredWork]] = [:]
        var leases = 0
        var counts: [WorkCount.Key: Int] = [:]
        var isLooking = false
        /// Whether a new poll was requested during the current one.
        var looksAgain = false
        var isStopped = false
        /// The next time at which the clock calls the worker.
        var alarm: Date?
        var watchers: [CheckedContinuation<Void, Never>] = []

        var isIdle: Bool { !isLooking && desks.values.allSatisfy { $0.running == 0 } }

        /// Removes the continuations that wait for idleness, if the worker is idle.
        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            guard isIdle else { return [] }
            defer { watchers = [] }
            return watchers
        }
    }

    /// A worker for an engine's app.
    ///
    /// - Parameters:
    ///   - engine: The engine whose timers and jobs are executed.
    ///   - limits: The limits of the worker.
    ///   - report: Called with the outcome of each attempt.
    /// - Throws: ``Mistake`` if a flow requests a job for which the app has no performer.
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
            ? nil : ThreadPool(limit: limits.performerThreads, secondsToWait: engine.limits.secondsInLine)
        var desks = [
            WorkQueue.timers: Desk(
                capacity: limits.timersAtOnce,
                seconds: engine.limits.handlerSeconds,
                isBatched: true
            )
        ]
        for performer in engine.blueprint.performers.values {
            desks[.jobs(performer.name)] = Desk(capacity: performer.concurrency, seconds: performer.seconds)
        }
        state = Mutex(State(desks: desks))
    }

    /// Starts with the work that is due and continues until the worker is released.
    public func start() {
        engine.bell.onRing { [weak self] ring in
            switch ring {
            case .work(let work): self?.expect(work)
            case .due(let moment): self?.expectWork(at: moment)
            }
        }
        look()
    }

    /// Takes up no more work, and waits for running attempts up to the given time. Attempts that are still running then
    /// are repeated after their leases expire.
    public func stop(withinSeconds seconds: Double) async {
        state.withLock { $0.isStopped = true }
        _ = await engine.deadline(seconds: seconds, in: nil).run { _ in
            await self.settled()
        } expired: {
        } late: {
        }
    }

    /// Ended attempts by outcome, and running attempts.
    public var counts: [WorkCount] {
        state.withLock { state in
            let ended = state.counts.map { WorkCount(key: $0, count: $1) }
            let running = state.desks.map { queue, desk in
                WorkCount(key: WorkCount.Key(queue: queue, outcome: nil), count: desk.running)
            }
            return ended + running
        }
    }

    /// Executes all work that is due, and returns when no attempt runs any more.
    package func doWhatIsDue() async {
        look()
        await settled()
    }

    private func settled() async {
        await withCheckedContinuation { watcher in
            let isIdle = state.withLock { state in
                if !state.isIdle { state.watchers.append(watcher) }
                return state.isIdle
            }
            if isIdle { watcher.resume() }
        }
    }

    /// Counts and reports the outcome of an attempt.
    func end(_ work: StoredWork, _ outcome: WorkOutcome) {
        state.withLock { $0.counts[WorkCount.Key(queue: work.item.queue, outcome: outcome.kind), default: 0] += 1 }
        report(work, outcome)
        if case .again(let moment, _) = outcome { setAlarm(moment) }
    }
}
