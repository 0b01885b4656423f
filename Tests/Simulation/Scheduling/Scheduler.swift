import Synchronization

/// A deterministic task executor. It runs jobs one after another on the calling thread, in random order.
///
/// Time advances to the next timer when no job is ready, and at random also before that, as on a busy machine.
final class Scheduler: TaskExecutor {
    private let dice: Dice
    private let state = Mutex(State())

    private struct State {
        var ready: [UnownedJob] = []
        /// Timers, latest first.
        var waiting: [Waiting] = []
        var milliseconds = 0
        var count = 0
    }

    private struct Waiting {
        var due: Int
        var number: Int
        var call: @Sendable () -> Void
    }

    init(_ dice: Dice) { self.dice = dice }

    /// The elapsed simulated time.
    var milliseconds: Int { state.withLock(\.milliseconds) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.ready.append(job) }
    }

    /// Schedules a callback. Returns a number for `forget(_:)`.
    @discardableResult
    func call(after milliseconds: Int, _ call: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.count += 1
            let new = Waiting(due: state.milliseconds + max(0, milliseconds), number: state.count, call: call)
            let place = state.waiting.firstIndex { ($0.due, $0.number) < (new.due, new.number) }
            state.waiting.insert(new, at: place ?? state.waiting.endIndex)
            return new.number
        }
    }

    /// Cancels a callback.
    func forget(_ number: Int) { state.withLock { $0.waiting.removeAll { $0.number == number } } }

    /// Suspends the caller for a simulated time.
    func pause(_ milliseconds: Int) async {
        await withUnsafeContinuation { continuation in
            call(after: milliseconds) { continuation.resume() }
        }
    }

    /// Runs jobs and timers until `isDone`, and calls `between` before each.
    ///
    /// - Returns: False if nothing is left to run before `isDone`, or after `mostSteps`.
    func run(mostSteps: Int, until isDone: () -> Bool, between: () -> Void) -> Bool {
        for _ in 0..<mostSteps {
            if isDone() { return true }
            between()
            if let job = takeJob() {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if let call = takeCall() {
                call()
            } else {
                return isDone()
            }
        }
        return false
    }

    private func takeJob() -> UnownedJob? {
        let (count, waiting) = state.withLock { ($0.ready.count, $0.waiting.count) }
        guard count > 0, waiting == 0 || !dice.chance(of: 64) else { return nil }
        let index = dice.roll(0...count - 1)
        return state.withLock { $0.ready.remove(at: index) }
    }

    private func takeCall() -> (@Sendable () -> Void)? {
        state.withLock { state -> (@Sendable () -> Void)? in
            guard let next = state.waiting.popLast() else { return nil }
            state.milliseconds = max(state.milliseconds, next.due)
            return next.call
        }
    }
}
