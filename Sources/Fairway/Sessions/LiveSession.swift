import FairwayWire
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A session in memory. It is a cache entry, and can be dropped at any time while it is not in use.
final class LiveSession: Sendable {
    let key: SessionKey
    let mailbox: Mailbox
    let dependencies: Dependencies
    let content = Mutex(Content())
    /// Belongs to the cache. Unsafe: only accessed under the cache's lock.
    nonisolated(unsafe) var usage = LiveSessions.Usage()

    struct Content {
        var state: SessionState?
        var isDoubtful = false
        /// Whether the store may have a new token after a failed commit. Only meaningful while the state is uncertain.
        var mayBeHandedOver = false
        /// The newest revision in a stored answer. The state in memory may be older.
        var answered = 0
        var subscriptions: [ObjectIdentifier: Subscription] = [:]
        /// The expiry times of the handoff codes created here, in monotonic seconds.
        var handoffs: [Double] = []
        /// The last hour in which rejections were stored, and their number.
        var refusals = (hour: 0, kept: 0)
        /// The size of the answers stored in the current hour, and the end of that hour in monotonic seconds.
        var keptAnswers = (bytes: 0, end: 0.0)
        /// The newest revision that this node has committed, or tried to.
        var own = 0
        var isCatchingUp = false
        var hasHeardMore = false

        /// Replaces the state, unless the present one is newer.
        mutating func takeIn(_ newer: SessionState) {
            if let state, state.version > newer.version { return }
            state = newer
            isDoubtful = false
        }

        /// Informs subscribers. They are removed after the end of the session, so that a slow reader does not keep it
        /// in memory.
        mutating func tell(_ document: StateDocument) {
            for subscription in subscriptions.values { subscription.publish(document) }
            if document.status == .over { subscriptions = [:] }
        }
    }

    init(_ key: SessionKey, mailbox: Mailbox, dependencies: Dependencies) {
        self.key = key
        self.mailbox = mailbox
        self.dependencies = dependencies
    }

    var id: String { key.id }

    /// The last committed state. Nil until it is loaded.
    var state: SessionState? { content.withLock(\.state) }

    /// The size in memory. 0 until the state is loaded.
    var estimatedBytes: Int {
        content.withLock { content in
            guard let state = content.state else { return 0 }
            let subscriptions = content.subscriptions.values.reduce(0) { $0 + $1.estimatedBytes }
            return state.estimatedBytes + subscriptions + MemoryEstimate.array(8 * content.handoffs.count)
        }
    }

    /// The state, unless the store may have a newer one because a commit has failed (perhaps only its answer was lost).
    var sureState: SessionState? { content.withLock { $0.isDoubtful ? nil : $0.state } }

    /// Whether the known token may be invalid because a handoff has failed (perhaps only its answer was lost).
    var mayBeHandedOver: Bool { content.withLock { $0.isDoubtful && $0.mayBeHandedOver } }

    /// Whether a client has seen a newer state than the one in memory, so that this one must not be shown any more.
    var isBehind: Bool { content.withLock { $0.answered > $0.state?.row.revision ?? 0 } }

    /// Records the revision of a stored answer that is repeated.
    func noteAnswered(_ revision: Int) { content.withLock { $0.answered = max($0.answered, revision) } }

    /// Marks the state as uncertain: it must be compared with the store's before it is used again.
    func doubt(afterHandoff isHandoff: Bool) {
        content.withLock { content in
            content.mayBeHandedOver = isHandoff || content.isDoubtful && content.mayBeHandedOver
            content.isDoubtful = true
            content.own = 0
        }
    }

    /// Sets a draft, unless the session has changed since the given revision.
    func setDraft(_ draft: RawJSON, _ screen: ScreenID, edits: Int, at revision: Int) {
        content.withLock { content in
            guard content.state?.row.revision == revision else { return }
            content.state?.setDraft(draft, screen, edits: edits)
        }
    }

    /// Replaces the state by the same revision with another draft.
    func setDraft(_ state: SessionState) { content.withLock { $0.takeIn(state) } }

    /// Whether the session has subscribers, or a change is running or waiting.
    var isInUse: Bool { !mailbox.isIdle || content.withLock { !$0.subscriptions.isEmpty } }

    /// Makes a committed change visible to readers and subscribers.
    func publish(_ transition: Shared<Transition>) {
        content.withLock { content in
            content.takeIn(transition.value.state)
            // Under the lock, so that revisions by other nodes are delivered in order.
            if !content.subscriptions.isEmpty { content.tell(transition.value.document) }
        }
    }

    /// Adds a subscription to the states after a revision. States committed since then are delivered at once. Returns
    /// nil if the session has the maximum number of subscriptions.
    func subscribe(after revision: Int, mostEffects: Int, most: Int) -> Subscription? {
        let subscription = Subscription(after: revision, mostEffects: mostEffects) { [weak self] subscription in
            self?.content.withLock { $0.subscriptions[ObjectIdentifier(subscription)] = nil }
        }
        return content.withLock { content in
            guard content.subscriptions.count < most else { return nil }
            if content.state?.row.status != .over {
                content.subscriptions[ObjectIdentifier(subscription)] = subscription
            }
            // Under the lock: a newer revision that is published between would otherwise appear as one from the future.
            if let state = content.state { subscription.begin(with: state.document) }
            return subscription
        }
    }

    /// Ends the subscriptions of the device that has handed the session over.
    func supersede() {
        let subscriptions = content.withLock { content in
            let subscriptions = Array(content.subscriptions.values)
            content.subscriptions = [:]
            return subscriptions
        }
        for subscription in subscriptions { subscription.supersede() }
    }
}
