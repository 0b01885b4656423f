#if Postgres
import FairwayWire
import Foundation
import ServerDoubles
import Testing

/// The command `migrate --from … --to …`, from SQLite to PostgreSQL.
extension PostgresNodeTests {
    @Suite struct CopyTests {
        private let database: String
        private let file: TemporaryStore

        init() throws {
            database = try PostgresServer.database()
            file = try TemporaryStore()
        }

        @Test func copyContinuesAfterKillAndIsComplete() async throws {
            let server = try await RunningServer("--store", file.locator)
            let sessions = try await walk(server)
            let documentsBefore = try await documents(sessions, at: server)
            let busy = try copy()
            #expect(busy.code == 78)
            #expect(busy.errors.contains("in use by another server"), "\(busy)")
            #expect(await server.stop() == 0)

            #expect(try run("migrate", "--store", database).code == 0)
            try killCopyAtItsJournal()
            for command in ["serve", "check"] {
                let early = try run(command, "--store", database)
                #expect(early.code == 78)
                #expect(early.errors.contains("has not been finished"), "\(early)")
            }
            let again = try copy()
            #expect(again.code == 0, "\(again)")
            #expect(again.output.contains("sessions: \(sessions.count) rows, the same in both"), "\(again)")

            #expect(try run("check", "--store", database).output.contains(" 0 stranded"))
            // A session with pending work may change as soon as a node runs.
            let idle = "SELECT id, revision FROM sessions WHERE id NOT IN (SELECT session FROM jobs)"
            let resting = Set(try PostgresServer.run(idle, in: database).split(separator: "\n").map(String.init))
            let documentsAfter = try await documents(sessions, at: RunningServer("--store", database))
            var compared = 0
            for (before, after) in zip(documentsBefore, documentsAfter) {
                let state = try JSON.decode(StateDocument.self, from: before.utf8)
                guard resting.contains("\(state.session)|\(state.revision)") else { continue }
                #expect(after == before)
                compared += 1
            }
            #expect(compared > sessions.count / 2)
            let twice = try copy()
            #expect(twice.code == 78)
            #expect(twice.errors.contains("holds sessions already: name an empty database"), "\(twice)")
        }

        @Test func differingCopyIsNotFinished() async throws {
            let server = try await RunningServer("--store", file.locator)
            _ = try await StartedSession("Counter", on: server)
            #expect(await server.stop() == 0)
            #expect(try run("migrate", "--store", database).code == 0)
            // Simulates a copy that has finished the table `flows` without copying a row.
            let half = """
                CREATE TABLE copying (source text, table_name text PRIMARY KEY, position bigint);
                INSERT INTO copying VALUES ('\(file.locator)', '', 0), ('\(file.locator)', 'flows', 1000)
                """
            try PostgresServer.run(half, in: database)
            let copied = try copy()
            #expect(copied.code == 78)
            #expect(copied.errors.contains("flows differs from its copy: 1 rows in the source, 0 in"), "\(copied)")
            #expect(try run("check", "--store", database).errors.contains("has not been finished"))
        }

        @Test func unfinishedCopyOfAnotherStoreIsKept() async throws {
            #expect(try run("migrate", "--store", file.locator).code == 0)
            #expect(try run("migrate", "--store", database).code == 0)
            let other = """
                CREATE TABLE copying (source text, table_name text PRIMARY KEY, position bigint);
                INSERT INTO copying VALUES ('sqlite:other.sqlite', '', 0)
                """
            try PostgresServer.run(other, in: database)
            let copied = try copy()
            #expect(copied.code == 78)
            #expect(copied.errors.contains("holds an unfinished copy of sqlite:other.sqlite"), "\(copied)")
        }

        @Test func invalidCopyIsRefusedWithARemedy() throws {
            let refusals = [
                (["--from", "sqlite:/nowhere/a.sqlite", "--to", database], Int32(78), "/nowhere/a.sqlite"),
                (["--from", database, "--to", database], 64, "--from must be a store in a file"),
                (["--from", file.locator], 64, "--from and --to belong together"),
            ]
            for (arguments, code, part) in refusals {
                let refused = try run(["migrate"] + arguments)
                #expect(refused.code == code, "\(refused)")
                #expect(refused.errors.contains(part), "\(refused)")
            }
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }

        // MARK: Helpers

        /// Walks each sample as far as possible without waiting.
        private func walk(_ server: RunningServer) async throws -> [StartedSession] {
            var sessions: [StartedSession] = []
            for walk in try SampleWalkTests.walks() {
                let start = String(decoding: try JSON.encode(walk.start), as: UTF8.self)
                let session = try await StartedSession("", on: server, body: start)
                for step in walk.steps where step.waits != true && step.rings != true {
                    _ = try await session.send("POST", step.call ?? "/actions", step.json)
                }
                sessions.append(session)
            }
            return sessions
        }

        private func documents(_ sessions: [StartedSession], at server: RunningServer) async throws -> [String] {
            var documents: [String] = []
            for session in sessions {
                documents.append(String(decoding: try await session.on(server).send("GET", "").body, as: UTF8.self))
            }
            return documents
        }

        /// Starts a copy, and kills it while it waits for a table that another connection has locked.
        private func killCopyAtItsJournal() throws {
            let script = file.folder.appending(path: "hold.sql")
            let hold = "BEGIN; LOCK TABLE journal; SELECT 'held'; SELECT pg_sleep(3600);"
            try hold.write(to: script, atomically: true, encoding: .utf8)
            let holding = try PostgresServer.begin(script, in: database)
            #expect(LineReader(holding.output).next() == "held")
            let copying = try SpawnedProcess(BuiltExecutable("fairway-samples").url, copyArguments)
            let waiting =
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            while try PostgresServer.run(waiting, in: database) != "1\n" { try Task.checkCancellation() }
            copying.send(SIGKILL)
            #expect(copying.wait() == SIGKILL)
            let end = """
                SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """
            try PostgresServer.run(end, in: database)
            _ = holding.wait()
            #expect(try PostgresServer.run("SELECT count(*) > 0 FROM flows", in: database) == "t\n")
            #expect(try PostgresServer.run("SELECT count(*) FROM journal", in: database) == "0\n")
        }

        private var copyArguments: [String] { ["migrate", "--from", file.locator, "--to", database] }

        private func copy() throws -> (code: Int32, output: String, errors: String) { try run(copyArguments) }

        private func run(_ arguments: String...) throws -> (code: Int32, output: String, errors: String) {
            try run(arguments)
        }

        private func run(_ arguments: [String]) throws -> (code: Int32, output: String, errors: String) {
            let process = try SpawnedProcess(BuiltExecutable("fairway-samples").url, arguments)
            let output = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
            let errors = String(decoding: process.errors.readDataToEndOfFile(), as: UTF8.self)
            return (process.wait(), output, errors)
        }
    }
}
#endif
