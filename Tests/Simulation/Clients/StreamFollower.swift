import Fairway
import FairwayWire
import Synchronization

/// Reads a session's stream, and subscribes again when a process ends.
final class StreamFollower: Sendable {
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
        guard simulation.environment.dice.chance(of: 2) else { return }
        var last = 0
        while !state.withLock(\.isStopped), simulation.environment.violation == nil {
            if let server = simulation.server,
                let subscription = try? await server.engine.subscribe(session, by: Caller(.app), after: last)
            {
                server.add(subscription)
                let isLate = state.withLock { state in
                    state.subscription = subscription
                    return state.isStopped
                }
                if isLate || !simulation.environment.isAlive(server.number) { subscription.cancel() }
                last = await read(subscription, of: server, after: last)
            }
            await simulation.environment.pause(1_000)
        }
    }

    /// Reads the subscription to its end. Returns the last revision.
    private func read(_ subscription: Subscription, of server: SimulatedServer, after last: Int) async -> Int {
        let environment = simulation.environment
        var previous: StateDocument?
        while case .state(let document)? = await subscription.next(), environment.isAlive(server.number) {
            environment.history.note("followed \(session) \(document.revision)")
            simulation.observations.see(document)
            environment.require(
                document.revision > previous?.revision ?? last,
                "revision \(document.revision) of \(session) came after \(previous?.revision ?? last)"
            )
            if let previous, document.revision == previous.revision + 1, let before = previous.navigation {
                environment.require(
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
