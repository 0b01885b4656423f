import Synchronization

/// Runs something that may take too long.
struct Deadline: Sendable {
    let seconds: Double
    let clock: any WallClock
    /// What runs the rest of an operation that suspends.
    var executor: (any TaskExecutor)?

    /// The result, or nil when it takes longer: then `expired` is called, the task is cancelled, and `late` is called once
    /// it has really returned, never before `expired`. What does not suspend is run to its end right here, without a
    /// timer and without a hop; around the wait for what does, `suspended` and `resumed` are called.
    func run<Result: Sendable>(
        _ operation: @escaping @Sendable () async -> Result,
        suspended: () -> Void = {},
        resumed: () -> Void = {},
        expired: @escaping @Sendable () -> Void,
        late: @escaping @Sendable () -> Void
    ) async -> Result? {
        let race = Race<Result>()
        let task = Task.immediate(executorPreference: executor) {
            let result = await operation()
            if !race.finish(result) { late() }
        }
        if let result = race.result { return result }
        clock.after(seconds) { [weak race] in
            if race?.expire(expired) == true { task.cancel() }
        }
        suspended()
        defer { resumed() }
        return await race.outcome()
    }
}

/// Who is first: the result or the deadline.
private final class Race<Result: Sendable>: Sendable {
    private enum State {
        case running
        case awaited(CheckedContinuation<Result?, Never>)
        case finished(Result)
        case expired
    }

    private let state = Mutex(State.running)

    var result: Result? {
        state.withLock { if case .finished(let result) = $0 { result } else { nil } }
    }

    /// Whether the result came in time.
    func finish(_ result: Result) -> Bool {
        let before = state.withLock { state in
            let before = state
            if case .expired = before { return before }
            state = .finished(result)
            return before
        }
        switch before {
        case .running, .finished:
            return true
        case .awaited(let continuation):
            continuation.resume(returning: result)
            return true
        case .expired:
            return false
        }
    }

    /// Whether the deadline was first. Then it is told so before the result, which may come at any moment, can be late.
    func expire(_ expired: () -> Void) -> Bool {
        let before = state.withLock { state in
            let before = state
            if case .finished = before { return before }
            expired()
            state = .expired
            return before
        }
        switch before {
        case .running, .expired:
            return true
        case .awaited(let continuation):
            continuation.resume(returning: nil)
            return true
        case .finished:
            return false
        }
    }

    func outcome() async -> Result? {
        await withCheckedContinuation { continuation in
            let ready: Result?? = state.withLock { state in
                switch state {
                case .running, .awaited:
                    state = .awaited(continuation)
                    return nil
                case .finished(let result):
                    return .some(result)
                case .expired:
                    return .some(nil)
                }
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}
