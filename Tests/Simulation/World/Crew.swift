import Fairway
import FairwayTesting
import Synchronization

/// One process: an engine and its worker over the stored rows, until a crash.
final class Crew: Sendable {
    let number: Int
    let engine: Engine
    private let worker: Worker
    private let subscriptions = Mutex<[Subscription]>([])

    /// A process that begins.
    init(_ outside: Outside, identifiers: CountedIdentifiers, flaw: Flaw?) throws {
        let number = outside.generation
        self.number = number
        var limits = EngineLimits()
        limits.liveSessions = 2
        engine = try Engine(
            Self.app(outside, number),
            store: FaultyStore(outside.store, interference: Passage(outside, generation: number, flaw: flaw)),
            clock: outside.clock,
            identifiers: identifiers,
            limits: limits,
            executor: outside.scheduler
        )
        worker = try Worker(engine)
        worker.start()
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

    /// Notes who follows a session, to be cut off with the process.
    func add(_ subscription: Subscription) { subscriptions.withLock { $0.append(subscription) } }

    /// The connections of a process that has ended break.
    func cutOff() { for subscription in subscriptions.withLock(\.self) { subscription.cancel() } }
}
