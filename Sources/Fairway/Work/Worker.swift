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
    private let holder: String
    private let state: Mutex<State>

    private struct State {
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
        await engine.deadline(seconds: seconds).run {
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

    // MARK: Looking for work

    private func expect(_ work: StoredWork) {
        guard state.withLock({ $0.desks[work.item.queue] }) != nil else {
            let advice = "nobody does it: add Performer(\(work.item.name).self) { … } to the app."
            return report(work, .again(at: work.item.due, error: advice))
        }
        if let next = work.progress.next { expectWork(at: next) }
    }

    private func expectWork(at moment: Date) {
        if moment <= engine.clock.now { look() } else { setAlarm(moment) }
    }

    private func setAlarm(_ moment: Date) {
        let isEarlier = state.withLock { state in
            guard !state.isStopped, state.alarm.map({ moment < $0 }) ?? true else { return false }
            state.alarm = moment
            return true
        }
        guard isEarlier else { return }
        engine.clock.after(max(0, moment.timeIntervalSince(engine.clock.now))) { [weak self] in
            guard let self else { return }
            let isCurrent = state.withLock { state in
                defer { if state.alarm == moment { state.alarm = nil } }
                return state.alarm == moment
            }
            // An alarm that an earlier one has taken the place of is set again by what the earlier one finds.
            if isCurrent { look() }
        }
    }

    private func look() {
        let begins = state.withLock { state in
            guard !state.isStopped else { return false }
            state.looksAgain = state.isLooking
            defer { state.isLooking = true }
            return !state.isLooking
        }
        guard begins else { return }
        Task(executorPreference: engine.executor) {
            repeat { await self.takeUpWhatIsDue() } while self.looksAgain()
        }
    }

    private func looksAgain() -> Bool {
        let (again, watchers) = state.withLock { state in
            let again = state.looksAgain && !state.isStopped
            state.looksAgain = false
            state.isLooking = again
            return (again, state.takeWatchers())
        }
        for watcher in watchers { watcher.resume() }
        return again
    }

    private func takeUpWhatIsDue() async {
        setAlarm(engine.clock.now.addingTimeInterval(limits.secondsBetweenLooks))
        do throws(StoreError) {
            while true {
                let free = state.withLock { state in
                    state.isStopped ? [:] : state.desks.filter { $0.value.freeSlots > 0 }
                }
                guard !free.isEmpty, let next = try await engine.store.nextWork(in: Array(free.keys)) else { return }
                let now = engine.clock.now
                guard next <= now else { return setAlarm(next) }
                guard try await takeUp(free, at: now) else { return }
            }
        } catch {
            // The alarm above is the next try.
        }
    }

    /// Whether there was anything.
    private func takeUp(_ free: [WorkQueue: Desk], at now: Date) async throws(StoreError) -> Bool {
        let number = state.withLock { state in
            state.leases += 1
            return state.leases
        }
        let slots = free.mapValues { desk in
            WorkLease.Slots(desk.freeSlots, until: now.addingTimeInterval(desk.seconds + limits.leaseSeconds))
        }
        let taken = try await engine.store.lease(WorkLease(slots: slots, holder: "\(holder).\(number)", now: now))
        let perQueue = Dictionary(grouping: taken, by: \.item.queue).mapValues(\.count)
        let isStopped = state.withLock { state in
            guard !state.isStopped else { return true }
            for (queue, slots) in slots { state.desks[queue]?.take(perQueue[queue] ?? 0, ofAsked: slots.count) }
            return false
        }
        if isStopped {
            for work in taken { await giveBack(work) }
            return false
        }
        for work in taken { begin(work) }
        return !taken.isEmpty
    }

    private func begin(_ work: StoredWork) {
        guard work.item.kind == .timer else {
            Task(executorPreference: engine.executor) { await self.attempt(work) { self.leave(work) } }
            return
        }
        let isFirst = state.withLock { state in
            guard state.later[work.session] == nil else {
                state.later[work.session]?.append(work)
                return false
            }
            state.later[work.session] = []
            return true
        }
        guard isFirst else { return }
        Task(executorPreference: engine.executor) {
            var next: StoredWork? = work
            while let work = next {
                await self.attempt(work) {}
                next = self.state.withLock { state in
                    guard state.later[work.session]?.isEmpty == false else {
                        state.later[work.session] = nil
                        return nil
                    }
                    return state.later[work.session]?.removeFirst()
                }
                self.leave(work)
            }
        }
    }

    /// Counts and tells what came of an attempt.
    func end(_ work: StoredWork, _ outcome: WorkOutcome) {
        state.withLock { $0.counts[WorkCount.Key(queue: work.item.queue, outcome: outcome.name), default: 0] += 1 }
        report(work, outcome)
        if case .again(let moment, _) = outcome { setAlarm(moment) }
    }

    /// Makes room on a desk, once nothing of an attempt goes on any more.
    private func leave(_ work: StoredWork) {
        let looks = state.withLock { state in
            state.desks[work.item.queue]?.running -= 1
            return state.desks[work.item.queue]?.looksForMore ?? false
        }
        // Before anybody is told that nothing goes on: that is not so where it looks for more.
        if looks { look() }
        for watcher in state.withLock({ $0.takeWatchers() }) { watcher.resume() }
    }
}

/// Where the work of one queue is done: so much at a time.
private struct Desk {
    let capacity: Int
    /// How long one attempt may take.
    let seconds: Double
    /// Whether it is cleared by half before more is fetched: timers take but a moment each, and asking the store for one
    /// at a time would take as long. A job that hangs must not keep the places beside it empty.
    var isBatched = false
    var running = 0
    /// Whether there was more than could be taken.
    private var isMoreWaiting = false

    init(capacity: Int, seconds: Double, isBatched: Bool = false) {
        self.capacity = capacity
        self.seconds = seconds
        self.isBatched = isBatched
    }

    var freeSlots: Int { isBatched && isMoreWaiting && running > capacity / 2 ? 0 : capacity - running }

    var looksForMore: Bool { isMoreWaiting && freeSlots > 0 }

    mutating func take(_ count: Int, ofAsked asked: Int) {
        running += count
        isMoreWaiting = count == asked
    }
}
