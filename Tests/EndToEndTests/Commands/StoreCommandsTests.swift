import CSQLite
import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

/// The commands `migrate`, `check` and `backup`.
@Suite(.waiting)
struct StoreCommandsTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    @Test func newFileIsMigratedAndIntact() async throws {
        #expect(try await run("migrate", "--store", store.locator).code == 0)
        #expect(try await run("check", "--store", store.locator).code == 0)
        #expect(try await run("migrate", "--store", store.locator).code == 0)
    }

    @Test func fileFromBeforeTheFirstReleaseIsRefused() async throws {
        #expect(try await run("migrate", "--store", store.locator).code == 0)
        var database: OpaquePointer?
        sqlite3_open(store.path, &database)
        sqlite3_exec(database, "UPDATE migrations SET name = '0001_sessions.sql'", nil, nil, nil)
        sqlite3_close(database)
        let before = try Data(contentsOf: URL(filePath: store.path))
        for command in ["check", "migrate"] {
            let refused = try await run(command, "--store", store.locator)
            #expect(refused.code == 78)
            #expect(refused.errors.contains("was written before the first release of Fairway"), "\(refused)")
            #expect(refused.errors.contains("start with a new file"), "\(refused)")
        }
        #expect(try Data(contentsOf: URL(filePath: store.path)) == before)
    }

    @Test func unknownFlowIsFound() async throws {
        let server = try await RunningServer("--store", store.locator)
        _ = try await StartedSession("Counter", on: server)
        #expect(await server.stop() == 0)
        #expect(try await run("check", "--store", store.locator).code == 0)
        var database: OpaquePointer?
        sqlite3_open(store.path, &database)
        let sql = "UPDATE sessions SET front_flow_stored_name = 'Gone'; UPDATE flows SET stored_name = 'Gone'"
        sqlite3_exec(database, sql, nil, nil, nil)
        sqlite3_close(database)
        let check = try await run("check", "--store", store.locator)
        #expect(check.code == 1)
        #expect((check.output + check.errors).contains("Gone"), "\(check)")
        #expect((check.output + check.errors).contains("1 stranded"), "\(check)")
        #expect(!(check.output + check.errors).contains("in front"), "\(check)")
    }

    @Test func damageInTheLogIsFound() async throws {
        let server = try await RunningServer("--store", store.locator)
        for _ in 0..<5 { _ = try await StartedSession("Counter", on: server) }
        server.kill()
        var log = try Data(contentsOf: URL(filePath: store.path + "-wal"))
        log[32 + 2 * 4_120 + 100] ^= 1
        try log.write(to: URL(filePath: store.path + "-wal"))
        let check = try await run("check", "--store", store.locator)
        #expect(check.code == 1)
        #expect(check.output.contains("damaged: \(store.path)-wal: frame 3 is damaged"), "\(check)")
        let migration = try await run("migrate", "--store", store.locator)
        #expect(migration.code == 0)
        #expect(migration.output.contains("The log is kept as \(store.path)-wal-damaged-"), "\(migration)")
        #expect(try await run("check", "--store", store.locator).code == 0)
    }

    /// A power cut has lost a page of the last write.
    @Test func interruptedWriteIsNoDamage() async throws {
        let server = try await RunningServer("--store", store.locator)
        for _ in 0..<5 { _ = try await StartedSession("Counter", on: server) }
        server.kill()
        var log = try Data(contentsOf: URL(filePath: store.path + "-wal"))
        // The first page of the last transaction: it follows the last frame but one that has the size of the database.
        let commits = stride(from: 32, to: log.count, by: 4_120).filter { log[$0 + 4..<$0 + 8] != Data(count: 4) }
        let start = try #require(commits.dropLast().last) + 4_120
        log[start + 100] ^= 1
        try log.write(to: URL(filePath: store.path + "-wal"))
        let check = try await run("check", "--store", store.locator)
        #expect(check.code == 0, "\(check)")
        #expect(check.output.contains("warning: \(store.path)-wal: frame"), "\(check)")
    }

    @Test func backupCanBeServed() async throws {
        let server = try await RunningServer("--store", store.locator)
        let session = try await StartedSession("Counter", on: server)
        _ = try await session.act("incrementButtonPressed")
        let copy = store.folder.appending(path: "copy.sqlite").path
        #expect(try await run("backup", copy, "--store", store.locator).code == 0)
        _ = try await session.act("incrementButtonPressed")
        let other = try await RunningServer("--store", "sqlite:\(copy)")
        #expect(try await session.on(other).send("GET", "").state.revision == 2)
        #expect(try await session.send("GET", "").state.revision == 3)
    }

    @Test func stoppedServerLeavesNoWAL() async throws {
        let server = try await RunningServer("--store", store.locator)
        let session = try await StartedSession("Counter", on: server)
        var shell: OpaquePointer?
        sqlite3_open(store.path, &shell)
        sqlite3_exec(shell, "SELECT count(*) FROM sessions", nil, nil, nil)
        #expect(try size("-wal") ?? 0 > 0)
        #expect(await server.stop() == 0)
        #expect(try size("-wal") == 0)
        sqlite3_close(shell)

        let next = try await RunningServer("--store", store.locator)
        _ = try await session.on(next).act("incrementButtonPressed")
        #expect(await next.stop() == 0)
        #expect(try size("-wal") == nil)
    }

    /// The size of the database file or of a file beside it; nil if it does not exist.
    private func size(_ suffix: String) throws -> Int? {
        let path = store.path + suffix
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    }

    private func run(_ arguments: String...) async throws -> (code: Int32, output: String, errors: String) {
        let process = try SpawnedProcess(BuiltExecutable("fairway-samples").url, arguments)
        return await process.result()
    }
}
