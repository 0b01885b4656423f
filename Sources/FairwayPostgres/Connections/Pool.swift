import Fairway
import Synchronization

/// Some connections for one purpose, made again when they are lost. What is asked of it goes to the one with the least
/// to do.
final class Pool: Sendable {
    /// Makes a connection that tells of itself by a call back.
    typealias Connector = @Sendable (@escaping @Sendable (ConnectionEvent) -> Void) -> any DatabaseConnection

    private let connect: Connector
    private let clock: any WallClock
    private let hear: @Sendable (ConnectionEvent) -> Void
    private let note: @Sendable (TransactionRecord) -> Void
    private let state: Mutex<State>

    private struct State {
        var plan: PoolState<Batch>
        var connections: [Int: any DatabaseConnection] = [:]
        var closing: [CheckedContinuation<Void, Never>] = []
    }

    /// - Parameters:
    ///   - hear: What else is told of each event, after this has seen to it.
    ///   - note: Told of each transaction that was sent, once it is over.
    init(
        _ limits: PoolLimits,
        clock: any WallClock,
        hear: @escaping @Sendable (ConnectionEvent) -> Void = { _ in },
        note: @escaping @Sendable (TransactionRecord) -> Void = { _ in },
        connect: @escaping Connector
    ) {
        self.hear = hear
        self.note = note
        self.connect = connect
        self.clock = clock
        state = Mutex(State(plan: PoolState(limits) { $0.session != nil }))
        change { $0.start() }
    }

    /// How much waits for a connection or an answer.
    var load: Int { state.withLock(\.plan.load) }

    /// Runs statements as one transaction, which they may share with changes of other sessions than the one that is named.
    func run(_ calls: [Call], of session: String? = nil) async -> Result<[Rows], PostgresFailure> {
        await withCheckedContinuation { continuation in
            let batch = Batch(calls: calls, session: session) { continuation.resume(returning: $0) }
            change { $0.add(batch) }
        }
    }

    /// Lets what is under way be answered, and ends the connections.
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

    private func heard(_ event: ConnectionEvent, from slot: Int) {
        change { plan in
            switch event {
            case .opened: plan.opened(slot)
            case .answered: plan.answered(slot)
            case .lost(let failure): plan.lost(slot, failure, share: .random(in: 0...1))
            case .closed: plan.closed(slot)
            case .notified: []
            }
        }
        hear(event)
    }

    private func change(_ body: (inout PoolState<Batch>) -> [PoolState<Batch>.Action]) {
        // Sent under the lock, so that what goes over one connection goes in the order in which it was decided;
        // a connection only puts it into its own queue. All else may call back, and comes after.
        let later = state.withLock { state in
            let actions = body(&state.plan)
            return actions.filter { action in
                guard case .send(let batches, let slot) = action, let connection = state.connections[slot] else {
                    return true
                }
                connection.send(noted(batches))
                return false
            }
        }
        for action in later { perform(action) }
    }

    /// Batches as one transaction that is written down once it is over.
    private func noted(_ batches: [Batch]) -> Batch {
        let start = ContinuousClock.now
        let together = Batch.together(batches) { [weak self] batch in
            guard let self else { return batch.finish(.failure(.closed)) }
            change { $0.add(batch) }
        }
        return Batch(calls: together.calls) { [note] result in
            note(TransactionRecord(batches: batches.count, duration: ContinuousClock.now - start, result))
            together.finish(result)
        }
    }

    private func perform(_ action: PoolState<Batch>.Action) {
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
                self?.heard(event, from: slot)
            }
        }
    }

    private func forget(_ slot: Int) { state.withLock { $0.connections[slot] = nil } }
}
