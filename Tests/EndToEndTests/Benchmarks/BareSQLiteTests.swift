import Fairway
import FairwaySQLite
import Testing

@testable import Benchmarks

/// The benchmark's baseline writes to the same sessions as the store.
struct BareSQLiteTests {
    @Test(arguments: [ActiveSessions.all, .newest(4), .spread(4)])
    func baselineChangesActiveSessions(_ active: ActiveSessions) async throws {
        let (sessions, changes) = (10, 40)
        let kept = try TemporaryStore()
        try await StoreBenchmark.fill(kept.path, sessions)
        let bare = try BareSQLite(kept.path)
        for _ in 0..<changes / 8 { try bare.changeGroup(of: 8, active) }

        let store = try SQLiteStore(kept.path)
        var revisions: [Int] = []
        for number in 0..<sessions {
            let id = StoredCounter(number).id
            let revision = try #require(try await store.load(id)).session.revision
            // Each journal entry follows the one before it.
            let journal = try await store.journal(id, after: 1, limit: changes).map(\.revision)
            #expect(journal == Array(2..<revision + 1))
            revisions.append(revision)
        }
        await store.close()
        #expect(revisions.reduce(0, +) == sessions + changes)
        let driven = Set((0..<active.count(of: sessions)).map { active.number($0, of: sessions) })
        #expect(driven == Set(revisions.indices.filter { revisions[$0] > 1 }))
    }
}
