import Fairway
import FairwayDoubles
import Synchronization

/// A run of one or more nodes, a store and a few clients under random faults. A seed determines the entire run.
///
/// ```swift
/// let report = Simulation(Seed(42)).run()      // the same seed, the same history
/// ```
final class Simulation: Sendable {
    let environment: SimulationEnvironment
    let observations: Observations
    private let seed: Seed
    private let flaw: Flaw?
    private let identifiers = CountedIdentifiers()
    private let state = Mutex(State())

    private static let clients = 3
    /// The number of steps after which a run is considered endless.
    private static let mostSteps = 1_000_000

    private struct State {
        var servers: [SimulatedServer] = []
        var sessions: [String] = []
        var numbers = 0
        var crashes = 0
        var isDone = false
    }

    /// Creates a simulation, optionally with a defect that it should detect.
    init(_ seed: Seed, flaw: Flaw? = nil, keepsLines: Bool = false) {
        self.seed = seed
        self.flaw = flaw
        environment = SimulationEnvironment(seed, keepsLines: keepsLines)
        observations = Observations(environment)
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
        for _ in 0..<environment.rates.nodes { begin() }
        let task = Task(executorPreference: environment.scheduler) {
            await self.play()
            self.state.withLock { $0.isDone = true }
        }
        let ended = environment.scheduler.run(
            mostSteps: Self.mostSteps,
            until: { state.withLock(\.isDone) },
            between: interfere
        )
        if !ended { environment.violate("the run stalled or exceeded \(Self.mostSteps) steps") }
        task.cancel()
        defer { leave() }
        let (requests, crashes) = state.withLock { ($0.numbers, $0.crashes) }
        return Report(
            seed: seed,
            hash: environment.history.hash,
            events: environment.history.count,
            requests: requests,
            crashes: crashes,
            violation: environment.violation
        )
    }

    /// The running processes.
    private var servers: [SimulatedServer] { state.withLock(\.servers) }

    /// A random process, as behind a load balancer.
    var server: SimulatedServer? {
        let servers = servers
        return servers.count > 1 ? environment.dice.pick(servers) : servers.first
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
            for number in 1...Self.clients {
                group.addTask {
                    var client = SimulatedClient(number, self)
                    await client.run()
                }
            }
        }
        environment.history.note("calm")
        environment.isFaultFree = true
        for server in servers { server.deliver(.immediate) }
        await settle()
        // Crash all processes, because only stored data counts.
        for server in servers { crash(server) }
        await FinalCheck(self).take()
    }

    /// Waits until all timers have fired and all jobs are done.
    private func settle() async {
        for _ in 0..<600 where environment.violation == nil {
            await environment.pause(30_000)
            let open = sessions.flatMap { (try? environment.store.work($0)) ?? [] }
            if open.isEmpty { return }
        }
        environment.require(environment.violation != nil, "some timers or jobs never ran")
    }

    private func begin() {
        do {
            let server = try SimulatedServer(environment, identifiers: identifiers, flaw: flaw)
            state.withLock { $0.servers.append(server) }
        } catch {
            environment.violate("a process cannot begin: \(error)")
        }
    }

    /// Lets the remaining tasks of ended processes finish.
    private func leave() {
        for server in servers { end(server) }
        _ = environment.scheduler.run(mostSteps: Self.mostSteps, until: { false }, between: {})
    }

    private func end(_ server: SimulatedServer) {
        environment.endProcess(server.number)
        state.withLock { state in state.servers.removeAll { $0 === server } }
        server.cutOff()
    }

    private func crash(_ server: SimulatedServer) {
        end(server)
        state.withLock { $0.crashes += 1 }
        begin()
    }

    /// Injects faults between two steps.
    private func interfere() {
        let (rates, dice) = (environment.rates, environment.dice)
        if environment.happens(onceIn: rates.crashes), let server { crash(server) }
        if environment.happens(onceIn: rates.evictions) { server?.engine.dropIdleSessions() }
        if rates.nodes > 1, environment.happens(onceIn: rates.silences) {
            server?.deliver(dice.pick([.held, .lost, .immediate]) ?? .immediate)
        }
        if environment.happens(onceIn: rates.jumps) {
            environment.clock.jump(milliseconds: dice.roll(-120_000...120_000))
        }
        if environment.happens(onceIn: rates.fullDisks) { environment.fillDisk(milliseconds: dice.roll(1...20_000)) }
        if environment.happens(onceIn: rates.outages) { environment.beginOutage(milliseconds: dice.roll(1...20_000)) }
    }
}
