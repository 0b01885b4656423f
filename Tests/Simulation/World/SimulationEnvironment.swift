import Fairway
import FairwayDoubles
import Synchronization

/// The environment of the processes: stored rows, time, randomness, and an external system for jobs.
final class SimulationEnvironment: Sendable {
    let dice: Dice
    let scheduler: Scheduler
    let clock: SimulatedClock
    let history: History
    let rates: FaultRates
    /// The stored rows without injected faults.
    let store: MemoryStore
    /// The disk of a single node. Nil if several nodes share the store.
    let disk: SimulatedDisk?
    private let memory: SharedMemory?
    private let state = Mutex(State())

    private struct State {
        var processes = 0
        var alive: Set<Int> = []
        /// The time until which commits of an ended process may still arrive, by process.
        var straggleEnds: [Int: Int] = [:]
        var isFaultFree = false
        var outageEnds = 0
        var violation: String?
        /// The external ids of committed jobs and timers.
        var committed: Set<String> = []
        var performed: [String: Int] = [:]
    }

    init(_ seed: Seed, keepsLines: Bool) {
        dice = Dice(seed)
        scheduler = Scheduler(dice)
        clock = SimulatedClock(scheduler)
        history = History(keepsLines: keepsLines)
        rates = FaultRates(dice)
        memory = rates.nodes > 1 ? SharedMemory() : nil
        store = memory?.open() ?? MemoryStore()
        disk = memory == nil ? SimulatedDisk(dice, store.image) : nil
    }

    /// Registers a new process and returns its number.
    func beginProcess() -> Int {
        state.withLock { state in
            state.processes += 1
            state.alive.insert(state.processes)
            return state.processes
        }
    }

    /// Whether a process is running. Calls of an ended process have no effect.
    func isAlive(_ process: Int) -> Bool { state.withLock { $0.alive.contains(process) } }

    /// The store of one process.
    func openStore() -> MemoryStore { memory?.open() ?? store }

    /// Sets the delivery of notices to a process.
    func deliver(_ delivery: SharedMemory.Delivery, to store: MemoryStore) { memory?.deliver(delivery, to: store) }

    /// Whether faults are no longer injected.
    var isFaultFree: Bool {
        get { state.withLock(\.isFaultFree) }
        set { state.withLock { $0.isFaultFree = newValue } }
    }

    /// The first violated invariant.
    var violation: String? { state.withLock(\.violation) }

    /// How often each job was performed, by its external id.
    var performed: [String: Int] { state.withLock(\.performed) }

    /// Records a violated invariant.
    func violate(_ text: String) {
        history.note("VIOLATION \(text)")
        state.withLock { if $0.violation == nil { $0.violation = text } }
    }

    /// Records a violation unless the condition holds.
    func require(_ isSo: Bool, _ text: @autoclosure () -> String) { if !isSo { violate(text()) } }

    /// Whether a fault with this probability is injected now.
    func happens(onceIn count: Int) -> Bool { !isFaultFree && dice.chance(of: count) }

    /// Whether a commit that an ended process had sent still arrives.
    func isStraggler(_ process: Int) -> Bool {
        state.withLock { $0.straggleEnds[process] ?? 0 > scheduler.milliseconds }
    }

    /// Ends a process.
    func endProcess(_ process: Int) {
        // SQLite's file is locked until all calls of the process have ended. Only database servers get late commits.
        let straggles = rates.nodes > 1 && happens(onceIn: 2)
        state.withLock { state in
            state.alive.remove(process)
            // Commits of earlier processes no longer arrive.
            state.straggleEnds = straggles ? [process: scheduler.milliseconds + 2_000] : [:]
        }
        history.note("crash \(process)")
        guard let disk else { return }
        let (image, commit) = disk.recover()
        store.image = image
        guard let commit else { return }
        history.note("keeps \(commit.session) \(commit.row?.revision ?? 0)")
        noteCommitted(commit.work, of: commit.session)
    }

    /// Makes writes fail for a time. Reads succeed.
    func fillDisk(milliseconds: Int) {
        history.note("full \(milliseconds)")
        disk?.fill(until: scheduler.milliseconds + milliseconds)
    }

    var diskIsFull: Bool { !isFaultFree && disk?.isFull(at: scheduler.milliseconds) == true }

    /// Makes the store unreachable for a time.
    func beginOutage(milliseconds: Int) {
        history.note("outage \(milliseconds)")
        state.withLock { $0.outageEnds = scheduler.milliseconds + milliseconds }
    }

    var isOutage: Bool { !isFaultFree && state.withLock(\.outageEnds) > scheduler.milliseconds }

    /// Suspends the caller for a simulated time.
    func pause(_ milliseconds: Int) async { await scheduler.pause(milliseconds) }

    /// Records committed work.
    func noteCommitted(_ work: [WorkChange], of session: String) {
        for case .add(let item) in work { _ = state.withLock { $0.committed.insert("\(session)/\(item.id)") } }
    }

    /// Performs a job in the external system.
    func perform(_ job: EchoJob, _ attempt: JobAttempt, by process: Int) async throws -> String {
        if happens(onceIn: 3) { await pause(dice.roll(1...3_000)) }
        guard isAlive(process) else { throw Gone() }
        let isCommitted = state.withLock { state in
            state.performed[attempt.id, default: 0] += 1
            return state.committed.contains(attempt.id)
        }
        history.note("perform \(job.name) \(attempt.number)")
        require(isCommitted, "\(attempt.id) was performed before it was committed")
        if happens(onceIn: rates.declines) {
            if dice.chance(of: 3) { throw GiveUp(Text(verbatim: job.name)) }
            throw Declined(name: job.name)
        }
        return job.name
    }

    /// Thrown if the job's process has ended.
    struct Gone: Error {}

    /// Thrown if the external system rejects a job. Its description is not delivered to the flow.
    struct Declined: Error, CustomStringConvertible {
        let name: String
        var description: String { name }
    }
}
