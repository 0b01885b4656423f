import CSQLite
import Fairway
import FairwayTesting
import Testing

@testable import FairwaySQLite

/// A store that a crash or a disk left behind in the middle of its work is whole, and is opened.
struct StartAfterCrashTests {
    private let folder: TemporaryFolder
    private static let sessions = 30

    init() throws { folder = try TemporaryFolder() }

    /// A checkpoint writes the first page first, which names more pages than the file has until the others are there.
    @Test func serverAndCommandsOpenAStoreAfterAKillDuringACheckpoint() async throws {
        for written in 0..<12 {
            let name = "\(written).sqlite"
            let store = try SQLiteStore.faulty(folder[name])
            for index in 0..<Self.sessions { _ = try await store.commit(StoredSample("s\(index)").starting()) }
            // As a kill would, nothing more reaches the file after so many of its pages.
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
        // The server stands still in the middle of a checkpoint, which this connection begins in its place.
        let stop = try DiskFault(.write, on: path, alone: true, code: SQLITE_IOERR | 3 << 8, after: 1)
        let other = try Connection(path, .write, vfs: DiskFault.vfs)
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
    func serverGoesOnWhenTheDiskFailsWhileACheckpointExtendsTheFile(code: Int32) async throws {
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
        // What fails meanwhile says that it may be tried again.
        for _ in 0..<5 {
            guard let error = await count("a", from: revision, in: store) else {
                revision += 1
                continue
            }
            #expect(error.code == .unavailable, "\(error)")
        }
        fault.mend()
        #expect(await count("a", from: revision, in: store) == nil)
        try folder.copy("fairway.sqlite", "crashed.sqlite")
        await store.close()
        for name in ["fairway.sqlite", "crashed.sqlite"] {
            let reopened = try SQLiteStore(folder[name])
            #expect(try await reopened.load("a")?.session.revision == revision + 1)
            #expect(try await reopened.integrityProblems() == [])
            await reopened.close()
        }
    }
}
