import FairwayWire
import Synchronization

/// Admission control: limits how many changes are processed at a time, queues the others, and rejects clients' changes
/// once the limits are reached.
final class AdmissionControl: Sendable {
    private let limits: EngineLimits
    private let clock: any WallClock
    private let clients = Atomic<Int>(0)
    private let others = Atomic<Int>(0)
    private let waitingForSessions = Atomic<Int>(0)
    private let answered = Atomic<Int>(0)
    private let slots: Mutex<ChangeSlots<CheckedContinuation<Void, Never>>>
    private let retryAfter = Mutex(RetryAfter())

    init(limits: EngineLimits, clock: any WallClock) {
        self.limits = limits
        self.clock = clock
        slots = Mutex(ChangeSlots(limit: limits.changesAtWork))
    }

    var load: AdmissionLoad {
        let waited = slots.withLock { $0.waiting > 0 ? $0.waitedSeconds(at: clock.secondsPassed) : nil }
        return AdmissionLoad(changes: clients.load(ordering: .relaxed), waitedSeconds: waited ?? 0)
    }

    /// The number of calls that run or wait, from clients and from all other callers.
    var underWay: Int { clients.load(ordering: .relaxed) + others.load(ordering: .relaxed) }

    var answeredCount: Int { answered.load(ordering: .relaxed) }

    /// Whether the number of clients' changes that wait for a slot has reached the number of slots.
    var isFull: Bool { slots.withLock(\.isFull) }

    /// Changes that wait for a slot.
    var waitingForSlot: Int { slots.withLock(\.waiting) }

    /// Why a client's call must be rejected; nil if it can be accepted.
    var overloadProblem: Problem? { load.overloadProblem(limits) }

    /// Admits a call; ``end(asClient:)`` must follow. Only clients' calls can be rejected.
    func begin(asClient isClient: Bool) throws(Problem) {
        if isClient {
            if let overloadProblem { throw overloadProblem }
            clients.add(1, ordering: .relaxed)
        } else {
            others.add(1, ordering: .relaxed)
        }
    }

    func end(asClient isClient: Bool) {
        if isClient { clients.subtract(1, ordering: .relaxed) } else { others.subtract(1, ordering: .relaxed) }
        answered.add(1, ordering: .relaxed)
    }

    /// Waits for the session's mailbox, or throws if too many changes wait for it. Does not suspend if the mailbox is
    /// free.
    ///
    /// - Parameter isClient: Whether a client sent the change. Only clients' changes count towards the limit
    ///   on the changes that wait for any session.
    func enter(_ mailbox: SessionMailbox, asClient isClient: Bool) async throws {
        if !mailbox.enterIfFree() { try await wait(for: mailbox, asClient: isClient) }
    }

    /// The number of clients' changes that wait for a session may be at most half of ``EngineLimits/changesUnderWay``.
    /// Otherwise, many requests to a few slow sessions would keep all other sessions from being served.
    private func wait(for mailbox: SessionMailbox, asClient isClient: Bool) async throws(Problem) {
        let limit = load.waitingChangesPerSession(limits)
        guard isClient else { return try await mailbox.enter(limit: limit) }
        let alreadyWaiting = waitingForSessions.add(1, ordering: .relaxed).oldValue
        defer { waitingForSessions.subtract(1, ordering: .relaxed) }
        if alreadyWaiting >= max(1, limits.changesUnderWay / 2) {
            throw Problem(.overloaded, "\(alreadyWaiting) changes wait for their sessions.")
        }
        try await mailbox.enter(limit: limit)
    }

    /// The `Retry-After` of a rejection at this moment, in seconds.
    func retryAfterSeconds() -> Int {
        let answered = answeredCount
        return retryAfter.withLock { $0.reject(at: clock.secondsPassed, answered: answered) }
    }

    // MARK: Slots

    /// Waits for a slot; ``releaseSlot()`` must follow. Does not suspend if a slot is free.
    ///
    /// - Parameter isClient: Whether to wait in the clients' queue.
    func takeSlot(asClient isClient: Bool) async {
        if !slots.withLock({ $0.take() }) { await waitForSlot(asClient: isClient) }
    }

    private func waitForSlot(asClient isClient: Bool) async {
        await withCheckedContinuation { waiter in
            let hasSlot = slots.withLock { slots in
                if slots.take() { return true }
                slots.enqueue(waiter, asClient: isClient, at: clock.secondsPassed)
                return false
            }
            if hasSlot { waiter.resume() }
        }
    }

    /// Releases the slot, or passes it to the next waiting change.
    func releaseSlot() { slots.withLock { $0.release() }?.resume() }

    /// Takes a slot even if none is free: for callers that limit their own concurrency, and for handlers that continue
    /// after a wait.
    func takeExtraSlot() { slots.withLock { $0.takeExtraSlot() } }
}

/// The load of an engine at one moment.
///
/// A server that accepts every call under overload answers later and later, until its clients time out. Beyond its
/// limits, the engine therefore rejects calls immediately, before they cost anything, and answers the others in time.
struct AdmissionLoad: Hashable, Sendable {
    /// Clients' calls that run, or wait for their session, a slot or the store.
    var changes: Int
    /// How long the oldest change in the clients' queue has waited for a slot.
    var waitedSeconds = 0.0

