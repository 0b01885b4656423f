import Synchronization

/// Runs something that may take too long.
struct Deadline: Sendable {
    let seconds: Double
    let clock: any WallClock
    /// What runs the operation; nil: it begins on the caller's thread.
    var pool: ThreadPool?
    /// What runs the rest of an operation that began on the caller's thread and suspends.
    var executor: (any TaskExecutor)?

    /// What came of an operation.
    enum Outcome<Result: Sendable>: Sendable {
        case returned(Result)
        /// It takes too long. It has been cancelled, and may go on.
        case expired
        /// It has not begun: all threads of the pool are held up, and it has waited for one for too long.
        case refused

        /// What it came to; nil: it did not return in time.
        var result: Result? { if case .returned(let result) = self { result } else { nil } }
    }

    /// Runs an operation. When it takes too long `expired` is called, its task is cancelled, and `late` is called once it
    /// has really returned, never before `expired`.
    ///
    /// An operation that suspends, blocks or computes for some milliseconds is held up: `heldUp` is called, and `resumed`
    /// once it has ended. Only then is there a timer; one that returns at once costs none.
    ///
    /// The operation may say itself that it is in time, see ``TimedCall/end()``, and do more then, which no deadline ends.
    ///
    /// - Parameter callersExecutor: What runs the rest of an operation that has ended in time and suspends; nil: what ran
    ///   it before.
    @inline(__always)
    func run<Result: Sendable>(
        continuingOn callersExecutor: (any TaskExecutor)? = nil,
        _ operation: @escaping @Sendable (TimedCall) async -> Result,
        heldUp: @escaping @Sendable () -> Void = {},
        resumed: @escaping @Sendable () -> Void = {},
        expired: @escaping @Sendable () -> Void,
        late: @escaping @Sendable () -> Void
    ) async -> Outcome<Result> {
        let call = TimedCall(self, callersExecutor: callersExecutor, heldUp: heldUp, resumed: resumed, expired: expired)
        // Unsafe: written before the call is done, and read after; when it comes too late, it is read no more.
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

/// An operation with a deadline: which of the two comes first.
///
/// It is the executor of its task. So the pool that runs the task's jobs can tell it how they fare, and what comes after the
/// operation runs where the caller is.
///
/// What waits for the end is an unchecked continuation, resumed once as the state says: a checked one is copied through
/// its type's metadata whenever the state is looked at.
final class TimedCall: TaskExecutor {
    enum Ending {
        case returned, expired, refused
    }

    private struct State {
        /// What came first.
        var ending: Ending?
        /// Whether all that follows has been done, too.
        var isDone = false
        var hasJobs = false
        var isHeldUp = false
        var waiter: UnsafeContinuation<Ending, Never>?
        var task: Task<Void, Never>?
        var timer: ScheduledCall?
    }

    private let state = Mutex(State())
    private let deadline: Deadline
    private let callersExecutor: (any TaskExecutor)?
    private let heldUp: @Sendable () -> Void
    private let resumed: @Sendable () -> Void
    private let expired: @Sendable () -> Void

    init(
        _ deadline: Deadline,
        callersExecutor: (any TaskExecutor)?,
        heldUp: @escaping @Sendable () -> Void,
        resumed: @escaping @Sendable () -> Void,
        expired: @escaping @Sendable () -> Void
    ) {
        self.deadline = deadline
        self.callersExecutor = callersExecutor
        self.heldUp = heldUp
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

    /// Keeps the task, to be cancelled at the deadline.
    func keep(_ task: Task<Void, Never>) { state.withLock { if $0.ending == nil { $0.task = task } } }

    /// The operation has returned; whether that is in time. It may be asked again.
    func end() -> Bool { end(.returned) }

    /// No thread can run it.
    func refuse() { _ = end(.refused) }

    /// All that follows an operation that has returned in time is done.
    func finish() {
        let waiter = state.withLock { state in
            state.isDone = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: .returned)
    }

    /// A job of the task has ended: unless the operation has ended with it, it has suspended.
    func jobHasEnded() { holdUp() }

    /// The operation does not return at once: from now on its time is measured.
    func holdUp() {
        let isFirst = state.withLock { state in
            guard state.ending == nil, !state.isHeldUp else { return false }
            state.isHeldUp = true
            return true
        }
        guard isFirst else { return }
        heldUp()
        let timer = deadline.clock.after(deadline.seconds) { [weak self] in self?.expire() }
        let isOver = state.withLock { state in
            if state.ending == nil { state.timer = timer }
            return state.ending != nil
        }
        if isOver { timer.cancel() }
    }

    /// Waits until it is done, or will not be.
    func ending() async -> Ending {
        if let ending = state.withLock({ $0.isDone ? $0.ending : nil }) { return ending }
        return await withUnsafeContinuation { continuation in
            let ending = state.withLock { state in
                if !state.isDone { state.waiter = continuation }
                return state.isDone ? state.ending : nil
            }
            if let ending { continuation.resume(returning: ending) }
        }
    }

    private func expire() {
        let task = state.withLock(\.task)
        if end(.expired) { task?.cancel() }
    }

    /// Ends it, unless something else came first; whether it ends so.
    private func end(_ ending: Ending) -> Bool {
        let (before, isFirst) = state.withLock { state in
            let before = state
            guard before.ending == nil else { return (before, false) }
            // In here, so that an operation that returns at this moment is not late before it is told.
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
        if before.isHeldUp { resumed() }
        if ending != .returned { before.waiter?.resume(returning: ending) }
        return true
    }
}
