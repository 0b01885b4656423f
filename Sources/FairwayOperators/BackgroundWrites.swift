import Fairway
import Synchronization

/// Delays and serialises the writes of a recorder, so that no change waits for the store.
final class BackgroundWrites: Sendable {
    private let delay: Double
    private let clock: any WallClock
    private let executor: (any TaskExecutor)?
    private let state = Mutex(State())

    private struct State {
        var isScheduled = false
        /// The task of the latest write.
        var latest: Task<Void, Never>?
    }

    init(afterSeconds delay: Double, clock: any WallClock, executor: (any TaskExecutor)?) {
        self.delay = delay
        self.clock = clock
        self.executor = executor
    }

    /// Calls `write` with the owner after the delay, unless a call is scheduled already.
    ///
    /// Every change calls this, so `write` should capture nothing: it then needs no allocation.
    func schedule<Owner: AnyObject & Sendable>(for owner: Owner, _ write: @escaping @Sendable (Owner) async -> Void) {
        let isFirst = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isFirst else { return }
        clock.after(delay) { [self, weak owner] in
            state.withLock { $0.isScheduled = false }
            guard let owner else { return }
            Task(executorPreference: executor) { await write(owner) }
        }
    }

    /// Writes after the earlier writes have ended. Returns when this one has ended.
    func runInTurn(_ write: @escaping @Sendable () async -> Void) async {
        let task = state.withLock { state in
            let earlier = state.latest
            let task = Task(executorPreference: executor) {
                await earlier?.value
                await write()
            }
            state.latest = task
            return task
        }
        await task.value
    }
}
