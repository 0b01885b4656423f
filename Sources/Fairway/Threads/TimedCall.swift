import Synchronization

/// An operation with a time limit. Records whether it returns or expires first.
///
/// The thread pool informs it about stalled jobs. Only stalled operations need a timer.
///
/// The waiting continuation is an unchecked one, which is cheaper to copy. It is resumed once, as `State` ensures.
final class TimedCall<Result: Sendable>: PooledCall {
    private struct State {
        var outcome: Deadline.Outcome<Result>?
        var isStalled = false
        var waiter: UnsafeContinuation<Void, Never>?
        var task: Task<Void, Never>?
        var timer: ScheduledCall?
    }

    private let state = Mutex(State())
    private let deadline: Deadline
    private let observer: (any TimedCallObserver)?
    private let caller: CallersExecutor?

    init(_ deadline: Deadline, observer: (any TimedCallObserver)?, caller: CallersExecutor?) {
        self.deadline = deadline
        self.observer = observer
        self.caller = caller
    }

    /// Starts the operation in another task, which a caller that times out leaves behind.
    func start(inKeptTask isKept: Bool, _ operation: @escaping @Sendable () async -> Result) {
        if let pool = deadline.pool {
            let task = pool.run(self, inKeptTask: isKept) {
                if self.isRefused { return true }
                return self.finish(with: await operation())
            }
            keep(task)
        } else {
            keep(Task.immediate(executorPreference: deadline.executor) { _ = self.finish(with: await operation()) })
            jobHasEnded()
        }
    }

    func outcome() async -> Deadline.Outcome<Result> {
        if let known { return known }
        await withUnsafeContinuation { wait($0) }
        caller?.runNextOnCaller()
        guard let known else {
            preconditionFailure("A timed call has resumed its caller before it had an outcome.")
        }
        return known
    }

    private var known: Deadline.Outcome<Result>? { state.withLock(\.outcome) }

    private func wait(_ continuation: UnsafeContinuation<Void, Never>) {
        let isOver = state.withLock { state in
            if state.outcome == nil { state.waiter = continuation }
            return state.outcome != nil
        }
        if isOver { continuation.resume() }
    }

    /// Keeps the operation's task, to cancel it if its time limit ends. The limit may have ended already.
    func keep(_ task: Task<Void, Never>) {
        let hasExpired = state.withLock { state in
            if case .expired = state.outcome { return true }
            if state.outcome == nil { state.task = task }
            return false
        }
        if hasExpired { task.cancel() }
    }

    func refuse() { end(.refused) }

    func jobHasEnded() { markStalled() }

    /// Called when the operation is stalled. Its time limit begins now.
    func markStalled() {
        let isFirst = state.withLock { state in
            guard state.outcome == nil, !state.isStalled else { return false }
            state.isStalled = true
            return true
        }
        guard isFirst else { return }
        observer?.callStalled()
        let timer = deadline.clock.after(deadline.seconds) { [weak self] in self?.expire() }
        let isOver = state.withLock { state in
            if state.outcome == nil { state.timer = timer }
            return state.outcome != nil
        }
        if isOver { timer.cancel() }
    }

    private var isRefused: Bool { state.withLock { if case .refused = $0.outcome { true } else { false } } }

    private func expire() { end(.expired) }

    /// Returns whether the operation has returned in time. Otherwise its task is cancelled.
    private func finish(with result: Result) -> Bool {
        let isInTime = end(.returned(result))
        if !isInTime { observer?.callReturnedLate() }
        return isInTime
    }

    /// Sets the outcome, unless another one came first. Returns whether it did.
    @discardableResult
    private func end(_ outcome: Deadline.Outcome<Result>) -> Bool {
        let hasExpired = if case .expired = outcome { true } else { false }
        let (before, isFirst) = state.withLock { state in
            let before = (state.isStalled, state.waiter, state.task, state.timer)
            guard state.outcome == nil else { return (before, false) }
            // Under the lock: if the operation returns at this moment, `callReturnedLate` must still come after
            // `callExpired`.
            if hasExpired { observer?.callExpired() }
            state.outcome = outcome
            (state.waiter, state.task, state.timer) = (nil, nil, nil)
            return (before, true)
        }
        guard isFirst else { return false }
        let (isStalled, waiter, task, timer) = before
        timer?.cancel()
        if isStalled { observer?.callResumed() }
        if let waiter {
            if case .returned = outcome { caller?.runNextHere() } else { caller?.runNextOnCaller() }
            waiter.resume()
        }
        if hasExpired { task?.cancel() }
        return true
    }
}
