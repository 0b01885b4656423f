import Synchronization

/// Where the sessions that were read or written last are, by id.
///
/// Who knows that beforehand judges and writes a change in one statement. A place is a hint and no more: it may be that of a
/// transaction that was rolled back, or older than the last change, so whoever uses it compares what it says with the row.
final class SessionPlaces: Sendable {
    private static let mostInGeneration = 32_768
    private let generations = Mutex(Generations())

    /// Where a session's rows are.
    struct Place: Hashable {
        /// The number of the session itself.
        let number: Int
        /// The number of its newest entry of the journal.
        let newestEntry: Int?
        /// Of which flow the session's row says something.
        let mark: FrontFlow.Mark?
        /// Where the own row of the flow in front is, if that was met: most sessions are read without it.
        var front: Flow?
    }

    /// Where a flow's row is.
    struct Flow: Hashable {
        let node: Int
        let number: Int
    }

    private struct Generations {
        var recent: [String: Place] = [:]
        var older: [String: Place] = [:]
    }

    /// Where a session was when it was read or written last.
    subscript(session: String) -> Place? { generations.withLock { $0.recent[session] ?? $0.older[session] } }

    /// Remembers the place of a session instead of those that were not used for longest.
    func note(_ place: Place, of session: String) {
        generations.withLock { generations in
            if generations.recent.count == Self.mostInGeneration, generations.recent[session] == nil {
                // What was older gives its room to what comes.
                swap(&generations.older, &generations.recent)
                generations.recent.removeAll(keepingCapacity: true)
            }
            generations.recent[session] = place
        }
    }
}
