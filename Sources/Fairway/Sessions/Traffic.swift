import FairwayWire
import Synchronization

/// Counts what is under way in an engine, lets a few work at a time, and sends away what is too much.
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

    /// What is going on now.
    var load: Load {
        let waited = places.withLock { $0.waiting > 0 ? $0.waitedSeconds(at: clock.secondsPassed) : nil }
        return Load(changes: clients.load(ordering: .relaxed), waitedSeconds: waited ?? 0)
    }

    /// How many calls run or wait, whoever makes them.
    var underWay: Int { clients.load(ordering: .relaxed) + others.load(ordering: .relaxed) }

    /// How many calls have been answered ever.
    var answeredCount: Int { answered.load(ordering: .relaxed) }

    /// Whether enough clients wait in line to take all places at work at once.
    var isFull: Bool { places.withLock(\.isFull) }

    /// How many wait for a place at work.
    var inLine: Int { places.withLock(\.waiting) }

    /// Why one more call cannot be taken on; nil when it can.
    var obstacle: Problem? { load.obstacle(limits) }

    /// Takes on a call, until ``end(asClient:)``. What operators and the server itself ask for, a signal, a timer, a sweep,
    /// always can be.
    func begin(asClient isClient: Bool) throws(Problem) {
        if isClient {
            if let obstacle { throw obstacle }
            clients.add(1, ordering: .relaxed)
        } else {
            others.add(1, ordering: .relaxed)
        }
    }

    /// A call that was taken on is answered.
    func end(asClient isClient: Bool) {
        if isClient { clients.subtract(1, ordering: .relaxed) } else { others.subtract(1, ordering: .relaxed) }
        answered.add(1, ordering: .relaxed)
    }

    /// Waits for one's turn in a session, unless too many wait for it. Does not suspend when nobody is inside.
    ///
    /// Inlined, as is ``goToWork(asClient:)``, so that who need not wait calls nothing that could.
    ///
    /// - Parameter isClient: Whether it is a change that a client has asked for, and would ask for again.
    @inline(__always)
    func enter(_ mailbox: Mailbox, asClient isClient: Bool) async throws(Problem) {
        if !mailbox.enterIfFree() { try await wait(for: mailbox, asClient: isClient) }
    }

    /// All the clients' changes that wait for their sessions, of however many sessions, are half of what may be under way at
    /// most. Else a few sessions with slow handlers, whose users press without end, would keep all others out.
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

    /// After how many seconds somebody who is sent away now is to come back.
    func secondsToWait() -> Int {
        let answered = answeredCount
        return patience.withLock { $0.sendAway(at: clock.secondsPassed, answered: answered) }
    }

    // MARK: Places

    /// Waits for a place at work, which is to be given back with ``leaveWork()``. Does not suspend when one is free.
    ///
    /// - Parameter isClient: Whether to wait in the clients' line.
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

    /// Gives the place to whoever has waited longest.
    func leaveWork() { places.withLock { $0.leave() }?.resume() }

    /// Goes to work without waiting: what is bounded where it comes from, and what has left work to wait for something.
    func squeezeIn() { places.withLock { $0.squeezeIn() } }
}
