/// What waits for which connection: decided here, without any I/O.
struct PoolState<Item> {
    private var slots: [Slot]
    private var waiting: [Item] = []
    private let limits: PoolLimits
    private(set) var isClosed = false
    /// Why there is no connection, once it is known that there is none.
    private var failure: PostgresFailure?
    private let mayShare: (Item) -> Bool

    /// What is to be done.
    enum Action {
        /// Make the connection with that number, after so many seconds.
        case connect(Int, afterSeconds: Double)
        /// Send items over the connection with that number, as one transaction.
        case send([Item], Int)
        /// Tell an item that it is not done.
        case fail(Item, PostgresFailure)
        /// End the connection with that number.
        case close(Int)
        /// Tell whoever waits for it that everything is closed.
        case closed
    }

    private struct Slot {
        var phase = Phase.connecting
        /// How many items each transaction holds that is under way.
        var items: [Int] = []
        var delay = ReconnectDelay()
    }

    private enum Phase { case connecting, open, closing, closed }

    /// - Parameter mayShare: Whether an item may share its transaction.
    init(_ limits: PoolLimits, mayShare: @escaping (Item) -> Bool) {
        self.limits = limits
        self.mayShare = mayShare
        slots = Array(repeating: Slot(), count: limits.connections)
    }

    /// How much waits for a connection or an answer.
    var load: Int { waiting.count + slots.reduce(0) { $0 + $1.items.reduce(0, +) } }

    /// Whether nothing is left to be ended.
    var isAllClosed: Bool { slots.allSatisfy { $0.phase == .closed } }

    /// Makes all connections.
    func start() -> [Action] { slots.indices.map { .connect($0, afterSeconds: 0) } }

    /// Takes an item: to be sent, to wait, or to be told that it cannot be done.
    mutating func add(_ item: Item) -> [Action] {
        if isClosed { return [.fail(item, .closed)] }
        if let failure { return [.fail(item, failure)] }
        guard waiting.count < limits.waiting else {
            return [.fail(item, PostgresFailure(kind: .crowded, message: "\(limits.waiting) wait already"))]
        }
        waiting.append(item)
        return send()
    }

    /// A connection was made.
    mutating func opened(_ slot: Int) -> [Action] {
        failure = nil
        slots[slot].delay.reset()
        slots[slot].phase = isClosed ? .closing : .open
        return isClosed ? [.close(slot)] : send()
    }

    /// A connection has answered a transaction.
    mutating func answered(_ slot: Int) -> [Action] {
        slots[slot].items.removeFirst()
        return send()
    }

    /// A connection was lost, or could not be made: what it had under way has been told so. What waits goes on waiting
    /// only while there is hope, so that callers soon know where they are.
    mutating func lost(_ slot: Int, _ reason: PostgresFailure, share: Double) -> [Action] {
        let isHopeless = slots[slot].phase == .connecting || reason.kind == .silent
        slots[slot].items = []
        if isClosed { return closed(slot) }
        slots[slot].phase = .connecting
        var actions = [Action.connect(slot, afterSeconds: slots[slot].delay.next(share: share))]
        if isHopeless, !slots.contains(where: { $0.phase == .open }) {
            failure = reason
            actions += waiting.map { .fail($0, reason) }
            waiting = []
        }
        return actions
    }

    /// Takes nothing more, and ends each connection after what it has under way.
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
                // It is told to close as well: one that waits to be tried again is not there, and says so at once.
                case .connecting: return [.close(slot)]
                case .closing, .closed: return []
                }
            }
    }

    /// A connection was ended.
    mutating func closed(_ slot: Int) -> [Action] {
        guard slots[slot].phase != .closed else { return [] }
        slots[slot].phase = .closed
        return isAllClosed ? [.closed] : []
    }

    /// Hands what waits to the connection with the least to do.
    private mutating func send() -> [Action] {
        var actions: [Action] = []
        var sent = 0
        while sent < waiting.count, let slot = freest() {
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

    private func freest() -> Int? {
        slots.indices.filter { slots[$0].phase == .open && slots[$0].items.count < limits.underWay }
            .min { slots[$0].items.count < slots[$1].items.count }
    }
}
