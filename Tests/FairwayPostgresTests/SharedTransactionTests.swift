#if Postgres
import TestWaits
import Fairway
import FairwayTesting
import FairwayWire
import Testing

@testable import FairwayPostgres

extension PostgresTests {
    /// Changes of many sessions in one transaction.
    @Suite struct SharedTransactionTests {
        @Test func invalidChangeFailsAlone() async throws {
            try await TestDatabase.using { database in
                let store = try database.storeWithoutTimeouts()
                let names = (10..<50).map { "s\($0)" }
                for name in names { _ = try await store.commit(StoredSample(name).starting()) }
                let outcomes = try await Self.atOnce(names, at: store, database) { name in
                    var change = StoredSample(name).counting(from: 1)
                    // Invalid UTF-8, which PostgreSQL rejects.
                    if name == "s30" { change.row?.viewModels = RawJSON(known: [0xFF]) }
                    if name == "s31" { change.expectedRevision = 7 }
                    return change
                }
                #expect(store.writeStatistics?.largestGroup ?? 0 > 8)
                for (name, outcome) in outcomes {
                    #expect(outcome == (name == "s30" ? nil : name == "s31" ? .conflict : .committed), "\(name)")
                    let revision = try await store.load(name)?.session.revision
                    #expect(revision == (["s30", "s31"].contains(name) ? 1 : 2), "\(name)")
                }
                await store.close()
            }
        }

        @Test func groupOfOneDisablesSharing() async throws {
            try await TestDatabase.using { database in
                let store = try database.storeWithoutTimeouts(mostChangesInGroup: 1)
                let names = (10..<50).map { "s\($0)" }
                for name in names { _ = try await store.commit(StoredSample(name).starting()) }
                let outcomes = try await Self.atOnce(names, at: store, database) { StoredSample($0).counting(from: 1) }
                #expect(outcomes.allSatisfy { $0.value == .committed })
                #expect(store.writeStatistics?.largestGroup == 1)
                await store.close()
            }
        }

        /// The outcomes of commits that are all queued before the first one runs; nil for those that fail.
        private static func atOnce(
            _ names: [String],
            at store: PostgresStore,
            _ database: TestDatabase,
            _ change: @escaping @Sendable (String) -> Commit
        ) async throws -> [String: CommitOutcome?] {
            let blocker = try database.connect()
            try blocker.execute("BEGIN; LOCK TABLE sessions")
            return try await withThrowingTaskGroup(of: (String, CommitOutcome?).self) { group in
                for name in names { group.addTask { (name, try? await store.commit(change(name))) } }
                try await until { store.writeStatistics?.waiting == names.count }
                try blocker.execute("COMMIT")
                return try await group.reduce(into: [:]) { $0[$1.0] = .some($1.1) }
            }
        }
    }
}
#endif
