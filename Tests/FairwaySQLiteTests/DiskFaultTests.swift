import CSQLite
import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import FairwaySQLite

/// On a failing disk, changes fail with a remedy, reads continue, and the store recovers with the disk.
struct DiskFaultTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    @Test(arguments: [
        (DiskFault.Call.write, SQLITE_FULL, "is full"), (.write, SQLITE_READONLY, "cannot be written to"),
        (.write, SQLITE_IOERR | 3 << 8, "reports an error"), (.sync, SQLITE_IOERR | 4 << 8, "reports an error"),
    ])
    func changesFailAndReadsGoOnUntilTheDiskRecovers(call: DiskFault.Call, code: Int32, words: String) async throws {
        let store = try SQLiteStore.faulty(path)
        _ = try await store.commit(StoredSample("a").starting())
        let before = try await store.load("a")

        let fault = try DiskFault(call, on: path, code: code)
        let error = try #require(await count("a", from: 1, key: "k", in: store))
        #expect(error.code == .unavailable)
        #expect(error.message.contains(words))
        #expect(error.cause?.contains("\(code)") == true)
        await #expect(throws: StoreError.self) { try await store.probe() }
        #expect(try await store.load("a") == before)
        #expect(try await store.reply("a", key: "k") == nil)

        #expect(fault.mend() > 0)
        try await store.probe()
        #expect(await count("a", from: 1, key: "k", in: store) == nil)
        #expect(try await store.journal("a", after: 0, limit: 9).map(\.revision) == [1, 2])
        #expect(try await store.integrityProblems() == [])
        await store.close()
    }

    /// The first start fails at some writes and syncs in turn, in trials at each. Like a killed process, it does not clean up.
    @Test(arguments: [(DiskFault.Call.write, Trials.choose(16, long: 1)), (.sync, Trials.choose(4, long: 1))])
    func serverStartsAfterItsFirstStartWasKilled(call: DiskFault.Call, stride: Int) async throws {
        var cut = 0
        var isWhole = false
        repeat {
            let path = folder["cut-\(cut).sqlite"]
            let fault = try DiskFault(call, on: path, code: SQLITE_IOERR, after: cut)
            try? make(path)
            isWhole = fault.mend() == 0
            let store = try SQLiteStore(path)
            _ = try await store.commit(StoredSample("a").starting())
            #expect(try await store.integrityProblems() == [], "after \(cut)")
            await store.close()
            cut += stride
        } while !isWhole
        #expect(cut > 5)
    }

    /// The disk had written later pages before the first one.
    @Test func serverStartsAfterAPowerCutDuringItsFirstStart() async throws {
        var cut = 0
        var path = path
        repeat {
            cut += 1
            path = folder["cut-\(cut).sqlite"]
            let fault = try DiskFault(.write, on: path, code: SQLITE_IOERR, after: cut)
            #expect(throws: SQLiteFailure.self) { try make(path) }
            fault.mend()
        } while FileIdentity(path)?.byteCount == 0
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.write(contentsOf: Data(count: 4_096))
        try file.close()
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        #expect(try await store.integrityProblems() == [])
        await store.close()
    }

    private func make(_ path: String) throws {
        let connection = try SQLiteConnection(path, mayCreate: true, vfs: DiskFault.vfs)
        try SQLiteMigrator(path: path, migrations: Migration.all).apply(Migration.all, to: connection)
        try connection.execute("PRAGMA journal_mode = WAL")
    }

    @Test func changesOfAGroupFailTogetherWhenTheDiskIsFull() async throws {
        let store = try SQLiteStore.faulty(path)
        let names = (0..<50).map { "s\($0)" }
        for name in names { _ = try await store.commit(StoredSample(name).starting()) }
        // In the middle of a group.
        let fault = try DiskFault(.write, on: path, code: SQLITE_FULL, after: 5)
        let failed = await withTaskGroup(of: Bool.self) { group in
            for name in names { group.addTask { await count(name, from: 1, in: store) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failed > 0)
        fault.mend()
        var unchanged = 0
        for name in names {
            let stored = try #require(try await store.load(name))
            let entries = try await store.journal(name, after: 0, limit: 9).count
            #expect(entries == stored.session.revision)
            if stored.session.revision == 1 { unchanged += 1 }
        }
        #expect(unchanged == failed)
        await store.close()
    }

    /// When the sync of the log fails, the log contains the whole transaction. After a crash, SQLite would take it for
    /// committed.
    @Test func changeWhoseSyncFailedIsGoneAfterACrash() async throws {
        let store = try SQLiteStore.faulty(path)
        _ = try await store.commit(StoredSample("a").starting())
        let fault = try DiskFault(.sync, on: path, code: SQLITE_IOERR | 4 << 8)
        #expect(await count("a", from: 1, key: "k", in: store) != nil)
        // The files after a crash.
        try folder.copy("fairway.sqlite", "crashed.sqlite")
        fault.mend()
        await store.close()

        let reopened = try SQLiteStore(folder["crashed.sqlite"])
        #expect(try await reopened.load("a")?.session.revision == 1)
        #expect(try await reopened.reply("a", key: "k") == nil)
        await reopened.close()
    }

    @Test func readErrorFailsOnlyTheRead() async throws {
        let store = try SQLiteStore.faulty(path)
        _ = try await store.commit(StoredSample("a").starting())
        let fault = try DiskFault(.read, on: path, code: SQLITE_IOERR | 1 << 8)
        let error = await #expect(throws: StoreError.self) { try await store.load("a") }
        #expect(error?.code == .unavailable)
        fault.mend()
        #expect(try await store.load("a")?.session.revision == 1)
        await store.close()
    }

    @Test func failedFirstStartLeavesNoFile() async throws {
        for skipped in [0, 3, 9] {
            let fault = try DiskFault(.write, on: path, code: SQLITE_FULL, after: skipped)
            let error = #expect(throws: StoreError.self) { try SQLiteStore.faulty(path) }
            #expect(error?.code == .unavailable)
            #expect(try folder.names == [])
            fault.mend()
        }
        let store = try SQLiteStore.faulty(path)
        try await store.probe()
        await store.close()
    }

    @Test func failedCheckpointLosesNothing() async throws {
        let store = try SQLiteStore.faulty(path)
        _ = try await store.commit(StoredSample("a").starting())
        // Only the database file and not its log.
        let fault = try DiskFault(.sync, on: path, code: SQLITE_IOERR | 4 << 8, after: 1)
        await store.close()
        fault.mend()
        let reopened = try SQLiteStore(path)
        #expect(try await reopened.load("a")?.session == StoredSample("a").row())
        await reopened.close()
    }

    @Test func changeReportsALockOfAnotherProcess() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        let other = try SQLiteConnection(path)
        try other.execute("BEGIN IMMEDIATE")
        let error = try #require(await count("a", from: 1, in: store))
        #expect(error.code == .unavailable)
        #expect(error.message.contains("Another process holds a lock"))
        #expect(try await store.load("a")?.session.revision == 1)
        try other.execute("ROLLBACK")
        #expect(await count("a", from: 1, in: store) == nil)
        await store.close()
    }
}
