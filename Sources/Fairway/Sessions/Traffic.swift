import FairwayWire
import Synchronization

/// Admission control: limits how many changes are processed at a time, queues the others, and rejects clients' changes
/// once the limits are reached.
final class Traffic: Sendable {
    private let limits: EngineLimits
    private let clock: any WallClock
    private let clients = Atomic<Int>(0)
    private let others = Atomic<Int>(0)
    private let waitingForSessions = Atomic<Int>(0)
    private let answered = Atomic<Int>(0)
    private let places: Mutex<Places<CheckedContinuation<Void, Never>>>
    private let patience = Mutex(Patience())

    init(limits: EngineLimits, clock: any WallClock) {
        self.limits = limits
        self.clock = clock
        places = Mutex(Places(limit: limits.changesAtWork))
    }

    /// The current load.
    var load: Load {
        let waited = places.withLock { $0.waiting > 0 ? $0.waitedSeconds(at: clock.secondsPassed) : nil }
        return Load(changes: clients.load(ordering: .relaxed), waitedSeconds: waited ?? 0)
    }

    /// Calls that run or wait, of all callers.
    var underWay: Int { clients.load(ordering: .relaxed) + others.load(ordering: .relaxed) }

    /// All calls answered so far.
    var answeredCount: Int { answered.load(ordering: .relaxed) }

    /// Whether as many clients wait as there are slots.
    var isFull: Bool { places.withLock(\.isFull) }

    /// Changes that wait for a slot.
    var inLine: Int { places.withLock(\.waiting) }

    /// Why a client's call must be rejected; nil if it can be accepted.
    var obstacle: Problem? { load.obstacle(limits) }

    /// Admits a call; ``end(asClient:)`` must follow. Only clients' calls can be rejected.
    func begin(asClient isClient: Bool) throws(Problem) {
        if isClient {
            if let obstacle { throw obstacle }
            clients.add(1, ordering: .relaxed)
        } else {
            others.add(1, ordering: .relaxed)
        }
    }

    /// Ends an admitted call.
    func end(asClient isClient: Bool) {
        if isClient { clients.subtract(1, ordering: .relaxed) } else { others.subtract(1, ordering: .relaxed) }
        answered.add(1, ordering: .relaxed)
    }

    /// Waits for the session's mailbox, or throws if too many changes wait for it. Does not suspend if the mailbox is
    /// free.
    ///
    /// Inlined, like ``takeSlot(asClient:)``, so that no asynchronous call is needed in that case.
    ///
    /// - Parameter isClient: Whether the change is a client's, which will retry.
    @inline(__always)
    func enter(_ mailbox: Mailbox, asClient isClient: Bool) async throws(Problem) {
        if !mailbox.enterIfFree() { try await wait(for: mailbox, asClient: isClient) }
    }

    /// Clients' changes that wait for sessions may be at most half of all changes in progress. Otherwise, many requests
    /// to a few slow sessions would keep all other sessions from being served.
    @inline(never)
    private func wait(for mailbox: Mailbox, asClient isClient: Bool) async throws(Problem) {
        let limit = load.waitingChangesPerSession(limits)
        guard isClient else { return try await mailbox.enter(limit: limit) }
        let others = waitingForSessions.add(1, ordering: .relaxed).oldValue
        defer { waitingForSessions.subtract(1, ordering: .relaxed) }
        if others >= max(1, limits.changesUnderWay / 2) {
            throw Problem(.overloaded, "\(others) changes wait for their sessions.")
        }
        try await mailbox.enter(limit: limit)
    }

    /// The `Retry-After` of a rejection at this moment, in seconds.
    func secondsToWait() -> Int {
        let answered = answeredCount
        return patience.withLock { $0.sendAway(at: clock.secondsPassed, answered: answered) }
    }

    // MARK: Slots

    /// Waits for a slot; ``releaseSlot()`` must follow. Does not suspend if a slot is free.
    ///
    /// - Parameter isClient: Whether to wait in the clients' queue.
    @inline(__always)
    func goToWork(asClient isClient: Bool) async {
        if !places.withLock({ $0.take() }) { await waitForPlace(asClient: isClient) }
    }

    @inline(never)
    private func waitForPlace(asClient isClient: Bool) async {
        await withCheckedContinuation { visitor in
            let isAtWork = places.withLock { places in
                if places.take() { return true }
                places.line(up: visitor, asClient: isClient, at: clock.secondsPassed)
                return false
            }
            if isAtWork { visitor.resume() }
        }
    }

    /// Releases the slot, or passes it to the longest waiting change.
    func leaveWork() { places.withLock { $0.leave() }?.resume() }

    /// Takes a slot beyond the limit: for callers that limit their own concurrency, and for handlers that continue
    /// after a wait.
    func squeezeIn() { places.withLock { $0.squeezeIn() } }
}
