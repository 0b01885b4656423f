import Synchronization

/// Runs something that may take too long.
struct Deadline: Sendable {
    let seconds: Double
    let clock: any WallClock
    /// What runs the rest of an operation that suspends.
    var executor: (any TaskExecutor)?

    /// The result, or nil when it takes longer: then `expired` is called, the task is cancelled, and `late` is called
    /// once it has really returned, never before `expired`. What does not suspend is run to its end right here, without
    /// a timer and without a hop; around the wait for what does, `suspended` and `resumed` are called.
    @inline(__always)
    func run<Result: Sendable>(
        _ operation: @escaping @Sendable () async -> Result,
        suspended: () -> Void = {},
        resumed: () -> Void = {},
        expired: @escaping @Sendable () -> Void,
        late: @escaping @Sendable () -> Void
    ) async -> Result? {
        let race = Race()
        // Unsafe: written before the race is finished, and read after; when it comes too late, it is read no more.
        nonisolated(unsafe) var result: Result?
        let task = Task.immediate(executorPreference: executor) {
            result = await operation()
            if !race.finish() { late() }
        }
        if race.isFinished { return result }
        suspended()
        defer { resumed() }
        return await waits(for: race, task, expired) ? result : nil
    }

    /// Whether a task that has suspended comes to its end in time.
    ///
    /// Not inlined: an async function's frame has room for everything it may await, and only operations that suspend
    /// should pay for this wait.
    @inline(never)
    private func waits(
        for race: Race,
        _ task: Task<Void, Never>,
        _ expired: @escaping @Sendable () -> Void
    ) async -> Bool {
        clock.after(seconds) { [weak race] in
            if race?.expire(expired) == true { task.cancel() }
        }
        return await race.isWon()
    }
}

/// Who is first: the result or the deadline.
///
/// What waits for that is an unchecked continuation, resumed once as the state says: a checked one is copied through
/// its type's metadata whenever the state is looked at.
private final class Race: Sendable {
    private enum State {
        case running
        case awaited(UnsafeContinuation<Bool, Never>)
        case finished
        case expired
    }

    private let state = Mutex(State.running)

    /// Whether the result is there, and came in time.
    var isFinished: Bool {
        state.withLock { if case .finished = $0 { true } else { false } }
    }

    /// Whether the result came in time.
    func finish() -> Bool {
        let before = state.withLock { state in
            let before = state
            if case .expired = before { return before }
            state = .finished
            return before
        }
        switch before {
        case .running, .finished:
            return true
        case .awaited(let continuation):
            continuation.resume(returning: true)
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
            continuation.resume(returning: false)
            return true
        case .finished:
            return false
        }
    }

    /// Waits for whoever comes first: whether it is the result.
    func isWon() async -> Bool {
        await withUnsafeContinuation { continuation in
            let ready: Bool? = state.withLock { state in
                switch state {
                case .running, .awaited:
                    state = .awaited(continuation)
                    return nil
                case .finished:
                    return true
                case .expired:
                    return false
                }
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}
