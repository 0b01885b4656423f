import FairwayWire
import Synchronization

/// What other nodes do to a session that this one has in memory.
extension LiveSession {
    /// Whether somebody wants to hear of it.
    var isWatched: Bool { content.withLock { !$0.subscriptions.isEmpty } }

    /// Whether a revision is one of this node's.
    func isOwn(_ revision: Int) -> Bool { content.withLock { revision <= $0.own } }

    /// This node tries to commit a revision.
    func willCommit(_ revision: Int) { content.withLock { $0.own = revision } }

    /// Whether somebody has to see to it that it catches up with a revision; who does asks afterwards whether more has
    /// been heard of.
    func hear(_ revision: Int) -> Bool {
        content.withLock { content in
            guard !content.subscriptions.isEmpty, let state = content.state, state.row.revision < revision else {
                return false
            }
            content.hasHeardMore = content.isCatchingUp
            defer { content.isCatchingUp = true }
            return !content.isCatchingUp
        }
    }

    /// Whether there was more while it caught up.
    func hasHeardMore() -> Bool {
        content.withLock { content in
            defer { content.hasHeardMore = false }
            content.isCatchingUp = content.hasHeardMore
            return content.hasHeardMore
        }
    }

    /// Whether the store has another version, or the session no longer.
    func isOlder(than version: SessionVersion?) -> Bool {
        guard let state, let version else { return true }
        return state.version < version
    }

    /// Takes in what the store has, and tells who watches: the newest state, the moves that led to it from the revision
    /// before, and the instructions to the client of all revisions that came between.
    ///
    /// - Parameter entries: what happened since the revision that was known.
    /// - Returns: false when the entries are needed.
    @discardableResult
    func takeIn(_ newer: SessionState, missing entries: [JournalEntry]? = nil) -> Bool {
        let revision = newer.row.revision
        return content.withLock { content in
            guard let before = content.state, before.row.revision < revision, !content.subscriptions.isEmpty else {
                content.takeIn(newer)
                return true
            }
            guard let entries else { return false }
            content.takeIn(newer)
            guard before.row.tokenHash == newer.row.tokenHash else {
                for subscription in content.subscriptions.values { subscription.supersede() }
                content.subscriptions = [:]
                return true
            }
            let missed = entries.filter { $0.revision > before.row.revision }
            var document = newer.document
            document.moves = missed.last?.moves ?? []
            document.effects = missed.flatMap(\.effects)
            content.tell(document)
            return true
        }
    }

    /// It is in the store no longer: who watches will hear nothing more.
    func vanish() {
        let subscriptions = content.withLock { content in
            content.state = nil
            content.isDoubtful = false
            return Array(content.subscriptions.values)
        }
        for subscription in subscriptions { subscription.cancel() }
    }
}
