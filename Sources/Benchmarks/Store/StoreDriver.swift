import Fairway
import FairwaySQLite
import Foundation
import Synchronization

/// Changes sessions of a store, so many at a time.
final class StoreDriver: Sendable {
    private let store: SQLiteStore
    private let sessions: Int
    private let active: ActiveSessions
    /// The revisions of the active sessions, which have just been started. A task has sessions of its own, so that no two
    /// write to one place.
    private let revisions: Mutex<[Int]>
    private let rounds = Atomic(0)

    init(_ store: SQLiteStore, sessions: Int, active: ActiveSessions = .all) {
        self.store = store
        self.sessions = sessions
        self.active = active
        revisions = Mutex(Array(repeating: 1, count: active.count(of: sessions)))
    }

    /// Changes a second while so many tasks each wait for one.
    func rate(waiting: Int, seconds: Double) async throws -> Double {
        precondition(waiting <= active.count(of: sessions), "each who waits has sessions of its own")
        let clock = ContinuousClock()
        let start = clock.now
        let end = start + .seconds(seconds)
        let round = rounds.add(1, ordering: .relaxed).oldValue
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<waiting {
                // Of its own in each round, too: else each would come back to the sessions of the one before.
                let order = Shuffle(seed: UInt64(round) << 32 | UInt64(task))
                group.addTask { try await self.drive(task, of: waiting, in: order, until: end) }
            }
            return try await group.reduce(0, +)
        }
        return Double(total) / ((clock.now - start) / .seconds(1))
    }

    private func drive(
        _ task: Int,
        of tasks: Int,
        in order: consuming Shuffle,
        until end: ContinuousClock.Instant
    ) async throws -> Int {
        var changes = 0
        while ContinuousClock.now < end {
            let place = task + order.next(below: active.count(of: sessions) / tasks) * tasks
            let counter = StoredCounter(active.number(place, of: sessions))
            let revision = revisions.withLock { $0[place] }
            guard try await store.commit(counter.counting(from: revision)) == .committed else {
                throw CocoaError(.fileWriteUnknown)
            }
            revisions.withLock { $0[place] = revision + 1 }
            changes += 1
        }
        return changes
    }
}
