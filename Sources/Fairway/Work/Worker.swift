import FairwayWire
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Delivers timers and does background work, as much at a time as is allowed, in order of due time.
///
/// It takes up what is due under a lease, so that of many servers one does it. Whoever ends in the middle leaves the
/// lease behind, and somebody takes the work up again.
public final class Worker: Sendable {
    let engine: Engine
    let limits: WorkLimits
    let report: @Sendable (StoredWork, WorkOutcome) -> Void
    let holder: String
    /// Runs performers, so that they take no thread from handlers.
    let threads: ThreadPool?
    let state: Mutex<State>

    struct State {
        var desks: [WorkQueue: Desk]
        /// Timers of sessions that have one under way: they come after it, in order of due time.
        var later: [String: [StoredWork]] = [:]
        var leases = 0
        var counts: [WorkCount.Key: Int] = [:]
        var isLooking = false
        /// Whether something came up while it was looking.
        var looksAgain = false
        var isStopped = false
        /// The next moment at which it is called.
        var alarm: Date?
        var watchers: [CheckedContinuation<Void, Never>] = []

        var isIdle: Bool { !isLooking && desks.values.allSatisfy { $0.running == 0 } }

        /// Those who wait for the worker to have nothing to do, when it has nothing to do.
        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            guard isIdle else { return [] }
            defer { watchers = [] }
            return watchers
        }
    }

    /// A worker for an engine's app.
    ///
    /// - Parameters:
    ///   - engine: whose timers and background work it takes up.
    ///   - limits: what it bounds.
    ///   - report: is told what came of each attempt.
    /// - Throws: ``Mistake`` when a flow waits for a job that nobody does.
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

    /// Begins with what is due, and goes on with what will be, for as long as somebody holds the worker.
    public func start() {
        engine.bell.onRing { [weak self] ring in
            switch ring {
            case .work(let work): self?.expect(work)
            case .due(let moment): self?.expectWork(at: moment)
            }
        }
        look()
    }

    /// Takes up nothing more, and returns when nothing is under way, or after a while all the same: what then still is
    /// will be taken up again.
    public func stop(withinSeconds seconds: Double) async {
        state.withLock { $0.isStopped = true }
        _ = await engine.deadline(seconds: seconds, in: nil).run { _ in
            await self.settled()
        } expired: {
        } late: {
        }
    }

    /// How often attempts ended in which way, and how many are under way.
    public var counts: [WorkCount] {
        state.withLock { state in
            let ended = state.counts.map { WorkCount(key: $0, count: $1) }
            let running = state.desks.map { queue, desk in
                WorkCount(key: WorkCount.Key(queue: queue, outcome: nil), count: desk.running)
            }
            return ended + running
        }
    }

    /// Does what is due now, and returns when nothing is under way any more.
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

    /// Counts and tells what came of an attempt.
    func end(_ work: StoredWork, _ outcome: WorkOutcome) {
        state.withLock { $0.counts[WorkCount.Key(queue: work.item.queue, outcome: outcome.kind), default: 0] += 1 }
        report(work, outcome)
        if case .again(let moment, _) = outcome { setAlarm(moment) }
    }
}
