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

        @Test func quarantineIsKept() async throws {
            try await TestDatabase.using { database in
                let store = try PostgresStore(database.uri)
                try await QuarantineContract.check(store)
                await store.close()
            }
        }

        @Test func sessionsOfTheFirstSchemaBecomeThoseOfTheirUsers() async throws {
            try await TestDatabase.using { database in
                let connection = try database.connect()
                let migrator = PostgresMigrator(connection, migrations: Array(Migration.all.prefix(1)))
                try migrator.migrate()
                try migrator.unlock()
                try connection.execute(Self.rowsOfTheFirstSchema)
                let store = try PostgresStore(database.uri)
                let session = try #require(try await store.load("a")?.session)
                #expect(session.user == "ada")
                #expect(session.claims == nil)
                #expect(try await store.sessions(SessionsQuery(user: "ada")).rows.map(\.session.id) == ["a"])
                let sample = StoredSample("a", user: "ada")
                #expect(try await store.handoff([7]) == StoredHandoff(session: "a", expiresAt: sample.moment(300)))
                var commit = sample.counting(from: 1)
                commit.row?.claims = RawJSON(known: Array(#"{"email":"ada@example.org"}"#.utf8))
                commit.links = [StoredLink(code: [8], expiresAt: sample.moment(600))]
                #expect(try await store.commit(commit) == .committed)
                #expect(try await store.load("a")?.session == commit.row)
                #expect(try await store.handoff([8])?.isLink == true)
                #expect(try await store.integrityProblems() == [])
                await store.close()
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

        private static let rowsOfTheFirstSchema = """
            INSERT INTO sessions (id, revision, is_over, touched_at_ms, touched_hour, created_at_ms, root_flow, identity,
                token_sha256, superseded_token_sha256s, device_json, layout_json, view_models_json)
            VALUES ('a', 1, false, 1700000000000, 472222, 1700000000000, 'Counter', 'ada', '', '', '{}', '{}', '{}');
            INSERT INTO handoffs (code_sha256, session, expires_at_ms) VALUES ('\\x07', 'a', 1700000300000);
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
