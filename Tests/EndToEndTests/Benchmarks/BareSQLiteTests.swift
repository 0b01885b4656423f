import Fairway
import FairwaySQLite
import Testing

@testable import Benchmarks

/// What the store is compared with writes to the sessions that the store has stored.
struct BareSQLiteTests {
    @Test(arguments: [ActiveSessions.all, .newest(4), .spread(4)])
    func itChangesTheSessionsThatAreActive(_ active: ActiveSessions) async throws {
        let (sessions, changes) = (10, 40)
        let kept = try TemporaryStore()
        try await StoreBenchmark.fill(kept.path, sessions)
        var order = Shuffle(seed: 1)
        let bare = try BareSQLite(kept.path)
        for _ in 0..<changes / 8 { try bare.changeGroup(of: 8, active, &order) }

        let store = try SQLiteStore(kept.path)
        var revisions: [Int] = []
        for number in 0..<sessions {
            revisions.append(try #require(try await store.load(StoredCounter(number).id)).session.revision)
        }
        await store.close()
        #expect(revisions.reduce(0, +) == sessions + changes)
        let driven = Set((0..<active.count(of: sessions)).map { active.number($0, of: sessions) })
        #expect(driven == Set(revisions.indices.filter { revisions[$0] > 1 }))
    }
}
