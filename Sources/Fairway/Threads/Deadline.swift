/// Runs an operation with a time limit.
struct Deadline: Sendable {
    let seconds: Double
    let clock: any WallClock
    /// Runs the operation. Nil: the operation starts on the caller's thread.
    var pool: ThreadPool?
    /// Without a pool: runs the rest of an operation after it has suspended on the caller's thread.
    var executor: (any TaskExecutor)?

    enum Outcome<Result: Sendable>: Sendable {
        case returned(Result)
        /// The operation has exceeded its limit. It was cancelled, and may still be running.
        case expired
        /// The operation was not started, because all threads of the pool remained stalled for too long.
        case refused

        /// The result, if the operation returned in time.
        var result: Result? { if case .returned(let result) = self { result } else { nil } }
    }

    /// Runs an operation.
    ///
    /// - Parameters:
    ///   - observer: Informed while the operation is stalled, and when it is too late.
    ///   - isKept: Whether the pool keeps the operation's task for other operations, see ``PooledTask``.
    ///   - caller: The executor of the calling task. By default, the task continues wherever it prefers.
    func run<Result: Sendable>(
        observedBy observer: (any TimedCallObserver)? = nil,
        inKeptTask isKept: Bool = false,
        continuingOn caller: CallersExecutor? = nil,
        _ operation: @escaping @Sendable () async -> Result
    ) async -> Outcome<Result> {
        let call = TimedCall<Result>(self, observer: observer, caller: caller)
        call.start(inKeptTask: isKept, operation)
        return await call.outcome()
    }
}

/// What a ``TimedCall`` occupies, and must give back.
///
/// A call that suspends, blocks or computes for some milliseconds is stalled, until it returns or expires.
protocol TimedCallObserver: AnyObject, Sendable {
    func callStalled()
    /// Called when a stalled call returns or expires.
    func callResumed()
    func callExpired()
    /// Called when the operation returns after ``callExpired()``.
    func callReturnedLate()
}
