import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Threads for what apps have written, which may block or compute for as long as it likes.
///
/// It grows when its threads are held up, see ``ThreadPlan``, so that whoever comes next finds a thread. It has no thread
/// before the first work comes.
package final class ThreadPool: TaskExecutor {
    /// A thread that is at the same work for so long, or at most twice as long, is held up.
    private static let secondsBetweenLooks = 0.005
    /// With nothing to look at for so many looks, the lookout sleeps until there is work again.
    private static let looksBeforeSleep = 40

    /// How many of its threads run at a time, those not counted that are held up: one for each processor.
    let width: Int
    private let core: Core

    /// A pool without a thread.
    ///
    /// - Parameters:
    ///   - limit: how many threads it may have, those included that block.
    ///   - secondsToWait: how long work that can be refused waits while all of them block; nil: as long as it takes.
    package init(limit: Int, secondsToWait: Double? = nil) {
        width = max(1, min(limit, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        core = Core(
            ThreadPlan(
                width: width,
                limit: limit,
                looksBeforeRefusal: secondsToWait.map { max(1, Int($0 / Self.secondsBetweenLooks)) } ?? .max
            )
        )
    }

    /// Elsewhere, because the last reference may be released with finished work, by a thread that has locked the state.
    deinit { DispatchQueue.global().async { [core] in core.close() } }

    /// How many threads there are, and how many of them are held up.
    var counts: (threads: Int, heldUp: Int) { core.state.withLock { ($0.plan.threads, $0.plan.heldUp) } }

    /// Takes a job of a task that prefers this pool.
    package func enqueue(_ job: consuming ExecutorJob) {
        core.add(Job(job: UnownedJob(job), executor: asUnownedTaskExecutor(), call: nil), isRefusable: false)
    }

    /// Takes a job of a call that wants to know how it is run.
    func add(_ job: UnownedJob, of call: TimedCall, isFirst: Bool) {
        core.add(Job(job: job, executor: call.asUnownedTaskExecutor(), call: call), isRefusable: isFirst)
    }

    private struct Job: Sendable {
        let job: UnownedJob
        let executor: UnownedTaskExecutor
        let call: TimedCall?

        /// Runs it as one of a task that prefers this executor: else each return to a function that is isolated to nothing
        /// would be a hop to the end of the queue.
        func run() { job.runSynchronously(on: executor) }
    }

    /// What the threads hold: not the pool, or it would never end.
    private final class Core: Sendable {
        struct State: Sendable {
            var plan: ThreadPlan<Job>
            var isLookoutAwake = false
            var hasLookout = false
        }

        let state: Mutex<State>
        private let workCame = DispatchSemaphore(value: 0)
        private let lookoutIsNeeded = DispatchSemaphore(value: 0)

        init(_ plan: consuming ThreadPlan<Job>) { state = Mutex(State(plan: plan)) }

        func add(_ job: Job, isRefusable: Bool) {
            let (summons, wakesLookout) = state.withLock { state in
                let summons = state.plan.add(job, isRefusable: isRefusable)
                defer { state.isLookoutAwake = true }
                return (summons, !state.isLookoutAwake)
            }
            follow(summons)
            if wakesLookout { wakeLookout() }
        }

        func close() {
            let idle = state.withLock { $0.plan.close() }
            for _ in 0..<idle { workCame.signal() }
            lookoutIsNeeded.signal()
        }

        private func follow(_ summons: ThreadPlan<Job>.Summons) {
            switch summons {
            case .nothing: break
            case .wakeThread: workCame.signal()
            case .startThread: start()
            }
        }

        private func start() {
            if !startThread({ self.work() }) { state.withLock { $0.plan.didNotStart() } }
        }

        /// A thread's life.
        private func work() {
            let number = state.withLock { $0.plan.arrive() }
            var isArriving = true
            while true {
                let (turn, summons) = state.withLock { $0.plan.next(number, isArriving: isArriving) }
                follow(summons)
                switch turn {
                case .run(let job):
                    job.run()
                    job.call?.jobHasEnded()
                    isArriving = false
                case .wait:
                    workCame.wait()
                    isArriving = true
                case .end: return
                }
            }
        }

        // MARK: The lookout

        private func wakeLookout() {
            let isNew = state.withLock { state in
                defer { state.hasLookout = true }
                return !state.hasLookout
            }
            guard isNew else { return _ = lookoutIsNeeded.signal() }
            if !startThread({ self.lookOut() }) {
                // Whoever adds work next tries again.
                state.withLock { ($0.hasLookout, $0.isLookoutAwake) = (false, false) }
            }
        }

        private func lookOut() {
            var quietLooks = 0
            while true {
                _ = lookoutIsNeeded.wait(timeout: .now() + ThreadPool.secondsBetweenLooks)
                let (findings, needsLooks, isClosed) = state.withLock { state in
                    (state.plan.look(), state.plan.needsLooks, state.plan.isClosed)
                }
                for _ in 0..<findings.starting { start() }
                for job in findings.heldUp { job.call?.holdUp() }
                for job in findings.refused {
                    job.call?.refuse()
                    // It sees that it was refused, and returns.
                    job.run()
                }
                if isClosed, !needsLooks { return }
                quietLooks = needsLooks ? 0 : quietLooks + 1
                guard quietLooks >= ThreadPool.looksBeforeSleep else { continue }
                let mayEnd = state.withLock { state in
                    state.isLookoutAwake = state.plan.needsLooks
                    return !state.isLookoutAwake
                }
                if mayEnd { lookoutIsNeeded.wait() }
                quietLooks = 0
            }
        }
    }
}

/// Starts a thread; false: the system has none left.
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
