#if Postgres
import CrowdChecking
import Fairway
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import FairwayPostgres

extension PostgresTests {
    /// Operators' actions on a database that nodes are serving.
    @Suite struct OperatingTests {
        @Test func runningNodeSurvivesMigrationByAnother() async throws {
            try await TestDatabase.using { database in
                let sql = "ALTER TABLE sessions ADD COLUMN note text; CREATE INDEX sessions_by_note ON sessions (note)"
                let next = Migration(number: Migration.all.count + 1, name: "next.sql", sql: Array(sql.utf8))
                let old = try PostgresStore(database.uri)
                // Prepares statements for the old schema.
                _ = try await old.commit(StoredSample("a").starting())
                _ = try await old.commit(StoredSample("a").counting(from: 1))
                let new = try PostgresStore(
                    database.uri,
                    for: .serving,
                    clock: SystemClock(),
                    migrations: Migration.all + [next]
                )
                for (revision, node) in zip(2..., [old, new, old, new]) {
                    #expect(try await node.commit(StoredSample("a").counting(from: revision)) == .committed)
                }
                #expect(try await old.commit(StoredSample("b").starting()) == .committed)
                #expect(try await old.load("a") == new.load("a"))
                #expect(throws: StoreError.self, "an old build that starts now is refused") {
                    try PostgresStore(database.uri)
                }
                await old.close()
                await new.close()
            }
        }

        @Test func progressOfWebhooksIsKept() async throws {
            try await TestDatabase.using { database in
                let store = try PostgresStore(database.uri)
                try await WebhookContract.check(store)
                await store.close()
            }
        }

        @Test func quarantineIsKept() async throws {
            try await TestDatabase.using { database in
                let store = try PostgresStore(database.uri)
                try await QuarantineContract.check(store)
                await store.close()
            }
        }

        @Test func databaseOfAnEarlierSchemaIsMigrated() async throws {
            try await TestDatabase.using { database in
                let sample = StoredSample("a", user: "ada")
                let start = sample.starting()
                let old = try PostgresStore(database.uri)
                #expect(try await old.commit(start) == .committed)
                try await old.addHandoff([7], session: "a", expiresAt: sample.moment(300))
                await old.close()
                let sql = "ALTER TABLE sessions ADD COLUMN note text; UPDATE sessions SET note = user_id"
                let next = Migration(number: Migration.all.count + 1, name: "next.sql", sql: Array(sql.utf8))
                let migrations = Migration.all + [next]
                func open(_ access: StoreAccess) throws -> PostgresStore {
                    try PostgresStore(database.uri, for: access, clock: SystemClock(), migrations: migrations)
                }
                let error = #expect(throws: StoreError.self) { try open(.reading) }
                #expect(error?.message.contains("run the command `migrate` first") == true)

                let store = try open(.serving)
                #expect(try await store.load("a")?.session == start.row)
                #expect(try await store.handoff([7]) == StoredHandoff(session: "a", expiresAt: sample.moment(300)))
                let note = try database.connect().run(SQLStatement("SELECT note FROM sessions"))
                #expect(note.first { $0.text(0) } == "ada")
                var commit = sample.counting(from: 1)
                commit.links = [StoredLink(code: [8], expiresAt: sample.moment(600))]
                #expect(try await store.commit(commit) == .committed)
                #expect(try await store.load("a")?.session == commit.row)
                #expect(try await store.handoff([8])?.isLink == true)
                #expect(try await store.integrityProblems() == [])
                await store.close()
            }
        }

        /// The new node's step adds a parameter to `commit_change`, which the old node does not pass.
        @Test func runningNodeSurvivesANewParameter() async throws {
            try await TestDatabase.using { database in
                let old = try PostgresStore(database.uri)
                _ = try await old.commit(StoredSample("a").starting())
                _ = try await old.commit(StoredSample("a").counting(from: 1))
                // The function of this build, with one parameter more.
                try database.connect().execute(
                    """
                    DO $body$
                    DECLARE
                        definition text := pg_get_functiondef('commit_change'::regproc);
                    BEGIN
                        DROP FUNCTION commit_change;
                        EXECUTE replace(definition, 'work_errors text[])', 'work_errors text[], note text DEFAULT NULL)');
                    END
                    $body$
                    """
                )
                for revision in 2...4 {
                    #expect(try await old.commit(StoredSample("a").counting(from: revision)) == .committed)
                }
                await old.close()
            }
        }

        /// Incidents that were copied from SQLite have numbers that do not stand for a time.
        @Test func copiedIncidentsAreFoldedAndDeletedBeyondTheNewest() async throws {
            try await TestDatabase.using { database in
                let store = try PostgresStore(database.uri)
                for name in ["a", "b"] { _ = try await store.commit(StoredSample(name).starting()) }
                let connection = try database.connect()
                try connection.execute(Self.copiedIncidents)
                _ = try await store.foldJournal(limit: 100)
                let left = "SELECT session, count(*), max(number) FROM incidents GROUP BY session ORDER BY session"
                let rows = try connection.run(SQLStatement(left)).all { "\($0.text(0)) \($0.int(1)) \($0.int(2))" }
                #expect(rows == ["a 50 2499", "b 50 2500"])
                let folded = try connection.run(SQLStatement("SELECT folded_incident_number FROM bookkeeping"))
                #expect(folded.first { $0.int(0) } == 2_500)
                await store.close()
            }
        }

        private static let copiedIncidents = """
            INSERT INTO incidents (session, number, revision, at_ms, kind, code)
            SELECT CASE WHEN n % 2 = 0 THEN 'b' ELSE 'a' END, n, 1, 1700000000000, 'link', 'rejected'
            FROM generate_series(1, 2500) AS n;
            """

        @Test func dumpAndRestorePreserveStore() async throws {
            try await TestDatabase.using { database in
                let store = try PostgresStore(database.uri)
                let sample = StoredSample("a")
                var start = sample.starting()
                start.work = [.add(sample.timer("t", due: 90))]
                _ = try await store.commit(start)
                _ = try await store.commit(sample.counting(from: 1, key: "k"))
                try await TestDatabase.using { other in
                    // Dumps while the store is in use.
                    let dump = try Self.run("pg_dump", ["--no-owner", "--dbname", database.uri])
                    _ = try Self.run("psql", ["-Xq", "-v", "ON_ERROR_STOP=1", "-d", other.uri], input: dump)
                    let restored = try PostgresStore(other.uri)
                    #expect(try await restored.load("a") == store.load("a"))
                    #expect(try await restored.reply("a", key: "k") == store.reply("a", key: "k"))
                    #expect(try await restored.work("a") == store.work("a"))
                    #expect(try await restored.integrityProblems().isEmpty)
                    #expect(try await restored.commit(sample.counting(from: 2)) == .committed)
                    await restored.close()
                }
                await store.close()
            }
        }

        private static func run(_ tool: String, _ arguments: [String], input: Data = Data()) throws -> Data {
            let folder = try #require(ProcessInfo.processInfo.environment["FAIRWAY_TEST_POSTGRES_TOOLS"])
            let process = Process()
            let (standardInput, output) = (Pipe(), Pipe())
            process.executableURL = URL(filePath: folder).appending(path: tool)
            process.arguments = arguments
            process.standardInput = standardInput
            process.standardOutput = output
            try process.run()
            // No deadlock: psql reads its input before it writes more than a pipe can hold.
            try standardInput.fileHandleForWriting.write(contentsOf: input)
            try standardInput.fileHandleForWriting.close()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
            return data
        }
    }
}
#endif
