import Fairway
import FairwayDoubles
import Synchronization

/// A run of one or more nodes, a store and a few clients under random faults. A seed determines the entire run.
///
/// ```swift
/// let report = Simulation(Seed(42)).run()      // the same seed, the same history
/// ```
final class Simulation: Sendable {
    let outside: Outside
    let observations: Observations
    private let seed: Seed
    private let flaw: Flaw?
    private let identifiers = CountedIdentifiers()
    private let state = Mutex(State())

    private static let travellers = 3
    /// The bound for endless loops.
    private static let mostSteps = 1_000_000

    private struct State {
        var crews: [Crew] = []
        var sessions: [String] = []
        var numbers = 0
        var crashes = 0
        var isDone = false
    }

    /// Creates a simulation, optionally with a defect that it should detect.
    init(_ seed: Seed, flaw: Flaw? = nil, keepsLines: Bool = false) {
        self.seed = seed
        self.flaw = flaw
        outside = Outside(seed, keepsLines: keepsLines)
        observations = Observations(outside)
    }

    /// The result of a run.
    struct Report: Hashable, Sendable {
        var seed: Seed
        /// The hash of the history.
        var hash: UInt64
        var events: Int
        var requests: Int
        var crashes: Int
        /// The first violated invariant.
        var violation: String?
    }

    /// Runs the simulation on the calling thread.
    func run() -> Report {
        for _ in 0..<outside.weather.nodes { begin() }
        let task = Task(executorPreference: outside.scheduler) {
            await self.play()
            self.state.withLock { $0.isDone = true }
        }
        let ended = outside.scheduler.run(
            mostSteps: Self.mostSteps,
            until: { state.withLock(\.isDone) },
            between: interfere
        )
        if !ended { outside.violate("nothing goes on, or everything for ever") }
        task.cancel()
        defer { leave() }
        let (requests, crashes) = state.withLock { ($0.numbers, $0.crashes) }
        return Report(
            seed: seed,
            hash: outside.history.hash,
            events: outside.history.count,
            requests: requests,
            crashes: crashes,
            violation: outside.violation
        )
    }

    /// The running processes.
    private var crews: [Crew] { state.withLock(\.crews) }

    /// A random process, as behind a load balancer.
    var crew: Crew? {
        let crews = crews
        return crews.count > 1 ? outside.dice.pick(crews) : crews.first
    }

    /// The sessions that clients have started.
    var sessions: [String] { state.withLock(\.sessions) }

    func add(_ session: String) { state.withLock { $0.sessions.append(session) } }

    /// A unique request number.
    func makeNumber() -> Int {
        state.withLock { state in
            state.numbers += 1
            return state.numbers
        }
    }

    private func play() async {
        await withTaskGroup { group in
            for number in 1...Self.travellers {
                group.addTask {
                    var traveller = Traveller(number, self)
                    await traveller.travel()
                }
            }
        }
        outside.history.note("calm")
        outside.isCalm = true
        for crew in crews { crew.deliver(.immediate) }
        await settle()
        // Crash all processes, because only stored data counts.
        for crew in crews { crash(crew) }
        await Inventory(self).take()
    }

    /// Waits until all timers have fired and all jobs are done.
    private func settle() async {
        for _ in 0..<600 where outside.violation == nil {
            await outside.pause(30_000)
            let open = sessions.flatMap { (try? outside.store.work($0)) ?? [] }
            if open.isEmpty { return }
        }
        outside.require(outside.violation != nil, "there is work that is never done")
    }

    private func begin() {
        do {
            let crew = try Crew(outside, identifiers: identifiers, flaw: flaw)
            state.withLock { $0.crews.append(crew) }
        } catch {
            outside.violate("a process cannot begin: \(error)")
        }
    }

    /// Lets the remaining tasks of ended processes finish.
    private func leave() {
        for crew in crews { end(crew) }
        _ = outside.scheduler.run(mostSteps: Self.mostSteps, until: { false }, between: {})
    }

    private func end(_ crew: Crew) {
        outside.endProcess(crew.number)
        state.withLock { state in state.crews.removeAll { $0 === crew } }
        crew.cutOff()
    }

    private func crash(_ crew: Crew) {
        end(crew)
        state.withLock { $0.crashes += 1 }
        begin()
    }

    /// Injects faults between two steps.
    private func interfere() {
        let (weather, dice) = (outside.weather, outside.dice)
        if outside.happens(onceIn: weather.crashes), let crew { crash(crew) }
        if outside.happens(onceIn: weather.evictions) { crew?.engine.dropIdleSessions() }
        if weather.nodes > 1, outside.happens(onceIn: weather.silences) {
            crew?.deliver(dice.pick([.held, .lost, .immediate]) ?? .immediate)
        }
        if outside.happens(onceIn: weather.jumps) {
            outside.clock.jump(milliseconds: dice.roll(-120_000...120_000))
        }
        if outside.happens(onceIn: weather.fullDisks) { outside.fillDisk(milliseconds: dice.roll(1...20_000)) }
        if outside.happens(onceIn: weather.outages) { outside.beginOutage(milliseconds: dice.roll(1...20_000)) }
    }
}
