import Fairway
import FairwayDoubles
import FairwayOperators
import Synchronization

/// A process with an engine, a worker and a sweeper, until it crashes.
final class SimulatedServer: Sendable {
    let number: Int
    let engine: Engine
    private let worker: Worker
    private let sweeper: Sweeper
    private let carelessSweeper: CarelessSweeper
    private let environment: SimulationEnvironment
    private let store: MemoryStore
    private let subscriptions = Mutex<[Subscription]>([])

    /// Starts a process.
    init(_ environment: SimulationEnvironment, identifiers: CountedIdentifiers, flaw: Flaw?) throws {
        let number = environment.beginProcess()
        self.number = number
        self.environment = environment
        store = environment.openStore()
        var limits = EngineLimits()
        limits.liveSessions = 2
        let faultyStore = FaultyStore(store, interceptor: FaultInjection(environment, process: number, flaw: flaw))
        let operators = try Operators(
            Self.app(environment, number),
            store: faultyStore,
            clock: environment.clock,
            identifiers: identifiers,
            limits: limits,
            executor: environment.scheduler
        )
        engine = operators.engine
        worker = try Worker(engine)
        worker.start()
        var retention = Retention()
        // Nothing is deleted, because the final check reads everything.
        (retention.overSeconds, retention.journalSeconds, retention.replySeconds) = (1e9, 1e9, 1e9)
        retention.idleSeconds = environment.rates.idleSeconds
        sweeper = Sweeper(operators, retention, newestTime: try store.newestTime())
        carelessSweeper = CarelessSweeper(engine, faultyStore, environment)
        if flaw == .endsWithoutLookingAgain {
            carelessSweeper.sweepRegularly()
        } else {
            sweeper.sweepRegularly { _ in }
        }
    }

    private static func app(_ environment: SimulationEnvironment, _ number: Int) -> App {
        App(initial: IdleFlow()) {
            Flow(RootFlow())
            Flow(NestedFlow(0, []))
            Flow(StepsFlow(number: 0))
            Service(SimulationEnvironment.self) { _ in environment }
            Link("/flows/:number") { link, nav in
                let number = Int(try link["number"]) ?? 0
                nav.chain { NestedFlow(number, [.show("linked", .push)]) }
            }
            Performer(EchoJob.self, retry: RetryPolicy(attempts: 4)) { job, attempt in
                try await environment.perform(job, attempt, by: number)
            }
        }
    }

    /// Registers a stream that ends with the process.
    func add(_ subscription: Subscription) { subscriptions.withLock { $0.append(subscription) } }

    /// Sets the delivery of notices from other nodes.
    func deliver(_ delivery: SharedMemory.Delivery) { environment.deliver(delivery, to: store) }

    /// Ends all streams of the process.
    func cutOff() {
        deliver(.lost)
        for subscription in subscriptions.withLock(\.self) { subscription.cancel() }
    }
}
