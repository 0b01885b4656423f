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
