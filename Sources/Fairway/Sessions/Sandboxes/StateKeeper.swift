import FairwayWire
import Synchronization

/// Writes the newest states of sessions to the store, in batches after their changes.
///
/// Changes do not wait for it. The states that wait to be written are lost in a crash, or if the store cannot be
/// written.
final class StateKeeper: Sendable {
    private static let secondsBetweenBatches = 0.5
    /// Changes wait while a batch is written.
    private static let statesPerBatch = 64

    private let blueprint: Blueprint
    private let store: any Store
    private let limits: EngineLimits
    private let clock: any WallClock
    private let executor: (any TaskExecutor)?
    private let queue = Mutex(Queue())

    private struct Queue {
        var waiting: [SessionState] = []
        var bytes = 0
        var isScheduled = false
        /// The last task that writes. The next task starts after it has ended.
        var writing: Task<Void, Never>?
        var statistics = StateStatistics()
    }

    init(
        _ blueprint: Blueprint,
        _ store: any Store,
        _ limits: EngineLimits,
        clock: any WallClock,
        executor: (any TaskExecutor)?
    ) {
        self.blueprint = blueprint
        self.store = store
        self.limits = limits
        self.clock = clock
        self.executor = executor
    }

    var statistics: StateStatistics { queue.withLock(\.statistics) }

    /// Keeps a committed state, unless too many wait.
    func keep(_ state: SessionState) {
        let bytes = state.estimatedBytes
        let begins = queue.withLock { queue in
            guard queue.waiting.count < limits.keptStatesWaiting, queue.bytes + bytes <= limits.keptStateBytesWaiting
            else {
                queue.statistics.dropped += 1
                return false
            }
            queue.waiting.append(state)
            queue.bytes += bytes
            defer { queue.isScheduled = true }
            return !queue.isScheduled
        }
        guard begins else { return }
        clock.after(Self.secondsBetweenBatches) { [weak self] in
            guard let self else { return }
            Task(executorPreference: executor) { await self.write() }
        }
    }

    /// Writes all states that wait.
    func write() async {
        let task = queue.withLock { queue in
            let earlier = queue.writing
            let task = Task(executorPreference: executor) {
                await earlier?.value
                await self.writeWaiting()
            }
            queue.writing = task
            return task
        }
        await task.value
    }

    private func writeWaiting() async {
        var states = queue.withLock { queue in
            let waiting = queue.waiting
            (queue.waiting, queue.bytes, queue.isScheduled) = ([], 0, false)
            return waiting[...]
        }
        while !states.isEmpty {
            let batch = states.prefix(Self.statesPerBatch)
            states = states.dropFirst(batch.count)
            let kept = batch.compactMap { try? KeptState($0, blueprint) }
            let isWritten = (try? await store.keepStates(kept, most: limits.keptStates)) != nil
            queue.withLock { queue in
                queue.statistics.kept += isWritten ? kept.count : 0
                queue.statistics.dropped += batch.count - (isWritten ? kept.count : 0)
            }
        }
    }
}

extension Engine {
    /// Writes the kept states that wait. Call it before the store is closed.
    package func writeKeptStates() async { await stateKeeper?.write() }

    /// The kept revisions of a session, newest first.
    package func keptRevisions(of session: String) async throws(StoreError) -> [Int] {
        await writeKeptStates()
        return try await store.keptRevisions(session)
    }

    /// The state document of a session at a revision as a GET gave it then, without drafts and with sensitive values masked.
    ///
    /// - Throws: `no-such-state` if it is not kept.
    package func keptDocument(_ session: String, at revision: Int) async throws -> RawJSON {
        RawJSON(known: try CompressedJSON(stored: try await kept(session, at: revision).document).unpacked())
    }

    func kept(_ session: String, at revision: Int) async throws -> KeptState {
        await writeKeptStates()
        guard let state = try await store.keptState(session, revision: revision) else {
            guard try await store.access(session) != nil else { throw Problem(.noSuchSession) }
            throw Problem(.noSuchState, "The state of session \(session) at revision \(revision) is not kept.")
        }
        return state
    }
}
