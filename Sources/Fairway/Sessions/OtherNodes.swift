import Synchronization

/// The state of this node in a cluster on one shared store.
final class OtherNodes: Sendable {
    let sharing: any SharedStore
    /// The name with which this node claims duties.
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

    /// Adds a session that has subscribers.
    func watch(_ live: LiveSession) { state.withLock { $0.watched[live.id] = live } }

    /// The sessions with subscribers, by id. Removes those that have none left.
    func takeStock() -> [LiveSession] {
        state.withLock { state in
            state.watched = state.watched.filter { $0.value.isWatched }
            return state.watched.values.sorted { $0.id < $1.id }
        }
    }

    /// The counters so far.
    var statistics: NodeStatistics { state.withLock(\.statistics) }

    /// Counts a change that is repeated.
    func countLostRace() { state.withLock { $0.statistics.lostRaces += 1 } }

    /// Counts a session that another node had changed.
    func countCatchUp() {
        state.withLock { state in
            state.changes += 1
            state.statistics.catchUps += 1
        }
    }

    /// Counts a change of another node.
    func countChange() { state.withLock { $0.changes += 1 } }

    /// Whether to check at once, because a notice may have been missed. True at most once between two regular checks,
    /// so that a stream of unreadable notices (from a newer build, for example) does not cause constant checking.
    func mayLookNow() -> Bool {
        state.withLock { state in
            defer { state.hasLooked = true }
            state.hasMissed = state.hasMissed || state.hasLooked
            return !state.hasLooked
        }
    }

    /// Begins a regular check. Returns whether a notice was missed since the last one without a check.
    func beginRegularLook() -> Bool {
        state.withLock { state in
            defer { (state.hasLooked, state.hasMissed) = (false, false) }
            return state.hasMissed
        }
    }

    /// The number of changes since the last call.
    func takeChanges() -> Int {
        state.withLock { state in
            defer { state.changes = 0 }
            return state.changes
        }
    }
}
