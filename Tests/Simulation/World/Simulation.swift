import Fairway
import FairwayTesting
import Synchronization

/// One run of the engine, its worker and a store, under a few clients and in bad weather: all of it from one seed.
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
    /// More than this many steps, and it goes round in circles.
    private static let mostSteps = 1_000_000

    private struct State {
        var crew: Crew?
        var sessions: [String] = []
        var numbers = 0
        var crashes = 0
        var isDone = false
    }

    /// A simulation; of a store that has a flaw, to see it noticed.
    init(_ seed: Seed, flaw: Flaw? = nil, keepsLines: Bool = false) {
        self.seed = seed
        self.flaw = flaw
        outside = Outside(seed, keepsLines: keepsLines)
        observations = Observations(outside)
    }

    /// What came of a run.
    struct Report: Hashable, Sendable {
        var seed: Seed
        /// What happened, as one number.
        var hash: UInt64
        var events: Int
        var requests: Int
        var crashes: Int
        /// What was not as it has to be.
        var violation: String?
    }

    /// Runs it, on the caller's thread.
    func run() -> Report {
        begin()
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

    /// The process that runs now.
    var crew: Crew? { state.withLock(\.crew) }

    /// The sessions that clients were given.
    var sessions: [String] { state.withLock(\.sessions) }

    /// A session that a client was given.
    func add(_ session: String) { state.withLock { $0.sessions.append(session) } }

    /// A number that no other request has.
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
        await settle()
        // What is stored is all there is.
        crash()
        await Inventory(self).take()
    }

    /// Waits until all timers have rung and all jobs are done.
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
            state.withLock { $0.crew = crew }
        } catch {
            outside.violate("a process cannot begin: \(error)")
        }
    }

    /// Lets go of everything: what is still under way belongs to a process that is no more, and comes to its end.
    private func leave() {
        outside.endProcess()
        crew?.cutOff()
        state.withLock { $0.crew = nil }
        _ = outside.scheduler.run(mostSteps: Self.mostSteps, until: { false }, between: {})
    }

    private func crash() {
        let crew = crew
        outside.endProcess()
        state.withLock { $0.crashes += 1 }
        begin()
        crew?.cutOff()
    }

    /// What happens between any two steps.
    private func interfere() {
        let (weather, dice) = (outside.weather, outside.dice)
        if outside.happens(onceIn: weather.crashes) { crash() }
        if outside.happens(onceIn: weather.evictions) { crew?.engine.dropIdleSessions() }
        if outside.happens(onceIn: weather.jumps) {
            outside.clock.jump(milliseconds: dice.roll(-120_000...120_000))
        }
        if outside.happens(onceIn: weather.outages) { outside.beginOutage(milliseconds: dice.roll(1...20_000)) }
    }
}
