import Synchronization

/// A task that runs operations of a ``ThreadPool``.
///
/// The frames of a task's asynchronous functions are in blocks of memory that the task keeps until it ends. A task that has run an
/// action needs no further block for the next one, so the pool keeps tasks, and they run one operation after another.
final class PooledTask: TaskExecutor {
    /// A struct, because a closure that is passed as a generic value allocates.
    struct Operation: Sendable {
        /// Returns whether the task may run another operation.
        let run: @Sendable () async -> Bool
    }

    private struct State {
        var task: Task<Void, Never>?
        var call: (any PooledCall)?
        /// The task waits for an operation, or is about to.
        var waiting: UnsafeContinuation<Operation?, Never>?
        /// Whether the call's first job was enqueued.
        var hasBegun = false
        /// The number of jobs that have not ended.
        var jobs = 0
    }

    private let core: ThreadPool.Core
    private let isKept: Bool
    private let state = Mutex(State())

    /// A task that waits for an operation.
    ///
    /// - Parameter isKept: Whether it runs one operation after another, without task-local values. Otherwise it has those of the
    ///   caller.
    init(of core: ThreadPool.Core, isKept: Bool) {
        (self.core, self.isKept) = (core, isKept)
        // It suspends on this thread. If its closure had the operation, it would retain it.
        let task =
            isKept
            ? Task.immediateDetached(executorPreference: self) { await self.runOperations() }
            : Task.immediate(executorPreference: self) { await self.runOperations() }
        state.withLock { $0.task = task }
    }

    private func runOperations() async {
        var operation = await next()
        while operation != nil {
            let mayContinue = await operation?.run() == true
            // Released before the task waits.
            operation = nil
            if mayContinue, isKept { operation = await next() }
        }
    }

    private func next() async -> Operation? {
        await withUnsafeContinuation { continuation in state.withLock { $0.waiting = continuation } }
    }

    /// Runs the operation of a call in this task, which waits.
    func run(_ operation: Operation, of call: any PooledCall) -> Task<Void, Never> {
        let (task, waiting) = state.withLock { state in
            defer { (state.call, state.waiting, state.hasBegun) = (call, nil, false) }
            return (state.task, state.waiting)
        }
        guard let task, let waiting else { preconditionFailure("A task that does not wait cannot run an operation.") }
        waiting.resume(returning: operation)
        return task
    }

    /// Ends this task, which waits.
    func end() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (call, isFirst) = state.withLock { state in
            defer { (state.hasBegun, state.jobs) = (true, state.jobs + 1) }
            return (state.call, !state.hasBegun)
        }
        if let call {
            core.add(job, of: self, for: call, isFirst: isFirst)
        } else {
            // The task ends. It runs no code of the app, and a pool that is closed may have no thread for it.
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Called when a job has ended.
    func jobHasEnded() {
        let (call, isWaiting) = state.withLock { state in
            state.jobs -= 1
            // A job that has ended may not have returned yet, and another one follows it. The last one decides.
            let isWaiting = state.waiting != nil && state.jobs == 0
            defer { if isWaiting { state.call = nil } }
            return (state.call, isWaiting)
        }
        if isWaiting { core.keep(self) } else { call?.jobHasEnded() }
    }
}

/// A call whose operation a ``PooledTask`` runs.
protocol PooledCall: AnyObject, Sendable {
    /// Called when no thread is available for the call.
    func refuse()
    /// Called when a job has ended. If the call has not, it is suspended.
    func jobHasEnded()
    /// Called when a job blocks or computes.
    func markStalled()
}
