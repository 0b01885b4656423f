import Synchronization

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
    /// When the operation exceeds its limit, `expired` is called and its task is cancelled. When the operation returns
    /// after that, `late` is called.
    ///
    /// An operation that suspends, blocks or computes for some milliseconds is stalled. Then `stalled` is called and a
    /// timer starts; other operations need no timer. `resumed` is called when a stalled operation returns or expires.
    ///
    /// The operation may call ``TimedCall/end()`` itself to end its time limit early, and then continue without one.
    ///
    /// - Parameter callersExecutor: Runs the operation after `end()`. By default, its executor does not change.
    ///
    /// Inlined, because it is part of every change; see `Engine+Perform.swift`.
    @inline(__always)
    func run<Result: Sendable>(
        continuingOn callersExecutor: (any TaskExecutor)? = nil,
        _ operation: @escaping @Sendable (TimedCall) async -> Result,
        stalled: @escaping @Sendable () -> Void = {},
        resumed: @escaping @Sendable () -> Void = {},
        expired: @escaping @Sendable () -> Void,
        late: @escaping @Sendable () -> Void
    ) async -> Outcome<Result> {
        let call = TimedCall(
            self,
            callersExecutor: callersExecutor,
            stalled: stalled,
            resumed: resumed,
            expired: expired
        )
        // Unsafe: written before `call.ending()` returns, and read afterwards. A late result is never read.
        nonisolated(unsafe) var result: Result?
        if pool != nil {
            call.keep(
                Task(executorPreference: call) {
                    guard !call.isRefused else { return }
                    result = await operation(call)
                    if call.end() { call.finish() } else { late() }
                }
            )
        } else {
            call.keep(
                Task.immediate(executorPreference: executor) {
                    result = await operation(call)
                    if call.end() { call.finish() } else { late() }
                }
            )
            call.jobHasEnded()
        }
        switch (await call.ending(), result) {
        case (.returned, let result?): return .returned(result)
        case (.refused, _): return .refused
        default: return .expired
        }
    }
}

/// An operation with a time limit. Records whether it returns or expires first.
///
/// It is the executor of the operation's task. So the thread pool can inform it about stalled jobs, and the code after
/// ``end()`` can move to the caller's executor.
///
/// The waiting continuation is an unchecked one, which is cheaper to copy. It is resumed once, as `State` ensures.
final class TimedCall: TaskExecutor {
    enum Outcome {
        case returned, expired, refused
    }

    private struct State {
        var ending: Outcome?
        /// Whether the code after ``TimedCall/end()`` has returned too.
        var isDone = false
        var hasJobs = false
        var isStalled = false
        var waiter: UnsafeContinuation<Outcome, Never>?
        var task: Task<Void, Never>?
        var timer: ScheduledCall?
    }

    private let state = Mutex(State())
    private let deadline: Deadline
    private let callersExecutor: (any TaskExecutor)?
    private let stalled: @Sendable () -> Void
    private let resumed: @Sendable () -> Void
    private let expired: @Sendable () -> Void

    init(
        _ deadline: Deadline,
        callersExecutor: (any TaskExecutor)?,
        stalled: @escaping @Sendable () -> Void,
        resumed: @escaping @Sendable () -> Void,
        expired: @escaping @Sendable () -> Void
    ) {
        self.deadline = deadline
        self.callersExecutor = callersExecutor
        self.stalled = stalled
        self.resumed = resumed
        self.expired = expired
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let (isFirst, hasEnded) = state.withLock { state in
            defer { state.hasJobs = true }
            return (!state.hasJobs, state.ending == .returned)
        }
        if hasEnded, let callersExecutor { return callersExecutor.enqueue(job) }
        deadline.pool?.add(UnownedJob(job), of: self, isFirst: isFirst)
    }

    var isRefused: Bool { state.withLock { $0.ending == .refused } }

    /// Keeps the operation's task, to cancel it if its time limit ends. The limit may have ended already.
    func keep(_ task: Task<Void, Never>) {
        let hasExpired = state.withLock { state in
            if state.ending == nil { state.task = task }
            return state.ending == .expired
        }
        if hasExpired { task.cancel() }
    }

    /// Ends the time limit. Returns whether the operation was in time. May be called again.
    func end() -> Bool { end(.returned) }

    /// Called if no thread is available for the operation.
    func refuse() { _ = end(.refused) }

    /// Called when the whole task has ended, after an operation that was in time. Resumes ``ending()``.
    func finish() {
        let waiter = state.withLock { state in
            state.isDone = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: .returned)
    }

    /// Called when a job of the task has ended. If the operation has not ended, it is suspended.
    func jobHasEnded() { markStalled() }

    /// Called when the operation is stalled. Its time limit begins now.
    func markStalled() {
        let isFirst = state.withLock { state in
            guard state.ending == nil, !state.isStalled else { return false }
            state.isStalled = true
            return true
        }
        guard isFirst else { return }
        stalled()
        let timer = deadline.clock.after(deadline.seconds) { [weak self] in self?.expire() }
        let isOver = state.withLock { state in
            if state.ending == nil { state.timer = timer }
            return state.ending != nil
        }
        if isOver { timer.cancel() }
    }

    func ending() async -> Outcome {
        if let ending = state.withLock({ $0.isDone ? $0.ending : nil }) { return ending }
        return await withUnsafeContinuation { continuation in
            let ending = state.withLock { state in
                if !state.isDone { state.waiter = continuation }
                return state.isDone ? state.ending : nil
            }
            if let ending { continuation.resume(returning: ending) }
        }
    }

    private func expire() { _ = end(.expired) }

    /// Sets the outcome, unless another one came first. Returns whether the outcome is the given one.
    private func end(_ ending: Outcome) -> Bool {
        let (before, isFirst) = state.withLock { state in
            let before = state
            guard before.ending == nil else { return (before, false) }
            // Under the lock: if the operation returns at this moment, `late` must still be called after `expired`.
            if ending == .expired { expired() }
            state.ending = ending
            (state.task, state.timer) = (nil, nil)
            if ending != .returned {
                state.isDone = true
                state.waiter = nil
            }
            return (before, true)
        }
        guard isFirst else { return before.ending == ending }
        before.timer?.cancel()
        if before.isStalled { resumed() }
        if ending != .returned { before.waiter?.resume(returning: ending) }
        if ending == .expired { before.task?.cancel() }
        return true
    }
}
