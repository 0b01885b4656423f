#if Postgres
import FairwayWire
import Foundation
import ServerDoubles
import Testing

/// The commands `migrate`, `check`, `flows` and `backup` on PostgreSQL.
extension PostgresNodeTests {
    @Suite struct CommandTests {
        private let database: String

        init() throws { database = try PostgresServer.database() }

        @Test func emptyDatabaseIsRejectedUntilMigrated() throws {
            let early = try run("check", "--store", database)
            #expect(early.code == 78)
            #expect(early.errors.contains("run the command `migrate` first"))
            for _ in 0..<2 { #expect(try run("migrate", "--store", database).code == 0) }
            let check = try run("check", "--store", database)
            #expect(check.code == 0)
            #expect(check.output.contains("0 sessions read, 0 stranded"), "\(check)")
        }

        @Test func databaseFromBeforeTheFirstReleaseIsRefused() throws {
            #expect(try run("migrate", "--store", database).code == 0)
            try PostgresServer.run("UPDATE migrations SET name = '0001_sessions.sql'", in: database)
            for command in ["check", "migrate"] {
                let refused = try run(command, "--store", database)
                #expect(refused.code == 78)
                #expect(refused.errors.contains("was written before the first release of Fairway"), "\(refused)")
                #expect(refused.errors.contains("an empty database"), "\(refused)")
            }
        }

        @Test func checkAndFlowsRunBesideNodes() async throws {
            let server = try await RunningServer("--store", database)
            let session = try await StartedSession("Imperio", on: server)
            _ = try await session.act("tutorialStartButtonPressed")
            #expect(try run("check", "--store", database).output.contains("1 session read, 0 stranded"))
            let flows = try run("flows", "--store", database)
            #expect(flows.output.contains("Imperio/Tutorial  Tutorial.Page1  yes"), "\(flows)")
            try PostgresServer.run("UPDATE flows SET stored_name = 'Gone' WHERE flow = 'Tutorial'", in: database)
            try PostgresServer.run("INSERT INTO drafts VALUES ('nobody', 's1', '1')", in: database)
            let check = try run("check", "--store", database)
            #expect(check.code == 1)
            #expect(check.output.contains("stranded: 1 session in Gone"), "\(check)")
            #expect(check.output.contains("damaged: drafts: session nobody does not exist but has rows: 1"), "\(check)")
        }

        @Test func backupRefersToPostgreSQLTools() throws {
            #expect(try run("migrate", "--store", database).code == 0)
            let backup = try run("backup", "/nowhere/copy", "--store", database)
            #expect(backup.code != 0)
            #expect(backup.errors.contains("pg_dump"), "\(backup)")
        }

        @Test func unreachableServerIsNamed() throws {
            let gone = try run("check", "--store", "postgres://somebody:secret@127.0.0.1:1/fairway")
            #expect(gone.code == 75)
            #expect(gone.errors.contains("cannot be reached"), "\(gone)")
            #expect(!gone.errors.contains("secret"))
        }

        private func run(_ arguments: String...) throws -> (code: Int32, output: String, errors: String) {
            let process = try SpawnedProcess(BuiltExecutable("fairway-samples").url, arguments)
            let output = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
            let errors = String(decoding: process.errors.readDataToEndOfFile(), as: UTF8.self)
            return (process.wait(), output, errors)
        }
    }
}
#endif
