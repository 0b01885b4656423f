import CSQLite
import Fairway
import FairwayTesting
import Foundation
import TestWaits
import Testing

@testable import FairwaySQLite

/// Checkpoints run concurrently with changes and lose nothing.
@Suite(.waiting)
struct CheckpointTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
        try Data().write(to: URL(filePath: path))
    }

    /// If no checkpoint completed, the log would grow until changes pause.
    @Test func logStaysBoundedUnderContinuousLoad() async throws {
        let store = try SQLiteStore(path)
        for task in 0..<8 { _ = try await store.commit(StoredSample("s\(task)").starting()) }
        var written = 0
        var revision = 1
        // How long a checkpoint takes depends on the disk. A log that is never overwritten is as long as all writes together.
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

    /// SQLite syncs the file only after the last frame was copied. A change would wait for that long sync.
    @Test func checkpointerSyncsTheDatabaseFile() throws {
        let store = DatabaseFile(path: path, vfs: DiskFault.vfs)
        let writing = try store.openForWriting(mayMake: true)
        try writing.execute("CREATE TABLE filling (number INTEGER PRIMARY KEY, bytes BLOB)")
        for _ in 0..<40 { try writing.execute("INSERT INTO filling (bytes) VALUES (zeroblob(1000000))") }
        // A reader keeps the last change in the log.
        let reading = try SQLiteConnection(path, vfs: DiskFault.vfs)
        try reading.execute("BEGIN; SELECT count(*) FROM filling")
        try writing.execute("INSERT INTO filling (bytes) VALUES (NULL)")

        let syncs = try DiskFault(.sync, on: path, alone: true, code: SQLITE_OK)
        let checkpointer = Checkpointer(store)
        #expect(checkpointer.checkpointIfNeeded(writing))
        checkpointer.close()
        #expect(syncs.count > 0)

        try reading.execute("COMMIT")
        #expect(checkpointer.checkpointIfNeeded(writing))
        try writing.execute("INSERT INTO filling (bytes) VALUES (NULL)")
        #expect(writing.framesInLog < 10)
    }

    /// A log that is truncated grows again, and syncs of a growing log cost more than of one that is overwritten.
    @Test func onlyALogThatAnEarlierProcessLeftIsTruncatedByTheFirstCheckpoint() throws {
        let store = DatabaseFile(path: path, mostFramesInLog: 4)
        do {
            let writing = try store.openForWriting(mayMake: true)
            let (before, after) = try logBytesAroundACheckpoint(writing, store)
            #expect(after == before)
            writing.keepLogOnClose()
        }
        let writing = try store.openForWriting(mayMake: false)
        let (before, after) = try logBytesAroundACheckpoint(writing, store)
        #expect(before > 0 && after == 0)
    }

    private func logBytesAroundACheckpoint(
        _ writing: SQLiteConnection,
        _ store: DatabaseFile
    ) throws -> (before: Int, after: Int) {
        try writing.execute("CREATE TABLE IF NOT EXISTS filling (bytes BLOB)")
        try writing.execute("INSERT INTO filling VALUES (zeroblob(100000))")
        let before = try #require(FileIdentity(path + "-wal")).byteCount
        let checkpointer = Checkpointer(store)
        #expect(checkpointer.checkpointIfNeeded(writing))
        checkpointer.close()
        #expect(checkpointer.checkpointIfNeeded(writing))
        return (before, try #require(FileIdentity(path + "-wal")).byteCount)
    }

    /// SQLite checkpoints only when the last connection is closed, which may belong to another process.
    @Test func closingTruncatesTheLogWhileAnotherConnectionIsOpen() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        let other = try SQLiteConnection(path)
        #expect(try other.number("SELECT count(*) FROM sessions") == 1)
        await store.close()
        #expect(FileIdentity(path + "-wal")?.byteCount == 0)
        #expect(try other.number("SELECT count(*) FROM sessions") == 1)
    }

    /// On Linux, a failed sync drops the pages that it could not write, and the next sync succeeds.
    /// https://wiki.postgresql.org/wiki/Fsync_Errors
    @Test func pagesDroppedByAFailedSyncAreWrittenAgain() async throws {
        let store = try SQLiteStore.faulty(path)
        for name in ["a", "b"] { _ = try await store.commit(StoredSample(name).starting()) }
        let before = try Data(contentsOf: URL(filePath: path))
        let fault = try failingSync()
        // Exceeds the limit of the log. No later change may begin another checkpoint.
        try await fill("a", from: 1, to: 2, bytes: 40_000_000, in: store)
        try await until { fault.count > 0 }
        try forgetAll(since: before)
        fault.mend()
        try await fill("b", from: 1, to: 800, in: store)
        await store.close()
        try await expectWhole(["a": 2, "b": 800])
    }

    @Test func pagesDroppedBeforeCloseAreWrittenAtTheNextStart() async throws {
        let store = try SQLiteStore.faulty(path)
        _ = try await store.commit(StoredSample("a").starting())
        let before = try Data(contentsOf: URL(filePath: path))
        try await fill("a", from: 1, to: 100, in: store)
        let fault = try failingSync()
        do {
            // A reader keeps the last change in the log, so SQLite does not sync the file.
            let reading = try SQLiteConnection(path, vfs: DiskFault.vfs)
            try reading.execute("BEGIN; SELECT count(*) FROM sessions")
            try await fill("a", from: 100, to: 101, bytes: 40_000_000, in: store)
            try await until { fault.count > 0 }
        }
        try forgetAll(since: before)
        fault.mend()
        await store.close()
        try await expectWhole(["a": 101])
    }

    private func failingSync() throws -> DiskFault {
        try DiskFault(.sync, on: path, alone: true, code: SQLITE_IOERR | 4 << 8)
    }

    /// Restores the old content of the database file, but not its size.
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

    /// Changes a session until it has a revision, and returns the number of bytes.
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
