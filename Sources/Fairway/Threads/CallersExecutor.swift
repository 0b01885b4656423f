import Synchronization

/// The executor of a task that waits for a ``TimedCall`` and then continues.
///
/// The task continues on the thread that has ended the call, until it suspends again. A hop to the caller's executor at
/// that point would cost a switch between threads. All other jobs of the task run on the caller's executor.
final class CallersExecutor: TaskExecutor {
    private let executor: any TaskExecutor
    /// Whether the next job runs on the thread that enqueues it. The first one begins the task's use of this executor, on
    /// the caller's thread.
    private let runsNextHere = Atomic<Bool>(true)

    init(_ executor: any TaskExecutor) { self.executor = executor }

    func enqueue(_ job: consuming ExecutorJob) {
        guard runsNextHere.exchange(false, ordering: .relaxed) else { return executor.enqueue(job) }
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }

    /// Lets the task's next job run on the thread that enqueues it.
    func runNextHere() { runsNextHere.store(true, ordering: .relaxed) }

    /// Called by the task. It may not have suspended, so its next job would run on the wrong thread.
    func runNextOnCaller() { runsNextHere.store(false, ordering: .relaxed) }
}
