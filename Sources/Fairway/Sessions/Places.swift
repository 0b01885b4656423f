/// A limited number of slots for changes, and queues of those that wait for one.
///
/// The cost of a change grows with the number of concurrent changes, because they evict each other from the processor's
/// caches. So only some are processed, and the others wait, which costs almost nothing.
///
/// Clients' changes have a queue of their own, which takes turns with the queue of all other changes. So an app that
/// refreshes many sessions does not delay its clients by much.
struct Places<Visitor> {
    private let limit: Int
    private var clients = Line<Visitor>()
    private var others = Line<Visitor>()
    private var isTurnOfOthers = false
    /// The slots that are taken. May exceed the limit.
    private(set) var taken = 0

    /// - Parameter limit: The number of slots.
    init(limit: Int) { self.limit = limit }

    /// Whether as many clients wait as there are slots.
    var isFull: Bool { clients.count >= limit }

    /// Waiting changes.
    var waiting: Int { clients.count + others.count }

    /// How long the first waiting client has waited; nil if none is waiting.
    func waitedSeconds(at now: Double) -> Double? { clients.waitedSeconds(at: now) }

    /// Takes a slot if one is free and no change is waiting. Returns whether it did.
    mutating func take() -> Bool {
        guard taken < limit, waiting == 0 else { return false }
        taken += 1
        return true
    }

    /// Takes a slot beyond the limit: for handlers that continue after a wait, and for callers that limit their own
    /// concurrency.
    mutating func squeezeIn() { taken += 1 }

    /// Adds a change to its queue, after ``take()`` has returned false.
    mutating func line(up visitor: Visitor, asClient isClient: Bool, at now: Double) {
        if isClient { clients.append(visitor, at: now) } else { others.append(visitor, at: now) }
    }

    /// Releases a slot.
    ///
    /// - Returns: The change that has the slot now, if any.
    mutating func leave() -> Visitor? {
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
