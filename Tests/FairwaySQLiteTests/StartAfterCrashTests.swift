import CSQLite
import Fairway
import FairwayOperators
import FairwayTesting
import Testing

@testable import FairwaySQLite

/// A store opens after a crash or a disk error during a checkpoint.
struct StartAfterCrashTests {
    private let folder: TemporaryFolder
    private static let sessions = 30

    init() throws { folder = try TemporaryFolder() }

    /// A checkpoint writes the first page first. Its page count exceeds the file's until the other pages are written.
    @Test func serverAndCommandsOpenAStoreAfterAKillDuringACheckpoint() async throws {
        for written in 0..<12 {
            let name = "\(written).sqlite"
            let store = try SQLiteStore.faulty(folder[name])
            for index in 0..<Self.sessions { _ = try await store.commit(StoredSample("s\(index)").starting()) }
            // As after a kill, no later page reaches the file.
            let kill = try DiskFault(.write, on: folder[name], alone: true, code: SQLITE_IOERR | 3 << 8, after: written)
            await store.close()
            #expect(kill.mend() > 0)
            for access in [StoreAccess.reading, .serving] {
                let opened = try SQLiteStore(folder[name], for: access)
                #expect(try await opened.summary().activeSessions == Self.sessions, "\(written)")
                #expect(try await opened.integrityProblems() == [], "\(written)")
                await opened.close()
            }
        }
    }

    @Test func commandsReadAStoreWhileItsServerCheckpoints() async throws {
        let path = folder["fairway.sqlite"]
        let store = try SQLiteStore.faulty(path)
        for index in 0..<Self.sessions { _ = try await store.commit(StoredSample("s\(index)").starting()) }
        // This connection stands in for the server's checkpoint and fails in the middle.
        let stop = try DiskFault(.write, on: path, alone: true, code: SQLITE_IOERR | 3 << 8, after: 1)
        let other = try SQLiteConnection(path, vfs: DiskFault.vfs)
        #expect(try other.number("SELECT count(*) FROM sessions") == Self.sessions)
        #expect(throws: SQLiteFailure.self) { try other.checkpoint() }
        #expect(stop.mend() > 0)
        let reader = try SQLiteStore(path, for: .reading)
        #expect(try await reader.summary().activeSessions == Self.sessions)
        #expect(try await reader.integrityProblems() == [])
        try await reader.backup(to: folder["backup.sqlite"])
        await reader.close()
        #expect(await count("s1", from: 1, in: store) == nil)
        await store.close()
    }

    @Test(arguments: [SQLITE_IOERR | 3 << 8, SQLITE_FULL])
    func serverGoesOnAfterADiskErrorWhileACheckpointExtendsTheFile(code: Int32) async throws {
        let path = folder["fairway.sqlite"]
        let store = try SQLiteStore.faulty(path)
        _ = try await store.commit(StoredSample("a").starting())
        var revision = 1
        let fault = try DiskFault(.write, on: path, alone: true, code: code, after: 1)
        while fault.count == 0 {
            var commit = StoredSample("a").counting(from: revision, key: "k\(revision)")
            commit.reply?.body = [UInt8](repeating: 65, count: 60_000)
            #expect(try await store.commit(commit) == .committed)
            revision += 1
        }
        // Changes that fail during the fault can be retried.
        for _ in 0..<5 {
            guard let error = await count("a", from: revision, in: store) else {
                revision += 1
                continue
            }
            #expect(error.code == .unavailable, "\(error)")
        }
        fault.mend()
        #expect(await count("a", from: revision, in: store) == nil)
        // As after a kill, no later page reaches the file.
        let kill = try DiskFault(.write, on: path, alone: true, code: SQLITE_IOERR | 3 << 8)
        await store.close()
        kill.mend()
        // After the kill, and after a clean shutdown.
        for _ in 0..<2 {
            let reopened = try SQLiteStore(path)
            #expect(try await reopened.load("a")?.session.revision == revision + 1)
            #expect(try await reopened.integrityProblems() == [])
            await reopened.close()
        }
    }
}
