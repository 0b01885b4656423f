import FairwayWire
import Foundation
import Synchronization

/// A session in memory. It is a cache entry, and can be dropped at any time while it is not in use.
final class LiveSession: Sendable {
    let key: LiveSessionKey
    let mailbox: SessionMailbox
    let dependencies: Dependencies
    let content = Mutex(Content())
    /// Whether this node has held signals of the session since its last change. Only a hint for the worker, which also looks
    /// for due work from time to time.
    private let holdsSignals = Atomic<Bool>(false)
    /// The cache's bookkeeping about this session. Unsafe: accessed only under the cache's lock.
    nonisolated(unsafe) var usage = LiveSessions.Usage()

    struct Content {
        var state: SessionState?
        var isUncertain = false
        /// Whether the store may have a new token after a failed commit. Only meaningful while the state is uncertain.
        var mayHaveNewToken = false
        /// The newest revision that a client has seen in a replayed answer. The state in memory may be older.
        var answered = 0
        var subscriptions: [ObjectIdentifier: Subscription] = [:]
        /// The expiry times of the handoff codes created here, in monotonic seconds.
        var handoffs: [Double] = []
        /// The current hour and the number of rejections stored in it.
        var refusals = (hour: 0, kept: 0)
        /// The size of the answers stored in the current hour, and the end of that hour in monotonic seconds.
        var keptAnswers = (bytes: 0, end: 0.0)
        /// The newest revision that this node has committed, or tried to.
        var own = 0
        var isCatchingUp = false
        var hasNewerRevision = false

        /// Replaces the state, unless the present one is newer.
        mutating func takeIn(_ newer: SessionState) {
            if let state, state.version > newer.version { return }
            state = newer
            isUncertain = false
        }

        /// Informs subscribers. After the end of the session they are removed; otherwise a slow reader would keep the
        /// session in memory.
        mutating func notifySubscribers(_ document: StateDocument) {
            for subscription in subscriptions.values { subscription.publish(document) }
            if document.status == .over { subscriptions = [:] }
        }
    }

    init(_ key: LiveSessionKey, mailbox: SessionMailbox, dependencies: Dependencies) {
        self.key = key
        self.mailbox = mailbox
        self.dependencies = dependencies
    }

    var id: String { key.id }

    func noteHeldSignal() { holdsSignals.store(true, ordering: .relaxed) }

    /// Whether signals were held. They are due after the change that asks.
    func takeHeldSignals() -> Bool {
        holdsSignals.load(ordering: .relaxed) && holdsSignals.exchange(false, ordering: .relaxed)
    }

    /// The last committed state. Nil until it is loaded.
    var state: SessionState? { content.withLock(\.state) }

    /// Whether the session is a sandbox. False until it is loaded.
    var isSandbox: Bool { state?.isSandbox ?? false }

    /// The size in memory. 0 until the state is loaded.
    var estimatedBytes: Int {
        content.withLock { content in
            guard let state = content.state else { return 0 }
            let subscriptions = content.subscriptions.values.reduce(0) { $0 + $1.estimatedBytes }
            return state.estimatedBytes + subscriptions + MemoryEstimate.array(8 * content.handoffs.count)
        }
    }

    /// The state. Nil after a failed commit: the store may have applied it, if only its answer was lost.
    var certainState: SessionState? { content.withLock { $0.isUncertain ? nil : $0.state } }

    /// Whether the known token may be invalid: a commit that replaces it has failed, but the store may have applied it.
    var mayHaveNewToken: Bool { content.withLock { $0.isUncertain && $0.mayHaveNewToken } }

    /// Whether a client has seen a newer state than the one in memory. Then the state in memory must not be shown any
    /// more.
    var isBehind: Bool { content.withLock { $0.answered > $0.state?.row.revision ?? 0 } }

    /// Records the revision of a replayed answer.
    func recordAnswer(_ revision: Int) { content.withLock { $0.answered = max($0.answered, revision) } }

