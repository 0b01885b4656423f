import Fairway
import FairwayDoubles
import Synchronization

/// What is there whatever becomes of the server: the rows that are stored, the time, the dice, and the world that jobs
/// do something to.
final class Outside: Sendable {
    let dice: Dice
    let scheduler: Scheduler
    let clock: SimulatedClock
    let history: History
    let weather: Weather
    /// What is stored, as nobody's faults change it.
    let store: MemoryStore
    /// What lies beneath it; nil for one that several nodes share, whose disk is no node's.
    let disk: SimulatedDisk?
    private let memory: SharedMemory?
    private let state = Mutex(State())

    private struct State {
        var processes = 0
        var alive: Set<Int> = []
        /// Until when commits of processes that have ended may still arrive.
        var straggleEnds: [Int: Int] = [:]
        var isCalm = false
        var outageEnds = 0
        var violation: String?
        /// The jobs and timers that have been committed, by their ids outside.
        var committed: Set<String> = []
        var performed: [String: Int] = [:]
    }

    init(_ seed: Seed, keepsLines: Bool) {
        dice = Dice(seed)
        scheduler = Scheduler(dice)
        clock = SimulatedClock(scheduler)
        history = History(keepsLines: keepsLines)
        weather = Weather(dice)
        memory = weather.nodes > 1 ? SharedMemory() : nil
        store = memory?.open() ?? MemoryStore()
        disk = memory == nil ? SimulatedDisk(dice, store.image) : nil
    }

    /// A process begins: its number.
    func beginProcess() -> Int {
        state.withLock { state in
            state.processes += 1
            state.alive.insert(state.processes)
            return state.processes
        }
    }

    /// Whether a process is running: what one that has ended does leads to nothing.
    func isAlive(_ process: Int) -> Bool { state.withLock { $0.alive.contains(process) } }

    /// The store as one process has it.
    func openStore() -> MemoryStore { memory?.open() ?? store }

    /// What becomes of notices to a process.
    func deliver(_ delivery: SharedMemory.Delivery, to store: MemoryStore) { memory?.deliver(delivery, to: store) }

    /// Whether all faults are over.
    var isCalm: Bool {
        get { state.withLock(\.isCalm) }
        set { state.withLock { $0.isCalm = newValue } }
    }

    /// What was not as it has to be, first of all.
    var violation: String? { state.withLock(\.violation) }

    /// How often each job was performed, by its id outside.
    var performed: [String: Int] { state.withLock(\.performed) }

    /// Something is not as it has to be.
    func violate(_ text: String) {
        history.note("VIOLATION \(text)")
        state.withLock { if $0.violation == nil { $0.violation = text } }
    }

    /// Says so unless something is as it has to be.
    func require(_ isSo: Bool, _ text: @autoclosure () -> String) { if !isSo { violate(text()) } }

    /// Whether a fault comes that comes once in so many chances.
    func happens(onceIn count: Int) -> Bool { !isCalm && dice.chance(of: count) }

    /// Whether a commit of a process that has ended, which it had sent off before, still arrives.
    func isStraggler(_ process: Int) -> Bool {
        state.withLock { $0.straggleEnds[process] ?? 0 > scheduler.milliseconds }
    }

    /// A process ends.
    func endProcess(_ process: Int) {
        // A file is locked until its process has ended with all that it had under way: only a server goes on without.
        let straggles = weather.nodes > 1 && happens(onceIn: 2)
        state.withLock { state in
            state.alive.remove(process)
            // Of those before it nothing more arrives.
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

    /// Nothing can be written for so long; what is stored can be read.
    func fillDisk(milliseconds: Int) {
        history.note("full \(milliseconds)")
        disk?.fill(until: scheduler.milliseconds + milliseconds)
    }

    var diskIsFull: Bool { !isCalm && disk?.isFull(at: scheduler.milliseconds) == true }

    /// The store cannot be reached for so long.
    func beginOutage(milliseconds: Int) {
        history.note("outage \(milliseconds)")
        state.withLock { $0.outageEnds = scheduler.milliseconds + milliseconds }
    }

    var isOutage: Bool { !isCalm && state.withLock(\.outageEnds) > scheduler.milliseconds }

    /// A handler or a performer waits.
    func pause(_ milliseconds: Int) async { await scheduler.pause(milliseconds) }

    /// Work has been committed.
    func noteCommitted(_ work: [WorkChange], of session: String) {
        for case .add(let item) in work { _ = state.withLock { $0.committed.insert("\(session)/\(item.id)") } }
    }

    /// A process does something in the world.
    func perform(_ haul: Haul, _ attempt: JobAttempt, by process: Int) async throws -> String {
        if happens(onceIn: 3) { await pause(dice.roll(1...3_000)) }
        guard isAlive(process) else { throw Gone() }
        let isCommitted = state.withLock { state in
            state.performed[attempt.id, default: 0] += 1
            return state.committed.contains(attempt.id)
        }
        history.note("perform \(haul.name) \(attempt.number)")
        require(isCommitted, "\(attempt.id) was performed before it was committed")
        if happens(onceIn: weather.declines) {
            if dice.chance(of: 3) { throw GiveUp(haul.name) }
            throw Declined(name: haul.name)
        }
        return haul.name
    }

    /// The process that did it is no more.
    struct Gone: Error {}

    /// The world says no; its description is what the flow is told in the end.
    struct Declined: Error, CustomStringConvertible {
        let name: String
        var description: String { name }
    }
}
