import Fairway
import Synchronization

/// A pool of connections with the same role. Lost connections are replaced. Each batch goes to the connection with the
/// fewest batches in flight.
final class ConnectionPool: Sendable {
    /// Creates a connection that reports its events.
    typealias Connector = @Sendable (@escaping @Sendable (ConnectionEvent) -> Void) -> any DatabaseConnection

    private let connect: Connector
    private let clock: any WallClock
    private let onEvent: @Sendable (ConnectionEvent) -> Void
    private let record: @Sendable (TransactionRecord) -> Void
    private let state: Mutex<State>

    private struct State {
        var plan: PoolState<StatementBatch>
        var connections: [Int: any DatabaseConnection] = [:]
        var closing: [CheckedContinuation<Void, Never>] = []
    }

    /// Creates a pool and connects. Calls `onEvent` for each event after the pool has handled it, and `record` for each
    /// finished transaction.
    init(
        _ limits: PoolLimits,
        clock: any WallClock,
        onEvent: @escaping @Sendable (ConnectionEvent) -> Void = { _ in },
        record: @escaping @Sendable (TransactionRecord) -> Void = { _ in },
        connect: @escaping Connector
    ) {
        self.onEvent = onEvent
        self.record = record
        self.connect = connect
        self.clock = clock
        state = Mutex(State(plan: PoolState(limits) { $0.session != nil }))
        change { $0.start() }
    }

    var load: Int { state.withLock(\.plan.load) }

    /// Runs statements as one transaction. If `session` is set, other batches may share the transaction.
    func run(_ calls: [SQLStatement], of session: String? = nil) async -> Result<[Rows], PostgresFailure> {
        await withCheckedContinuation { continuation in
            let batch = StatementBatch(calls: calls, session: session) { continuation.resume(returning: $0) }
            change { $0.add(batch) }
        }
    }

    /// Closes the connections after all batches in flight are answered.
    func close() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if state.plan.isAllClosed { return true }
                state.closing.append(continuation)
                return false
            }
            if isClosed { continuation.resume() }
            change { $0.close() }
        }
    }

    private func handle(_ event: ConnectionEvent, from slot: Int) {
        change { plan in
            switch event {
            case .opened: plan.opened(slot)
            case .answered: plan.answered(slot)
            case .lost(let failure): plan.lost(slot, failure, share: .random(in: 0...1))
            case .closed: plan.closed(slot)
            case .notified: []
            }
        }
        onEvent(event)
    }

    private func change(_ body: (inout PoolState<StatementBatch>) -> [PoolState<StatementBatch>.Action]) {
        // Send while holding the lock, so that each connection receives its batches in the order that `plan` decided.
        // `send` only enqueues. The other actions may call this pool again, so they run after the lock is released.
        let later = state.withLock { state in
            let actions = body(&state.plan)
            return actions.filter { action in
                guard case .send(let batches, let slot) = action, let connection = state.connections[slot] else {
                    return true
                }
                connection.send(recorded(batches))
                return false
            }
        }
        for action in later { perform(action) }
    }

    /// Combines batches into one transaction, and records its result.
    private func recorded(_ batches: [StatementBatch]) -> StatementBatch {
        let start = ContinuousClock.now
        let combined = StatementBatch.together(batches) { [weak self] batch in
            guard let self else { return batch.finish(.failure(.closed)) }
            change { $0.add(batch) }
        }
        return StatementBatch(calls: combined.calls) { [record] result in
            record(TransactionRecord(batches: batches.count, duration: ContinuousClock.now - start, result))
            combined.finish(result)
        }
    }

    private func perform(_ action: PoolState<StatementBatch>.Action) {
        switch action {
        case .connect(let slot, afterSeconds: 0): open(slot)
        case .connect(let slot, let seconds): clock.after(seconds) { [weak self] in self?.open(slot) }
        case .fail(let batch, let failure): batch.finish(.failure(failure))
        case .close(let slot):
            let connection = state.withLock { $0.connections[slot] }
            if let connection { connection.close() } else { change { $0.closed(slot) } }
        case .closed:
            let waiting = state.withLock { state in
                defer { state.closing = [] }
                return state.closing
            }
            for continuation in waiting { continuation.resume() }
        case .send(let batches, _):
            let failure = PostgresFailure(kind: .unreachable, message: "the connection is gone")
            for batch in batches { batch.finish(.failure(failure)) }
        }
    }

    private func open(_ slot: Int) {
        state.withLock { state in
            guard !state.plan.isClosed else { return }
            state.connections[slot] = connect { [weak self] event in
                if case .lost = event { self?.forget(slot) }
                self?.handle(event, from: slot)
            }
        }
    }

    private func forget(_ slot: Int) { state.withLock { $0.connections[slot] = nil } }
}