    /// Marks the state as uncertain: it must be compared with the store's before it is used again.
    func markUncertain(replacingToken: Bool) {
        content.withLock { content in
            content.mayHaveNewToken = replacingToken || content.isUncertain && content.mayHaveNewToken
            content.isUncertain = true
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

    /// Replaces the state by one with the same revision and another draft.
    func setDraft(_ state: SessionState) { content.withLock { $0.takeIn(state) } }

    /// Whether the session has subscribers, or a change is running or waiting.
    var isInUse: Bool { !mailbox.isIdle || content.withLock { !$0.subscriptions.isEmpty } }

    /// Makes a committed change visible to readers and subscribers.
    func publish(_ transition: Transition) {
        content.withLock { content in
            content.takeIn(transition.state)
            // Under the lock, so that subscribers get this node's and other nodes' revisions in order.
            if !content.subscriptions.isEmpty { content.notifySubscribers(transition.document) }
        }
    }

    /// Adds a subscription to the states after a revision. States committed since then are delivered immediately.
    /// Returns nil if the session has the maximum number of subscriptions.
    func subscribe(after revision: Int, mostEffects: Int, most: Int) -> Subscription? {
        let subscription = Subscription(after: revision, mostEffects: mostEffects) { [weak self] subscription in
            self?.content.withLock { $0.subscriptions[ObjectIdentifier(subscription)] = nil }
        }
        return content.withLock { content in
            guard content.subscriptions.count < most else { return nil }
            if content.state?.row.status != .over {
                content.subscriptions[ObjectIdentifier(subscription)] = subscription
            }
            // Under the lock. Otherwise a newer revision could be published first, and `begin` would repeat an old one.
            if let state = content.state { subscription.begin(with: state.document) }
            return subscription
        }
    }

    var subscriptionCount: Int { content.withLock(\.subscriptions.count) }

    /// Ends the subscriptions that were opened with a token which is no longer valid.
    func supersede() {
        let subscriptions = content.withLock { content in
            let subscriptions = Array(content.subscriptions.values)
            content.subscriptions = [:]
            return subscriptions
        }
        for subscription in subscriptions { subscription.supersede() }
    }
}

/// Limits on the data that one session may store.
///
/// They are counted in memory, at each node, because they bound the requests of one client within a short time. A busy
/// session is not evicted, so a client cannot reset its counters by making more requests. Times are monotonic seconds,
/// which are independent of the wall clock.
extension LiveSession {
    /// Counts a handoff code until it expires, whether it is used or not.
    ///
    /// - Returns: The time at which another code is allowed, if it is not allowed now.
    func countHandoff(at now: Double, until expiry: Double, most: Int) -> Double? {
        content.withLock { content in
            content.handoffs.removeAll { $0 <= now }
            guard content.handoffs.count < most else { return content.handoffs.min() ?? expiry }
            content.handoffs.append(expiry)
            return nil
        }
    }

    /// Forgets a code that could not be stored.
    func forgetHandoff(until expiry: Double) {
        content.withLock { content in
            if let index = content.handoffs.firstIndex(of: expiry) { content.handoffs.remove(at: index) }
        }
    }

    /// Whether another rejection may be stored under its key. Counts it for the current hour.
    func mayKeepRefusal(at now: Double, most: Int) -> Bool {
        let hour = Int(now / 3_600)
        return content.withLock { content in
            if content.refusals.hour != hour { content.refusals = (hour, 0) }
            guard content.refusals.kept < most else { return false }
            content.refusals.kept += 1
            return true
        }
    }

    /// Rejects a change with a key if the stored answers of the hour have reached their limit. Call this before the
    /// flow's code runs. If the answer could then not be stored, a repeated request would make the change again.
    func checkMayKeepAnswer(at now: Double, _ limits: EngineLimits) throws(Problem) {
        let (bytes, end) = content.withLock(\.keptAnswers)
        guard bytes >= limits.answerBytesKeptPerHour, now < end else { return }
        throw Problem(
            .tooManyRequests,
            "The stored answers of this session have reached \(limits.answerBytesKeptPerHour) bytes in an hour. "
                + "Send the change later, or without a key.",
            retryAfterSeconds: Int((end - now).rounded(.up))
        )
    }

    /// Counts a stored answer. The first one begins an hour.
    func countKeptAnswer(bytes: Int, at now: Double) {
        guard bytes > 0 else { return }
        content.withLock { content in
            if now >= content.keptAnswers.end { content.keptAnswers = (0, now + 3_600) }
            content.keptAnswers.bytes += bytes
        }
    }
}
