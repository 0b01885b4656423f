import Synchronization

/// Runs the tasks of a simulation on the thread of whoever asks, one job after another, the next one by the dice.
///
/// Time stands still while a job is ready, and goes on to the next call that waits for it when none is. Now and then it
/// goes on all the same, as if the machine were busy.
final class Scheduler: TaskExecutor {
    private let dice: Dice
    private let state = Mutex(State())

    private struct State {
        var ready: [UnownedJob] = []
        /// Those who wait for a moment, latest first.
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

    /// How long it has been running, by its own time.
    var milliseconds: Int { state.withLock(\.milliseconds) }

    /// Takes in a job of a task that runs here.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.ready.append(job) }
    }

    /// Calls back after so many milliseconds; returns the number under which that is forgotten.
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

    /// Makes a call no more.
    func forget(_ number: Int) { state.withLock { $0.waiting.removeAll { $0.number == number } } }

    /// Lets others go on for so many milliseconds.
    func pause(_ milliseconds: Int) async {
        await withUnsafeContinuation { continuation in
            call(after: milliseconds) { continuation.resume() }
        }
    }

    /// Runs jobs until something is so, and calls back between any two of them.
    ///
    /// - Returns: false when nothing can go on any more, or too much did.
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
