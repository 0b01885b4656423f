import Synchronization

/// What a node keeps because others write to the same store.
final class OtherNodes: Sendable {
    let sharing: any SharedStore
    /// By which the others tell this node's duties from their own.
    let name: String
    private let state = Mutex(State())

    private struct State {
        var watched: [String: LiveSession] = [:]
        var changes = 0
        var hasLooked = false
        var hasMissed = false
        var statistics = NodeStatistics()
    }

    init(_ sharing: any SharedStore, name: String) {
        self.sharing = sharing
        self.name = name
    }

    /// A session of which somebody wants to hear.
    func watch(_ live: LiveSession) { state.withLock { $0.watched[live.id] = live } }

    /// The sessions of which somebody wants to hear, in the order of their ids; those nobody does any more are forgotten.
    func takeStock() -> [LiveSession] {
        state.withLock { state in
            state.watched = state.watched.filter { $0.value.isWatched }
            return state.watched.values.sorted { $0.id < $1.id }
        }
    }

    /// What it came to so far.
    var statistics: NodeStatistics { state.withLock(\.statistics) }

    /// A change is made again.
    func countLostRace() { state.withLock { $0.statistics.lostRaces += 1 } }

    /// A session was found to have been changed.
    func countCatchUp() {
        state.withLock { state in
            state.changes += 1
            state.statistics.catchUps += 1
        }
    }

    /// Another node has changed a session.
    func countChange() { state.withLock { $0.changes += 1 } }

    /// Something may have been missed: whether to look at once. Once between two regular looks, which see to the rest:
    /// what comes again and again, from a node whose notices this build cannot read, say, must not be all that is done.
    func mayLookNow() -> Bool {
        state.withLock { state in
            defer { state.hasLooked = true }
            state.hasMissed = state.hasMissed || state.hasLooked
            return !state.hasLooked
        }
    }

    /// A regular look begins: whether something was missed that nobody has looked for.
    func beginRegularLook() -> Bool {
        state.withLock { state in
            defer { (state.hasLooked, state.hasMissed) = (false, false) }
            return state.hasMissed
        }
    }

    /// How many changes there were since the last time.
    func takeChanges() -> Int {
        state.withLock { state in
            defer { state.changes = 0 }
            return state.changes
        }
    }
}
