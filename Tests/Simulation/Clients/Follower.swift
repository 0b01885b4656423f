import Fairway
import FairwayWire
import Synchronization

/// Follows a session across processes, as a stream's client does.
final class Follower: Sendable {
    private let simulation: Simulation
    private let session: String
    private let state = Mutex(State())

    private struct State {
        var isStopped = false
        var subscription: Subscription?
    }

    init(_ simulation: Simulation, _ session: String) {
        self.simulation = simulation
        self.session = session
    }

    func stop() {
        let subscription = state.withLock { state in
            state.isStopped = true
            return state.subscription
        }
        subscription?.cancel()
    }

    /// Follows the session until `stop()`.
    func follow() async {
        guard simulation.outside.dice.chance(of: 2) else { return }
        var last = 0
        while !state.withLock(\.isStopped), simulation.outside.violation == nil {
            if let crew = simulation.crew,
                let subscription = try? await crew.engine.subscribe(session, by: Caller(.operator), after: last)
            {
                crew.add(subscription)
                let isLate = state.withLock { state in
                    state.subscription = subscription
                    return state.isStopped
                }
                if isLate || !simulation.outside.isAlive(crew.number) { subscription.cancel() }
                last = await read(subscription, of: crew, after: last)
            }
            await simulation.outside.pause(1_000)
        }
    }

    /// Reads the subscription to its end. Returns the last revision.
    private func read(_ subscription: Subscription, of crew: Crew, after last: Int) async -> Int {
        let outside = simulation.outside
        var previous: StateDocument?
        while case .state(let document)? = await subscription.next(), outside.isAlive(crew.number) {
            outside.history.note("followed \(session) \(document.revision)")
            simulation.observations.see(document)
            outside.require(
                document.revision > previous?.revision ?? last,
                "revision \(document.revision) of \(session) came after \(previous?.revision ?? last)"
            )
            if let previous, document.revision == previous.revision + 1, let before = previous.navigation {
                outside.require(
                    before.applying(document.moves, toward: document.navigation) == document.navigation,
                    "the moves to revision \(document.revision) of \(session), as followed, do not lead there"
                )
            }
            if let previous {
                simulation.observations.follow(session, from: previous.revision, to: document.revision)
            }
            previous = document
        }
        return previous?.revision ?? last
    }
}
