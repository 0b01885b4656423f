import CFaultyVFS
import CSQLite
import Fairway
import FairwayTesting
import Foundation
import Synchronization
import Testing

@testable import FairwaySQLite

/// Short reads: at once where nothing has to be waited for, else on a queue, and the same either way.
struct PromptReadTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    /// The file system that temporary files are on need not know such reads.
    private static let areKnown = fairway_knows_prompt_reads(FileManager.default.temporaryDirectory.path) != 0

    @Test(.enabled(if: areKnown)) func whatIsInMemoryIsReadByWhoAsks() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        var handedOver = 0
        for _ in 0..<100 {
            let asking = "\(pthread_self())"
            let (reading, number) = try await store.readShort { connection in
                ("\(pthread_self())", try connection.number(of: "a"))
            }
            #expect(number == 1)
            if reading != asking { handedOver += 1 }
        }
        #expect(handedOver == 0)
        await store.close()
    }

    @Test(.enabled(if: areKnown)) func whatCannotBeReadAtOnceIsReadOnAQueue() async throws {
        let store = try SQLiteStore.faulty(path)
        _ = try await store.commit(StoredSample("a").starting())
        let fault = try DiskFault(.read, on: path, code: SQLITE_IOERR | 1 << 8)
        let tries = Atomic<Int>(0)
        let found = try await store.readShort { connection in
            tries.wrappingAdd(1, ordering: .relaxed)
            // Only the first read meets it.
            defer { fault.mend() }
            return try connection.load("a")?.stored
        }
        #expect(found == (try await store.load("a")))
        #expect(found != nil)
        #expect(tries.load(ordering: .relaxed) == 2)
        await store.close()
    }

    /// A transaction that was given up at once leaves none open on the connection.
    @Test(.enabled(if: areKnown)) func whatIsReadAtOneMomentIsReadOnAQueueAsAWhole() async throws {
        let store = try SQLiteStore.faulty(path)
        _ = try await store.commit(StoredSample("a").starting())
        #expect(await count("a", from: 1, key: "k", in: store) == nil)
        for skipped in 0..<8 {
            let fault = try DiskFault(.read, on: path, code: SQLITE_IOERR | 1 << 8, after: skipped)
            let number = try await store.read { connection in
                defer { fault.mend() }
                return try connection.number(of: "a")
            }
            #expect(number == 1)
            #expect(try await store.reply("a", key: "k")?.revision == 2)
            // Of which the reader's pages in memory know nothing.
            #expect(await count("a", from: 2 + skipped, in: store) == nil)
        }
        await store.close()
    }

    /// The system is told to forget what it has read of the file.
    @Test(.enabled(if: areKnown)) func whatIsOnTheDiskAloneIsReadOnAQueue() async throws {
        let names = (0..<300).map { "s\($0)" }
        let store = try SQLiteStore(path)
        for name in names { _ = try await store.commit(StoredSample(name).starting()) }
        await store.close()
        let reopened = try SQLiteStore(path)
        // Closed last: SQLite's locks end with whoever is the first to close the file.
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        let tries = Atomic<Int>(0)
        for name in names {
            fsync(descriptor)
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
            let found = try await reopened.readShort { connection in
                tries.wrappingAdd(1, ordering: .relaxed)
                return try connection.load(name)?.stored
            }
            #expect(found?.session.id == name)
        }
        #expect(tries.load(ordering: .relaxed) > names.count)
        await reopened.close()
    }

    @Test(.enabled(if: areKnown)) func whoReadsAtOnceWaitsForNoLockAndTheNextDoes() async throws {
        let store = try SQLiteStore(path)
        let isFirst = Atomic<Bool>(true)
        for expected in [0, DatabaseFile.patienceMilliseconds] {
            let patience = try await store.readShort { connection in
                // The second time it is left to the queue.
                if expected > 0, isFirst.exchange(false, ordering: .relaxed) { throw CancellationError() }
                return try connection.connection.number("PRAGMA busy_timeout")
            }
            #expect(patience == expected)
        }
        await store.close()
    }
}
