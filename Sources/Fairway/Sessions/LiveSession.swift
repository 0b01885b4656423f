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
        var doubt: Doubt?
        var subscriptions: [ObjectIdentifier: Subscription] = [:]
    }

    init(_ id: String, mailbox: Mailbox, dependencies: Dependencies) {
        self.id = id
        self.mailbox = mailbox
        self.dependencies = dependencies
    }

    /// The state that was committed last, once it has been loaded.
    var state: SessionState? {
        get { content.withLock(\.state) }
        set {
            content.withLock { content in
                content.state = newValue
                content.doubt = nil
            }
        }
    }

    /// What is in memory is to be compared with the store's before it is used again: a commit failed, and perhaps only its
    /// answer was lost.
    var doubt: Doubt? {
        get { content.withLock(\.doubt) }
        set { content.withLock { $0.doubt = newValue } }
    }

    /// What the store may hold that is newer.
    enum Doubt {
        /// A change like any other.
        case change
        /// Another token, with which the one known here is good no longer.
        case handoff
    }

    /// Takes in what a user has typed, unless the session has gone on since.
    func setDraft(_ draft: RawJSON, _ screen: ScreenID, at revision: Int) {
        content.withLock { content in
            guard content.state?.row.revision == revision else { return }
            content.state?.setDraft(draft, screen)
        }
    }

    /// Whether anybody would notice if it were dropped.
    var isInUse: Bool { !mailbox.isIdle || content.withLock { !$0.subscriptions.isEmpty } }

    /// Makes a committed change visible to readers and subscribers.
    func publish(_ state: SessionState, _ document: StateDocument) {
        let subscriptions = content.withLock { content in
            content.state = state
            content.doubt = nil
            return Array(content.subscriptions.values)
        }
        for subscription in subscriptions { subscription.publish(document) }
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
