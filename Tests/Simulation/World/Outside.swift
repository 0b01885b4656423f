import Fairway
import FairwayTesting
import Synchronization

/// What is there whatever becomes of the server: the rows that are stored, the time, the dice, and the world that jobs
/// do something to.
final class Outside: Sendable {
    let dice: Dice
    let scheduler: Scheduler
    let clock: SimulatedClock
    let history: History
    let weather: Weather
    let store = MemoryStore()
    private let state = Mutex(State())

    private struct State {
        var generation = 0
        /// Until when commits of the process before this one may still arrive.
        var straggleEnd = 0
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
    }

    /// Which process is running: what an earlier one does leads to nothing.
    var generation: Int { state.withLock(\.generation) }

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

    /// Whether a commit of an earlier process, which it had sent off when it ended, still arrives.
    func isStraggler(_ generation: Int) -> Bool {
        state.withLock { $0.generation == generation + 1 && $0.straggleEnd > scheduler.milliseconds }
    }

    /// The process ends; the next one begins.
    func endProcess() {
        let straggles = happens(onceIn: 2)
        state.withLock { state in
            state.generation += 1
            state.straggleEnd = straggles ? scheduler.milliseconds + 2_000 : 0
        }
        history.note("crash")
    }

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
    func perform(_ haul: Haul, _ attempt: JobAttempt, by generation: Int) async throws -> String {
        if happens(onceIn: 3) { await pause(dice.roll(1...3_000)) }
        guard generation == self.generation else { throw Gone() }
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
