import FairwayWire
import Synchronization

/// A session in memory: a cache in front of the store, which can be dropped whenever nobody is in it.
final class LiveSession: Sendable {
    let id: String
    let mailbox: Mailbox
    let dependencies: Dependencies
    private let content = Mutex(Content())

    private struct Content {
        var state: SessionState?
        var isDoubtful = false
        var subscriptions: [ObjectIdentifier: Subscription] = [:]
        /// The newest revision that this node has committed, or tries to.
        var own = 0
        var isCatchingUp = false
        var hasHeardMore = false

        /// Takes in a state, unless a newer one is there already.
        mutating func takeIn(_ newer: SessionState) {
            if let state, state.version > newer.version { return }
            state = newer
            isDoubtful = false
        }
    }

    init(_ id: String, mailbox: Mailbox, dependencies: Dependencies) {
        self.id = id
        self.mailbox = mailbox
        self.dependencies = dependencies
    }

    /// The state that was committed last, once it has been loaded.
    var state: SessionState? { content.withLock(\.state) }

    /// Whether the store may hold something newer: a commit failed, and perhaps only its answer was lost.
    var isDoubtful: Bool { content.withLock(\.isDoubtful) }

    /// The state in memory is to be compared with the store's before it is used again.
    func doubt() {
        content.withLock { content in
            content.isDoubtful = true
            content.own = 0
        }
    }

    /// Takes in what a user has typed, unless the session has gone on since.
    func setDraft(_ draft: RawJSON, _ screen: ScreenID, edits: Int, at revision: Int) {
        content.withLock { content in
            guard content.state?.row.revision == revision else { return }
            content.state?.setDraft(draft, screen, edits: edits)
        }
    }

    /// Takes in the same revision with another draft.
    func setDraft(_ state: SessionState) { content.withLock { $0.takeIn(state) } }

    /// Whether anybody would notice if it were dropped.
    var isInUse: Bool { !mailbox.isIdle || content.withLock { !$0.subscriptions.isEmpty } }

    /// Makes a committed change visible to readers and subscribers.
    func publish(_ state: SessionState, _ document: StateDocument) {
        let subscriptions = content.withLock { content in
            content.takeIn(state)
            return Array(content.subscriptions.values)
        }
        for subscription in subscriptions { subscription.publish(document) }
    }

    // MARK: Other nodes

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
        let (revision, document) = (newer.row.revision, newer.document)
        let news: (subscriptions: [Subscription], document: StateDocument, isSuperseded: Bool)? = content.withLock {
            content in
            guard let before = content.state, before.row.revision < revision, !content.subscriptions.isEmpty else {
                content.takeIn(newer)
                return ([], document, false)
            }
            guard let entries else { return nil }
            var document = document
            let missed = entries.filter { $0.revision > before.row.revision && $0.revision <= revision }
            document.moves = missed.last?.moves ?? []
            document.effects = missed.flatMap(\.effects)
            content.takeIn(newer)
            let subscriptions = Array(content.subscriptions.values)
            let isSuperseded = before.row.tokenHash != newer.row.tokenHash
            if isSuperseded { content.subscriptions = [:] }
            return (subscriptions, document, isSuperseded)
        }
        guard let news else { return false }
        for subscription in news.subscriptions {
            if news.isSuperseded { subscription.supersede() } else { subscription.publish(news.document) }
        }
        return true
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

    /// A subscription to what comes after a revision. Whatever has been committed since is pending at once.
    func subscribe(after revision: Int) -> Subscription {
        let subscription = Subscription(after: revision) { [weak self] subscription in
            self?.content.withLock { $0.subscriptions[ObjectIdentifier(subscription)] = nil }
        }
        let state = content.withLock { content in
            content.subscriptions[ObjectIdentifier(subscription)] = subscription
            return content.state
        }
        if let state { subscription.begin(with: state.document) }
        return subscription
    }

    /// Ends the subscriptions of the device that the session was handed over from.
    func supersede() {
        let subscriptions = content.withLock { content in
            let subscriptions = Array(content.subscriptions.values)
            content.subscriptions = [:]
            return subscriptions
        }
        for subscription in subscriptions { subscription.supersede() }
    }
}
