import CSQLite
import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import FairwaySQLite

/// What is in the log goes into the database file, off the way of changes, and is in one of them at every moment.
struct CheckpointTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
        try Data().write(to: URL(filePath: path))
    }

    /// Else the log would grow for as long as changes come in without a pause, with every checkpoint a moment too late.
    @Test func theLogIsBoundedWhileChangesGoOnWithoutAPause() async throws {
        let store = try SQLiteStore(path)
        for task in 0..<8 { _ = try await store.commit(StoredSample("s\(task)").starting()) }
        var written = 0
        var revision = 1
        // How soon the disk takes what is moved is the disk's. A log that is never begun anew is as long as all that was written.
        repeat {
            written += try await withThrowingTaskGroup(of: Int.self) { [revision] group in
                for task in 0..<8 {
                    group.addTask { try await fill("s\(task)", from: revision, to: revision + 200, in: store) }
                }
                return try await group.reduce(0, +)
            }
            revision += 200
        } while try #require(FileIdentity(path + "-wal")).byteCount >= written / 2 && revision < 2_001
        let log = try #require(FileIdentity(path + "-wal")).byteCount
        #expect(log < written / 2, "\(log) of \(written) bytes")
        await store.close()
    }

    /// SQLite leaves it to whoever moves the last of the log: a change would wait until the disk has all of it.
    @Test func whatIsMovedBesideTheWriterIsAlsoSyncedThere() throws {
        let store = DatabaseFile(path: path, durability: .full, migrations: Migration.all, vfs: DiskFault.vfs)
        let writing = try store.openForWriting(mayMake: true)
        try writing.execute("CREATE TABLE filling (number INTEGER PRIMARY KEY, bytes BLOB)")
        for _ in 0..<40 { try writing.execute("INSERT INTO filling (bytes) VALUES (zeroblob(1000000))") }
        // One that reads does not let the last change be moved.
        let reading = try Connection(path, .write, vfs: DiskFault.vfs)
        try reading.execute("BEGIN; SELECT count(*) FROM filling")
        try writing.execute("INSERT INTO filling (bytes) VALUES (NULL)")

        let syncs = try DiskFault(.sync, on: path, alone: true, code: SQLITE_OK)
        let checkpointer = Checkpointer(store)
        #expect(checkpointer.note(writing))
        checkpointer.close()
        #expect(syncs.count > 0)

        try reading.execute("COMMIT")
        #expect(checkpointer.note(writing))
        try writing.execute("INSERT INTO filling (bytes) VALUES (NULL)")
        #expect(writing.framesInLog < 10)
    }

    /// SQLite checkpoints when the last connection closes. That may be another process's.
    @Test func closingTruncatesTheLogWhileAnotherConnectionIsOpen() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        let other = try Connection(path, .write)
        #expect(try other.number("SELECT count(*) FROM sessions") == 1)
        await store.close()
        #expect(FileIdentity(path + "-wal")?.byteCount == 0)
        #expect(try other.number("SELECT count(*) FROM sessions") == 1)
    }

    /// As Linux has it: what could not be written out when a file was synced is forgotten, and the next sync goes well.
    /// https://wiki.postgresql.org/wiki/Fsync_Errors
    @Test func whatTheDiskForgetsAsASyncFailsIsWrittenToItAgain() async throws {
        let store = try SQLiteStore.faulty(path)
        for name in ["a", "b"] { _ = try await store.commit(StoredSample(name).starting()) }
        let before = try Data(contentsOf: URL(filePath: path))
        let fault = try failingSync()
        var revision = 1
        while fault.count == 0 {
            try await fill("a", from: revision, to: revision + 1, in: store)
            revision += 1
        }
        try forgetAll(since: before)
        fault.mend()
        try await fill("b", from: 1, to: 800, in: store)
        await store.close()
        try await expectWhole(["a": revision, "b": 800])
    }

    @Test func whatTheDiskForgetsBeforeTheStoreIsClosedIsWrittenWhenItIsOpened() async throws {
        let store = try SQLiteStore.faulty(path)
        _ = try await store.commit(StoredSample("a").starting())
        let before = try Data(contentsOf: URL(filePath: path))
        try await fill("a", from: 1, to: 100, in: store)
        let fault = try failingSync()
        do {
            // One that reads does not let the last change be moved, without which SQLite does not sync.
            let reading = try Connection(path, .write, vfs: DiskFault.vfs)
            try reading.execute("BEGIN; SELECT count(*) FROM sessions")
            try await fill("a", from: 100, to: 101, bytes: 40_000_000, in: store)
            while fault.count == 0 { await Task.yield() }
        }
        try forgetAll(since: before)
        fault.mend()
        await store.close()
        try await expectWhole(["a": 101])
    }

    private func failingSync() throws -> DiskFault {
        try DiskFault(.sync, on: path, alone: true, code: SQLITE_IOERR | 4 << 8)
    }

    /// Puts the database file back to what it was, as far as it goes.
    private func forgetAll(since before: Data) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let size = try Int(file.seekToEnd())
        try file.seek(toOffset: 0)
        try file.write(contentsOf: before + Data(count: max(0, size - before.count)))
        try file.close()
    }

    private func expectWhole(_ revisions: [String: Int]) async throws {
        let reopened = try SQLiteStore(path)
        #expect(try await reopened.integrityProblems() == [])
        for (session, revision) in revisions {
            #expect(try await reopened.load(session)?.session.revision == revision)
        }
        await reopened.close()
    }

    /// Changes a session until it has that revision, with so many bytes each time.
    ///
    /// - Returns: How many bytes that were.
    @discardableResult
    private func fill(
        _ session: String,
        from first: Int,
        to last: Int,
        bytes: Int = 60_000,
        in store: SQLiteStore
    ) async throws -> Int {
        for revision in first..<last {
            var commit = StoredSample(session).counting(from: revision, key: "k\(revision)")
            commit.reply?.body = [UInt8](repeating: 65, count: bytes)
            #expect(try await store.commit(commit) == .committed)
        }
        return (last - first) * bytes
    }
}
