package import Fairway
package import FairwayWire
import Synchronization

/// Writes the newest states of sessions to the store, in batches after their changes.
///
/// Changes do not wait for it. The states that wait to be written are lost in a crash, or if the store cannot be
/// written.
final class StateKeeper: EngineObserver {
    /// Changes wait while a batch is written.
    private static let statesPerBatch = 64

    private let store: any OperatorStore
    private let limits: OperatorLimits
    private let writes: BackgroundWrites
    private let queue = Mutex(Queue())

    private struct Queue {
        var waiting: [(state: SessionState, blueprint: Blueprint)] = []
        var bytes = 0
        var statistics = StateStatistics()
    }

    init(
        _ store: any OperatorStore,
        limits: OperatorLimits,
        clock: any WallClock,
        executor: (any TaskExecutor)?
    ) {
        self.store = store
        self.limits = limits
        writes = BackgroundWrites(afterSeconds: 0.5, clock: clock, executor: executor)
    }

    var statistics: StateStatistics { queue.withLock(\.statistics) }

    var keepsStates: Bool { true }

    /// Keeps the state after a change, unless too many wait.
    func committed(_ change: CommittedChange) {
        let bytes = change.state.estimatedBytes
        let isNoted = queue.withLock { queue in
            guard queue.waiting.count < limits.keptStatesWaiting, queue.bytes + bytes <= limits.keptStateBytesWaiting
            else {
                queue.statistics.dropped += 1
                return false
            }
            queue.waiting.append((change.state, change.blueprint))
            queue.bytes += bytes
            return true
        }
        if isNoted { writes.schedule(for: self) { await $0.write() } }
    }

    /// Writes all states that wait.
    func write() async { await writes.runInTurn { await self.writeWaiting() } }

    private func writeWaiting() async {
        var changes = queue.withLock { queue in
            let waiting = queue.waiting
            (queue.waiting, queue.bytes) = ([], 0)
            return waiting[...]
        }
        while !changes.isEmpty {
            let batch = changes.prefix(Self.statesPerBatch)
            changes = changes.dropFirst(batch.count)
            let kept = batch.compactMap { try? KeptState($0.state, $0.blueprint) }
            let isWritten = (try? await store.keepStates(kept, most: limits.keptStates)) != nil
            queue.withLock { queue in
                queue.statistics.kept += isWritten ? kept.count : 0
                queue.statistics.dropped += batch.count - (isWritten ? kept.count : 0)
            }
        }
    }
}

extension Operators {
    /// The kept revisions of a session, newest first.
    package func keptRevisions(of session: String) async throws(StoreError) -> [Int] {
        await stateKeeper?.write()
        return try await store.keptRevisions(session)
    }

    /// The state document of a session at a revision as a GET gave it then, without drafts and with sensitive values masked.
    ///
    /// - Throws: `no-such-state` if it is not kept.
    package func keptDocument(_ session: String, at revision: Int) async throws -> RawJSON {
        RawJSON(known: try CompressedJSON(stored: try await kept(session, at: revision).document).unpacked())
    }

    func kept(_ session: String, at revision: Int) async throws -> KeptState {
        await stateKeeper?.write()
        guard let state = try await store.keptState(session, revision: revision) else {
            guard try await store.access(session) != nil else { throw Problem(.noSuchSession) }
            throw Problem(.noSuchState, "The state of session \(session) at revision \(revision) is not kept.")
        }
        return state
    }
}
