import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Threads for the app's own code, which may block or compute for any length of time.
///
/// The pool has no threads until work is added. It grows when its threads stall; see ``ThreadPlan``.
package final class ThreadPool: TaskExecutor {
    /// The interval between checks. A thread is stalled if it runs the same work in two consecutive checks.
    private static let secondsBetweenChecks = 0.005
    /// The number of checks with nothing to do after which the monitor thread sleeps.
    private static let checksBeforeSleep = 40
    /// The number of tasks that wait for an operation. Beyond it, a task ends with its operation.
    private static let mostWaitingTasks = 64

    /// The maximum number of threads that run at a time, not counting stalled ones: one per processor.
    let width: Int
    private let core: Core

    /// A pool that has no threads yet.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of threads, including stalled ones.
    ///   - secondsToWait: How long refusable work waits while all threads are stalled; nil means without limit.
    package init(limit: Int, secondsToWait: Double? = nil) {
        width = max(1, min(limit, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        core = Core(
            ThreadPlan(
                width: width,
                limit: limit,
                checksBeforeRefusal: secondsToWait.map { max(1, Int($0 / Self.secondsBetweenChecks)) } ?? .max
            )
        )
    }

    /// Asynchronous, because the last reference may be released by a thread that has locked the state.
    deinit { DispatchQueue.global().async { [core] in core.close() } }

    var counts: (threads: Int, stalled: Int) { core.state.withLock { ($0.plan.threads, $0.plan.stalled) } }

    /// The number of tasks that wait for an operation.
    var waitingTaskCount: Int { core.state.withLock(\.waitingTasks.count) }

    /// Enqueues a job of a task that prefers this pool.
    package func enqueue(_ job: consuming ExecutorJob) {
        core.add(Job(job: UnownedJob(job), executor: asUnownedTaskExecutor(), task: nil, call: nil), isRefusable: false)
    }

    /// Runs the operation of a call, which is informed when it stalls.
    ///
    /// - Parameter isKept: Whether the task runs further operations afterwards.
    func run(
        _ call: any PooledCall,
        inKeptTask isKept: Bool,
        _ operation: @escaping @Sendable () async -> Bool
    ) -> Task<Void, Never> {
        let kept = isKept ? core.state.withLock { $0.waitingTasks.popLast() } : nil
        return (kept ?? PooledTask(of: core, isKept: isKept)).run(PooledTask.Operation(run: operation), of: call)
    }

    struct Job: Sendable {
        let job: UnownedJob
        let executor: UnownedTaskExecutor
        let task: PooledTask?
        /// The call at the time of the job. The task may run another one when the monitor looks.
        let call: (any PooledCall)?

        /// Runs the job with the task's executor. Otherwise each return to a nonisolated function would enqueue another
        /// job.
        func run() { job.runSynchronously(on: executor) }
    }

    /// The part that the threads retain. They must not retain the pool, which would then never be released.
    final class Core: Sendable {
        struct State: Sendable {
            var plan: ThreadPlan<Job>
            var waitingTasks: [PooledTask] = []
            var isMonitorAwake = false
            var hasMonitor = false
        }

        let state: Mutex<State>
        private let workAdded = DispatchSemaphore(value: 0)
        private let monitorIsNeeded = DispatchSemaphore(value: 0)

        init(_ plan: consuming ThreadPlan<Job>) { state = Mutex(State(plan: plan)) }

        /// Enqueues a job of a task, which is informed when the job stalls.
        func add(_ job: UnownedJob, of task: PooledTask, for call: any PooledCall, isFirst: Bool) {
            add(Job(job: job, executor: task.asUnownedTaskExecutor(), task: task, call: call), isRefusable: isFirst)
        }

        /// Keeps a task that waits for an operation, or ends it.
        func keep(_ task: PooledTask) {
            let isKept = state.withLock { state in
                guard !state.plan.isClosed, state.waitingTasks.count < ThreadPool.mostWaitingTasks else { return false }
                state.waitingTasks.append(task)
                return true
            }
            if !isKept { task.end() }
        }

        func add(_ job: Job, isRefusable: Bool) {
            let (wakeup, wakesMonitor) = state.withLock { state in
                let wakeup = state.plan.add(job, isRefusable: isRefusable)
                defer { state.isMonitorAwake = true }
                return (wakeup, !state.isMonitorAwake)
            }
            carryOut(wakeup)
            if wakesMonitor { wakeMonitor() }
        }

        func close() {
            let (idle, tasks) = state.withLock { state in
                defer { state.waitingTasks = [] }
                return (state.plan.close(), state.waitingTasks)
            }
            for task in tasks { task.end() }
            for _ in 0..<idle { workAdded.signal() }
            monitorIsNeeded.signal()
        }

        private func carryOut(_ wakeup: ThreadPlan<Job>.Wakeup) {
            switch wakeup {
            case .nothing: break
            case .wakeThread: workAdded.signal()
            case .startThread: start()
            }
        }

        private func start() {
            if !startThread({ self.work() }) { state.withLock { $0.plan.startFailed() } }
        }

        private func work() {
            let number = state.withLock { $0.plan.register() }
            var isArriving = true
            while true {
                let (step, wakeup) = state.withLock { $0.plan.next(number, isArriving: isArriving) }
                carryOut(wakeup)
                switch step {
                case .run(let job):
                    job.run()
                    job.task?.jobHasEnded()
                    isArriving = false
                case .wait:
                    workAdded.wait()
                    isArriving = true
                case .end: return
                }
            }
        }

        // MARK: Monitor thread

        private func wakeMonitor() {
            let isNew = state.withLock { state in
                defer { state.hasMonitor = true }
                return !state.hasMonitor
            }
            guard isNew else { return _ = monitorIsNeeded.signal() }
            if !startThread({ self.monitor() }) {
                // The next call of `add` tries again.
                state.withLock { ($0.hasMonitor, $0.isMonitorAwake) = (false, false) }
            }
        }

        private func monitor() {
            var quietChecks = 0
            while true {
                _ = monitorIsNeeded.wait(timeout: .now() + ThreadPool.secondsBetweenChecks)
                let (result, needsChecks, isClosed) = state.withLock { state in
                    (state.plan.check(), state.plan.needsChecks, state.plan.isClosed)
                }
                for _ in 0..<result.starting { start() }
                for job in result.stalled { job.call?.markStalled() }
                for job in result.refused {
                    job.call?.refuse()
                    // The job finds that the call is refused, and returns immediately.
                    job.run()
                    job.task?.jobHasEnded()
                }
                if isClosed, !needsChecks { return }
                quietChecks = needsChecks ? 0 : quietChecks + 1
                guard quietChecks >= ThreadPool.checksBeforeSleep else { continue }
                let mayEnd = state.withLock { state in
                    state.isMonitorAwake = state.plan.needsChecks
                    return !state.isMonitorAwake
                }
                if mayEnd { monitorIsNeeded.wait() }
                quietChecks = 0
            }
        }
    }
}

/// Starts a thread. Returns false if the system refuses.
private func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let start = Unmanaged.passRetained(ThreadStart(body))
    let code = pthread_create(&thread, nil, { runThread($0) }, start.toOpaque())
    if code != 0 { start.release() }
    return code == 0
}

private final class ThreadStart: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runThread(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let start else { return nil }
    pthread_detach(pthread_self())
    Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue().body()
    return nil
}
