#if Postgres
import TestWaits
import Fairway
import FairwayOperators
import FairwayTesting
import Testing

@testable import FairwayPostgres

extension PostgresTests {
    /// The errors of the schema's functions, each provoked by a statement that calls the function alone.
    @Suite struct SchemaFunctionTests {
        @Test func foldThatAnotherNodeHasOvertakenDoesNotBegin() async throws {
            try await TestDatabase.using { database in
                try await PostgresStore(database.uri).close()
                let connection = try database.connect()
                _ = try connection.run(.beginFold(after: 0))
                expectOutdatedFold { _ = try connection.run(.beginFold(after: 0)) }
                _ = try connection.run(.beginFold(after: 1))
            }
        }

        @Test func foldedOrDeletedEntryIsNotMarked() async throws {
            try await TestDatabase.using { database in
                let store = try PostgresStore(database.uri)
                _ = try await store.commit(StoredSample("a").starting())
                _ = try await store.commit(StoredSample("a").counting(from: 1))
                await store.close()
                let connection = try database.connect()
                func mark(_ revisions: [Int]) throws(PostgresFailure) {
                    let sessions = revisions.map { _ in "a" }
                    _ = try connection.run(SQLStatement("SELECT mark_folded($1, $2)").bind(sessions).bind(revisions))
                }
                func marked() throws -> [Int] {
                    try connection.run(SQLStatement("SELECT revision FROM journal WHERE is_folded")).all { $0.int(0) }
                }
                try mark([1])
                expectOutdatedFold { try mark([1, 2]) }
                expectOutdatedFold { try mark([2, 3]) }
                #expect(try marked() == [1])
                try mark([2])
                #expect(try marked().sorted() == [1, 2])
            }
        }

        /// Another node stores a reply under the same key after the commit has looked for one.
        @Test func commitWhoseKeyIsUsedMeanwhileIsRepeatedAndGetsTheReply() async throws {
            try await TestDatabase.using { database in
                let store = try database.storeWithoutTimeouts()
                _ = try await store.commit(StoredSample("a").starting())
                let (blocker, observer) = (try database.connect(), try database.connect())
                try blocker.execute("BEGIN; INSERT INTO replies VALUES ('a', 'k', 'f', 409, 1, 0, '')")
                async let outcome = store.commit(StoredSample("a").counting(from: 1, key: "k"))
                try await until { try Self.waits(observer) }
                try blocker.execute("COMMIT")
                guard case .answered(let reply) = try await outcome else {
                    Issue.record("the commit was applied in spite of the reply")
                    return
                }
                #expect(reply.status == 409)
                #expect(try await store.load("a")?.session.revision == 1)
                await store.close()
            }
        }

        /// Nodes lock problems in the order of their ids, also those of further causes. Otherwise two nodes could wait for each other.
        @Test func problemOfFurtherCausesIsLockedInItsOrder() async throws {
            try await TestDatabase.using { database in
                let store = try database.storeWithoutTimeouts()
                let at = StoredSample("a").moment(1)
                func seen(_ number: Int) -> SeenProblem {
                    let group = ProblemGroup(kind: .failed, code: "flow-failed", cause: "c\(number)")
                    return SeenProblem(group, session: nil, first: at, last: at)
                }
                let most = OperatorLimits.causesPerProblem
                try await store.addProblems((0...most).map(seen))
                let known = try await store.problems(ProblemsQuery(limit: most + 1)).rows.map(\.group)
                let other = seen(0).group.withoutCause
                let first = try #require(known.first { $0.id < other.id })
                // Its id comes first until it is replaced.
                let new = try #require((most + 1..<9_999).lazy.map(seen).first { $0.group.id < first.id })
                let (blocker, observer) = (try database.connect(), try database.connect())
                let lock = "SELECT FROM problems WHERE id = $1 FOR UPDATE"
                try blocker.execute("BEGIN")
                _ = try blocker.run(SQLStatement(lock).bind(first.id))
                async let added: Void = store.addProblems([new, SeenProblem(first, session: nil, first: at, last: at)])
                try await until { try Self.waits(observer) }
                _ = try observer.run(SQLStatement("\(lock) NOWAIT").bind(other.id))
                try blocker.execute("COMMIT")
                try await added
                for group in [other, first] {
                    #expect(try await store.problem(group.id, hoursSince: at)?.count == 2)
                }
                await store.close()
            }
        }

        /// Whether a connection waits for a lock.
        private static func waits(_ observer: BlockingConnection) throws -> Bool {
            let sql = """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            return try observer.run(SQLStatement(sql)).first { $0.int(0) } == 1
        }

        private func expectOutdatedFold(_ body: () throws -> Void) {
            let failure = #expect(throws: PostgresFailure.self) { try body() }
            #expect(failure?.kind == .refused(state: SQLStatement.outdatedFold))
        }
    }
}
#endif