    /// Why one more call must be rejected; nil if it can be accepted.
    func overloadProblem(_ limits: EngineLimits) -> Problem? {
        if changes >= limits.changesUnderWay {
            return Problem(.overloaded, "\(limits.changesUnderWay) changes are under way.")
        }
        return limits.overloadProblem(afterSeconds: waitedSeconds)
    }

    /// The number of changes that may wait for one session at this load: at most an eighth of the free capacity. If
    /// clients flood a few sessions, the rest remains free for other sessions.
    func waitingChangesPerSession(_ limits: EngineLimits) -> Int {
        max(1, min(limits.waitingChangesPerSession, (limits.changesUnderWay - changes) / 8))
    }
}

extension EngineLimits {
    /// The rejection if calls wait for this long; nil if that is acceptable.
    func overloadProblem(afterSeconds waited: Double) -> Problem? {
        guard waited >= secondsWaitingForSlot else { return nil }
        return Problem(.overloaded, "Changes wait longer than \(secondsWaitingForSlot) seconds to be processed.")
    }
}

/// Computes `Retry-After` for rejected calls. The wait grows with the ratio of rejected to answered calls. Otherwise
/// the rejections themselves would use up the server's time.
struct RetryAfter {
    /// The upper bound of `seconds`. A wait is between `seconds` and twice that, so the longest is 16 seconds.
    private static let mostSeconds = 8
    /// The target ratio of answers to rejections.
    private static let answersForEach = 8
    /// The fractional part of the golden ratio. Its multiples are spread evenly between 0 and 1.
    private static let spread = 0.618_033_988_749_895

    private var began = -Double.infinity
    private var rejected = 0
    private var answered = 0
    private var seconds = 1

    /// Counts a rejected call.
    ///
    /// - Parameter answered: The number of calls answered so far.
    /// - Returns: The wait in seconds. The waits of successive calls are spread evenly between `seconds` and twice that.
    mutating func reject(at now: Double, answered: Int) -> Int {
        if now < began || now >= began + 1 {
            let isRecent = now >= began && now < began + 2
            let wanted = seconds * rejected * Self.answersForEach / max(1, answered - self.answered)
            seconds = isRecent ? max(1, min(Self.mostSeconds, wanted)) : 1
            (began, rejected, self.answered) = (now, 0, answered)
        }
        rejected += 1
        let turn = (Double(rejected) * Self.spread).truncatingRemainder(dividingBy: 1)
        return seconds + Int(turn * Double(seconds + 1))
    }
}

/// A limited number of slots for changes, and the queues for them.
///
/// The cost of a change grows with the number of concurrent changes, because they evict each other from the processor's
/// caches. So their number is limited. The other changes wait, which costs almost nothing.
///
/// Clients' changes have a queue of their own, which takes turns with the queue of all other changes. So an app that
/// refreshes many sessions does not delay its clients by much.
struct ChangeSlots<Waiter> {
    private let limit: Int
    private var clients = WaitQueue<Waiter>()
    private var others = WaitQueue<Waiter>()
    private var isTurnOfOthers = false
    /// The slots that are taken. May exceed the limit.
    private(set) var taken = 0

    init(limit: Int) { self.limit = limit }

    /// Whether the number of waiting clients' changes has reached the number of slots.
    var isFull: Bool { clients.count >= limit }

    var waiting: Int { clients.count + others.count }

    /// How long the first waiting client has waited; nil if none is waiting.
    func waitedSeconds(at now: Double) -> Double? { clients.waitedSeconds(at: now) }

    /// Takes a slot if one is free and no change is waiting. Returns whether it did.
    mutating func take() -> Bool {
        guard taken < limit, waiting == 0 else { return false }
        taken += 1
        return true
    }

    /// Takes a slot even if none is free: for handlers that continue after a wait, and for callers that limit their own
    /// concurrency.
    mutating func takeExtraSlot() { taken += 1 }

    /// Adds a change to its queue, after ``take()`` has returned false.
    mutating func enqueue(_ waiter: Waiter, asClient isClient: Bool, at now: Double) {
        if isClient { clients.append(waiter, at: now) } else { others.append(waiter, at: now) }
    }

    /// Releases a slot.
    ///
    /// - Returns: The change that has the slot now, if any.
    mutating func release() -> Waiter? {
        guard taken <= limit, waiting > 0 else {
            taken -= 1
            return nil
        }
        defer { isTurnOfOthers.toggle() }
        return isTurnOfOthers
            ? others.takeFirst() ?? clients.takeFirst()
            : clients.takeFirst() ?? others.takeFirst()
    }
}

/// A queue of waiting changes, with the time at which each began to wait.
struct WaitQueue<Waiter> {
    private var waiters: [(waiter: Waiter, since: Double)] = []
    private var next = 0

    var count: Int { waiters.count - next }

    /// How long the first has waited; nil if the queue is empty.
    func waitedSeconds(at now: Double) -> Double? { count > 0 ? max(0, now - waiters[next].since) : nil }

    mutating func append(_ waiter: Waiter, at now: Double) { waiters.append((waiter, now)) }

    mutating func takeFirst() -> Waiter? {
        guard count > 0 else { return nil }
        let waiter = waiters[next].waiter
        next += 1
        // Remove taken elements in batches, because each removal shifts the array.
        if next == waiters.count || next == 64 {
            waiters.removeFirst(next)
            next = 0
        }
        return waiter
    }
}
