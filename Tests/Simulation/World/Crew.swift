import Fairway
import FairwayDoubles
import Synchronization

/// A process with an engine, a worker and a sweeper, until it crashes.
final class Crew: Sendable {
    let number: Int
    let engine: Engine
    private let worker: Worker
    private let sweeper: Sweeper
    private let carelessSweeper: CarelessSweeper
    private let outside: Outside
    private let store: MemoryStore
    private let subscriptions = Mutex<[Subscription]>([])

    /// Starts a process.
    init(_ outside: Outside, identifiers: CountedIdentifiers, flaw: Flaw?) throws {
        let number = outside.beginProcess()
        self.number = number
        self.outside = outside
        store = outside.openStore()
        var limits = EngineLimits()
        limits.liveSessions = 2
        let passage = FaultyStore(store, interference: Passage(outside, process: number, flaw: flaw))
        engine = try Engine(
            Self.app(outside, number),
            store: passage,
            clock: outside.clock,
            identifiers: identifiers,
            limits: limits,
            executor: outside.scheduler
        )
        worker = try Worker(engine)
        worker.start()
        var retention = Retention()
        // Nothing is deleted, because the final check reads everything.
        (retention.overSeconds, retention.journalSeconds, retention.replySeconds) = (1e9, 1e9, 1e9)
        retention.idleSeconds = outside.weather.idleSeconds
        sweeper = Sweeper(engine, retention, newestTime: try store.newestTime())
        carelessSweeper = CarelessSweeper(engine, passage, outside)
        if flaw == .endsWithoutLookingAgain {
            carelessSweeper.sweepRegularly()
        } else {
            sweeper.sweepRegularly { _ in }
        }
    }

    private static func app(_ outside: Outside, _ number: Int) -> App {
        App(initial: Quay()) {
            Flow(Voyage())
            Flow(Leg(0, []))
            Flow(Cabins(number: 0))
            Service(Outside.self) { _ in outside }
            Link("/legs/:number") { link, nav in
                let number = Int(try link["number"]) ?? 0
                nav.chain { Leg(number, [.show("linked", .push)]) }
            }
            Performer(Haul.self, retry: RetryPolicy(attempts: 4)) { haul, attempt in
                try await outside.perform(haul, attempt, by: number)
            }
        }
    }

    /// Registers a stream that ends with the process.
    func add(_ subscription: Subscription) { subscriptions.withLock { $0.append(subscription) } }

    /// Sets the delivery of notices from other nodes.
    func deliver(_ delivery: SharedMemory.Delivery) { outside.deliver(delivery, to: store) }

    /// Ends all streams of the process.
    func cutOff() {
        deliver(.lost)
        for subscription in subscriptions.withLock(\.self) { subscription.cancel() }
    }
}
