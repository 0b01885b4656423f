#if Postgres
import TestWaits
import Fairway
import FairwayOperators
import FairwayTesting
import Foundation
import Testing

@testable import FairwayPostgres

extension PostgresTests {
    /// Connections that are lost during a commit. The store repeats the commit, and detects whether it was already
    /// written.
    @Suite struct CutConnectionTests {
        /// The kinds of commit. The stored session is at revision 1 and has a handoff code.
        enum Kind: String, CaseIterable {
            case start, change, changeWithKey, refusal, creation, handoff

            var commit: Commit {
                let sample = StoredSample("a")
                switch self {
                case .start: return StoredSample("b").starting()
                case .change: return sample.counting(from: 1)
                case .changeWithKey: return sample.counting(from: 1, key: "k")
                case .refusal:
                    var commit = Commit(session: "a", expectedRevision: 1)
                    commit.reply = sample.reply("k", revision: 1, status: 422)
                    return commit
                case .creation:
                    var commit = StoredSample("b").starting()
                    commit.creation = StoredSample("b").creation("key")
                    return commit
                case .handoff:
                    var commit = Commit(session: "a", expectedRevision: 1)
                    commit.row = sample.row()
                    commit.row?.tokenHash = SHA256.hash("new".utf8)
                    commit.handoff = [1]
                    return commit
                }
            }
        }

        @Test(arguments: Kind.allCases)
        func commitIsAppliedOnceIfItsResultIsLost(kind: Kind) async throws {
            try await TestDatabase.using { database in
                let cut = CutConnections(database.uri)
                let store = try PostgresStore(cutting: cut)
                _ = try await store.commit(StoredSample("a").starting())
                try await store.addHandoff([1], session: "a", expiresAt: StoredSample("a").moment(60))
                cut.loseNextAnswer()
                #expect(try await store.commit(kind.commit) == .committed)
                #expect(cut.answersLost == 1)
                // The commit was written once. Another commit with the same content is not mistaken for it.
                #expect(try await store.commit(kind.commit) != .committed)
                let journal = try await store.journal(kind.commit.session, after: 0, limit: 9)
                #expect(journal.map(\.revision) == Array(1...max(1, kind.commit.journal?.revision ?? 1)))
                await store.close()
            }
        }

        @Test func problemsAreAddedOnceIfTheResultIsLost() async throws {
            try await TestDatabase.using { database in
                let cut = CutConnections(database.uri)
                let store = try PostgresStore(cutting: cut)
                let group = ProblemGroup(kind: .refused, code: "rejected")
                let at = StoredSample("a").moment(1)
                let seen = SeenProblem(group, session: nil, first: at, last: at)
                let batch = ProblemBatch(writer: "a", number: 1, problems: [seen])
                cut.loseNextAnswer()
                await #expect(throws: StoreError.self) { try await store.addProblems(batch) }
                #expect(cut.answersLost == 1)
                try await store.addProblems(batch)
                #expect(try await store.problem(group.id, hoursSince: .distantPast)?.count == 1)
                await store.close()
            }
        }

        @Test func equalCommitOfAnotherNodeIsAConflict() async throws {
            try await TestDatabase.using { database in
                let cut = CutConnections(database.uri)
                let store = try PostgresStore(cutting: cut)
                let other = try PostgresStore(database.uri)
                _ = try await other.commit(StoredSample("a").starting())
                _ = try await other.commit(StoredSample("a").counting(from: 1))
                cut.loseNextAnswer()
                #expect(try await store.commit(StoredSample("a").counting(from: 1)) == .conflict)
                await store.close()
                await other.close()
            }
        }

        @Test func droppedCommitIsRepeated() async throws {
            try await TestDatabase.using { database in
                let store = try database.storeWithoutTimeouts()
                _ = try await store.commit(StoredSample("a").starting())
                let blocker = try database.connect()
                try blocker.execute("BEGIN; SELECT 1 FROM sessions FOR UPDATE")
                async let outcome = store.commit(StoredSample("a").counting(from: 1))
                let waiting = SQLStatement(
                    """
                    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                )
                try await until {
                    // PostgreSQL caches statistics views within a transaction.
                    try blocker.execute("SELECT pg_stat_clear_snapshot()")
                    return try blocker.run(waiting).first { $0.int(0) } != 0
                }
                try blocker.execute("ROLLBACK")
                #expect(try await outcome == .committed)
                #expect(try await store.journal("a", after: 0, limit: 9).map(\.revision) == [1, 2])
                await store.close()
            }
        }
    }
}
#endif
