/// The decisions of a ``ConnectionPool``, without any I/O.
struct PoolState<Item> {
    private var slots: [Slot]
    private var waiting: [Item] = []
    private let limits: PoolLimits
    private(set) var isClosed = false
    /// The reason why no connection is available; nil while one is open or expected.
    private var failure: PostgresFailure?
    private let mayShare: (Item) -> Bool

    enum Action {
        /// Connect this slot after a delay.
        case connect(Int, afterSeconds: Double)
        /// Send items over this slot's connection, as one transaction.
        case send([Item], Int)
        case fail(Item, PostgresFailure)
        /// Close this slot's connection.
        case close(Int)
        /// Resume the callers of `close()`.
        case closed
    }

    private struct Slot {
        var phase = Phase.connecting
        /// The number of items in each transaction in flight.
        var items: [Int] = []
        var delay = ReconnectDelay()
    }

    private enum Phase { case connecting, open, closing, closed }

    /// Creates a pool of unconnected slots. `mayShare` returns whether an item may share a transaction with others.
    init(_ limits: PoolLimits, mayShare: @escaping (Item) -> Bool) {
        self.limits = limits
        self.mayShare = mayShare
        slots = Array(repeating: Slot(), count: limits.connections)
    }

    var load: Int { waiting.count + slots.reduce(0) { $0 + $1.items.reduce(0, +) } }

    var isAllClosed: Bool { slots.allSatisfy { $0.phase == .closed } }

    func start() -> [Action] { slots.indices.map { .connect($0, afterSeconds: 0) } }

    /// Sends an item, queues it, or fails it.
    mutating func add(_ item: Item) -> [Action] {
        if isClosed { return [.fail(item, .closed)] }
        if let failure { return [.fail(item, failure)] }
        guard waiting.count < limits.waiting else {
            return [.fail(item, PostgresFailure(kind: .queueFull, message: "\(limits.waiting) calls are waiting"))]
        }
        waiting.append(item)
        return send()
    }

    mutating func opened(_ slot: Int) -> [Action] {
        failure = nil
        slots[slot].delay.reset()
        slots[slot].phase = isClosed ? .closing : .open
        return isClosed ? [.close(slot)] : send()
    }

    mutating func answered(_ slot: Int) -> [Action] {
        slots[slot].items.removeFirst()
        return send()
    }

    /// Handles a lost connection or a failed attempt to connect. Items in flight have already failed. If no connection
    /// is open, and connecting failed or the server did not answer in time, queued items fail too instead of waiting.
    mutating func lost(_ slot: Int, _ reason: PostgresFailure, share: Double) -> [Action] {
        let isUnreachable = slots[slot].phase == .connecting || reason.kind == .silent
        slots[slot].items = []
        if isClosed { return closed(slot) }
        slots[slot].phase = .connecting
        var actions = [Action.connect(slot, afterSeconds: slots[slot].delay.next(share: share))]
        if isUnreachable, !slots.contains(where: { $0.phase == .open }) {
            failure = reason
            actions += waiting.map { .fail($0, reason) }
            waiting = []
        }
        return actions
    }

    /// Rejects further items, and closes each connection after its items in flight.
    mutating func close() -> [Action] {
        guard !isClosed else { return [] }
        isClosed = true
        let reason = PostgresFailure.closed
        let refused = waiting.map { Action.fail($0, reason) }
        waiting = []
        return refused
            + slots.indices.flatMap { slot -> [Action] in
                switch slots[slot].phase {
                case .open:
                    slots[slot].phase = .closing
                    return [.close(slot)]
                // A slot that waits to reconnect has no connection. The pool then reports it as closed immediately.
                case .connecting: return [.close(slot)]
                case .closing, .closed: return []
                }
            }
    }

    mutating func closed(_ slot: Int) -> [Action] {
        guard slots[slot].phase != .closed else { return [] }
        slots[slot].phase = .closed
        return isAllClosed ? [.closed] : []
    }

    /// Sends queued items over the connections with the fewest transactions in flight.
    private mutating func send() -> [Action] {
        var actions: [Action] = []
        var sent = 0
        while sent < waiting.count, let slot = leastBusy() {
            let rest = waiting[sent...]
            let shared = Array(rest.prefix(limits.together).prefix(while: mayShare))
            let items = shared.isEmpty ? Array(rest.prefix(1)) : shared
            sent += items.count
            slots[slot].items.append(items.count)
            actions.append(.send(items, slot))
        }
        waiting.removeFirst(sent)
        return actions
    }

    private func leastBusy() -> Int? {
        slots.indices.filter { slots[$0].phase == .open && slots[$0].items.count < limits.underWay }
            .min { slots[$0].items.count < slots[$1].items.count }
    }
}

/// The limits of a ``ConnectionPool``.
struct PoolLimits: Sendable {
    var connections: Int
    /// The maximum number of transactions in flight on a connection. More than one hides the round-trip time.
    var underWay: Int
    /// The maximum number of batches in a transaction.
    var together = 1
    /// The capacity of the queue. Further batches fail.
    var waiting = 10_000

    /// A pool without connections. All batches fail.
    static let none = PoolLimits(connections: 0, underWay: 0, waiting: 0)
    /// The limits for changes. Changes that arrive while all connections are busy share a transaction, so the cost of a
    /// transaction and of its disk sync is divided among them.
    ///
    /// - Parameter together: The maximum number of changes in a transaction.
    static func writing(together: Int) -> PoolLimits {
        PoolLimits(connections: 4, underWay: together > 1 ? 1 : 16, together: together)
    }
    static let reading = PoolLimits(connections: 2, underWay: 32)
    static let noticing = PoolLimits(connections: 1, underWay: 1, waiting: 10)
    /// One list at a time, so lists use little of the server's capacity.
    static let listing = PoolLimits(connections: 1, underWay: 1, waiting: 1_000)
}

/// The delay before the next attempt to connect: exponential with jitter.
struct ReconnectDelay: Equatable, Sendable {
    private var failures = 0

    private static let shortestSeconds = 0.1
    private static let longestSeconds = 3.0

    /// - Parameter share: A random number from 0 to 1. The jitter keeps nodes that lost their connections at the same
    ///   time from reconnecting at the same time.
    mutating func next(share: Double) -> Double {
        defer { failures += 1 }
        // The first attempt follows immediately, because usually only one connection was lost.
        guard failures > 0 else { return 0 }
        let longest = min(Self.shortestSeconds * Double(1 << min(failures - 1, 10)), Self.longestSeconds)
        return longest * (0.5 + share / 2)
    }

    mutating func reset() { failures = 0 }
}
