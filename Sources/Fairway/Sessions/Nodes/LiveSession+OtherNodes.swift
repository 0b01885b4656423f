import FairwayWire
import Synchronization

/// Changes by other nodes to a session in memory.
extension LiveSession {
    /// Whether the session has subscribers.
    var isWatched: Bool { content.withLock { !$0.subscriptions.isEmpty } }

    /// Whether this node committed the revision, or tried to.
    func isOwn(_ revision: Int) -> Bool { content.withLock { revision <= $0.own } }

    /// Records that this node tries to commit a revision.
    func willCommit(_ revision: Int) { content.withLock { $0.own = revision } }

    /// Records that another node has committed a revision. Returns true if the caller must catch up, and repeat that
    /// as long as ``takeHasNewerRevision()`` returns true.
    func noteNewer(_ revision: Int) -> Bool {
        content.withLock { content in
            guard !content.subscriptions.isEmpty, let state = content.state, state.row.revision < revision else {
                return false
            }
            content.hasNewerRevision = content.isCatchingUp
            defer { content.isCatchingUp = true }
            return !content.isCatchingUp
        }
    }

    /// Whether another notice arrived during the catch-up. If not, the catch-up ends.
    func takeHasNewerRevision() -> Bool {
        content.withLock { content in
            defer { content.hasNewerRevision = false }
            content.isCatchingUp = content.hasNewerRevision
            return content.hasNewerRevision
        }
    }

    /// Whether the store has a newer version, or no longer has the session.
    func isOlder(than version: SessionVersion?) -> Bool {
        guard let state, let version else { return true }
        return state.version < version
    }

    /// Replaces the state by the store's. Subscribers get the newest state, with the moves of the last revision and the
    /// effects of all missed revisions.
    ///
    /// - Parameter entries: The journal since the known revision.
    /// - Returns: False if the journal is needed and was not given.
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
            content.notifySubscribers(document)
            return true
        }
    }

    /// Called when the session was deleted from the store. Ends its subscriptions.
    func markDeleted() {
        let subscriptions = content.withLock { content in
            content.state = nil
            content.isUncertain = false
            return Array(content.subscriptions.values)
        }
        for subscription in subscriptions { subscription.cancel() }
    }
}
