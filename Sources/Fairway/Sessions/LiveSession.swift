import FairwayWire
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A session in memory: a cache in front of the store, which can be dropped whenever nobody is in it.
final class LiveSession: Sendable {
    let key: SessionKey
    let mailbox: Mailbox
    let dependencies: Dependencies
    let content = Mutex(Content())
    /// The cache's, and touched under its lock alone.
    nonisolated(unsafe) var usage = LiveSessions.Usage()

    struct Content {
        var state: SessionState?
        var isDoubtful = false
        /// Whether what the store may hold is another token. Says nothing where nothing is doubtful.
        var mayBeHandedOver = false
        /// The newest revision that the store has answered with: memory may be behind it.
        var answered = 0
        var subscriptions: [ObjectIdentifier: Subscription] = [:]
        /// Until when the handoff codes that were given out here are good, in monotonic seconds.
        var handoffs: [Double] = []
        /// The hour in which refusals were kept last, and how many.
        var refusals = (hour: 0, kept: 0)
        /// How many bytes of answers were kept in the hour that ends then, in monotonic seconds.
        var keptAnswers = (bytes: 0, end: 0.0)
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

        /// Tells who watches. After the end there is nothing more to tell, and who reads it late, or never, keeps the session
        /// in memory no longer.
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

    /// The state that was committed last, once it has been loaded.
    var state: SessionState? { content.withLock(\.state) }

    /// How many bytes it takes in memory; none while nothing is known of it.
    var estimatedBytes: Int {
        content.withLock { content in
            guard let state = content.state else { return 0 }
            let subscriptions = content.subscriptions.values.reduce(0) { $0 + $1.estimatedBytes }
            return state.estimatedBytes + subscriptions + MemoryEstimate.array(8 * content.handoffs.count)
        }
    }

    /// The same, unless the store may hold something newer: a commit failed, and perhaps only its answer was lost.
    var sureState: SessionState? { content.withLock { $0.isDoubtful ? nil : $0.state } }

    /// Whether the token known here may be good no longer: a handoff failed, and perhaps only its answer was lost.
    var mayBeHandedOver: Bool { content.withLock { $0.isDoubtful && $0.mayBeHandedOver } }

    /// Whether a client has been shown something newer than what is in memory, so that this is to be shown no more.
    var isBehind: Bool { content.withLock { $0.answered > $0.state?.row.revision ?? 0 } }

    /// An answer that the store has kept is given out again.
    func noteAnswered(_ revision: Int) { content.withLock { $0.answered = max($0.answered, revision) } }

    /// The state in memory is to be compared with the store's before it is used again.
    func doubt(afterHandoff isHandoff: Bool) {
        content.withLock { content in
            content.mayBeHandedOver = isHandoff || content.isDoubtful && content.mayBeHandedOver
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
    func publish(_ transition: Shared<Transition>) {
        content.withLock { content in
            content.takeIn(transition.value.state)
            // In here, because another node's revision may be told at the same time, and they are to come in order.
            if !content.subscriptions.isEmpty { content.tell(transition.value.document) }
        }
    }

    /// A subscription to what comes after a revision, unless there are as many as there may be. Whatever has been committed
    /// since is pending at once.
    func subscribe(after revision: Int, mostEffects: Int, most: Int) -> Subscription? {
        let subscription = Subscription(after: revision, mostEffects: mostEffects) { [weak self] subscription in
            self?.content.withLock { $0.subscriptions[ObjectIdentifier(subscription)] = nil }
        }
        return content.withLock { content in
            guard content.subscriptions.count < most else { return nil }
            if content.state?.row.status != .over {
                content.subscriptions[ObjectIdentifier(subscription)] = subscription
            }
            // In here, too: a later revision told meanwhile would be taken for one that this session has never had.
            if let state = content.state { subscription.begin(with: state.document) }
            return subscription
        }
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
