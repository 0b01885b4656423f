#if Postgres
import Fairway
import FairwayTesting
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
