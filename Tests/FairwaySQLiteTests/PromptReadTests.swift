import CFaultyVFS
import CSQLite
import Fairway
import FairwayTesting
import Foundation
import Synchronization
import Testing

@testable import FairwaySQLite

/// Sessions are loaded at once where nothing has to be waited for, else on a queue, and are the same either way.
struct PromptReadTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    /// The file system that temporary files are on need not know such reads.
    private static let areKnown = fairway_knows_prompt_reads(FileManager.default.temporaryDirectory.path) != 0

    /// How the first reader finds a session at once.
    private func prompt(_ session: String, in store: SQLiteStore) -> String {
        switch store.readers[0].readAtOnce({ try $0.load(session)?.stored.session.id }) {
        case .read(let id): "found \(id ?? "nothing")"
        case .refused: "refused"
        case .taken: "taken"
        }
    }

    @Test(.enabled(if: areKnown)) func whatIsInMemoryIsReadByWhoAsks() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        // The first load also reads the schema.
        _ = try await store.load("a")
        #expect(prompt("a", in: store) == "found a")
        #expect(prompt("b", in: store) == "found nothing")
        var handedOver = 0
        for _ in 0..<100 {
            let asking = "\(pthread_self())"
            let (reading, number) = try await store.readAtOnce { connection in
                ("\(pthread_self())", try connection.number(of: "a"))
            }
            #expect(number == 1)
            if reading != asking { handedOver += 1 }
        }
        #expect(handedOver == 0)
        await store.close()
        #expect(prompt("a", in: store) == "taken")
        await #expect(throws: StoreError.self) { try await store.load("a") }
    }

    @Test(.enabled(if: areKnown)) func whatCannotBeReadAtOnceIsReadOnAQueue() async throws {
        let store = try SQLiteStore.faulty(path)
        _ = try await store.commit(StoredSample("a").starting())
        let fault = try DiskFault(.read, on: path, code: SQLITE_IOERR | 1 << 8)
        #expect(prompt("a", in: store) == "refused")
        let tries = Atomic<Int>(0)
        let (found, patience) = try await store.readAtOnce { connection in
            tries.wrappingAdd(1, ordering: .relaxed)
            // Only the first read meets it.
            defer { fault.mend() }
            return (try connection.load("a")?.stored, try connection.connection.number("PRAGMA busy_timeout"))
        }
        #expect(try await store.load("a") == found)
        #expect(found != nil)
        #expect(tries.load(ordering: .relaxed) == 2)
        // On the queue, unlike at once, a lock is waited for.
        #expect(patience == DatabaseFile.patienceMilliseconds)
        await store.close()
    }

    /// A session with more than its flow in front is read in a transaction, which is given up wherever a read is refused.
    @Test(.enabled(if: areKnown)) func noTransactionIsLeftOpen() async throws {
        let store = try SQLiteStore.faulty(path)
        _ = try await store.commit(StoredSample("a").starting())
        _ = try await store.setDraft(RawJSON(encoding: ["x": 1]), "a", screen: "s1")
        let whole = try await store.load("a")
        #expect(whole?.drafts.count == 1)
        var refused = 0
        for skipped in 0..<12 {
            // So that what the reader has in memory is of no use.
            #expect(await count("a", from: 1 + skipped, in: store) == nil)
            let fault = try DiskFault(.read, on: path, code: SQLITE_IOERR | 1 << 8, after: skipped)
            if prompt("a", in: store) == "refused" { refused += 1 }
            fault.mend()
            #expect(try await store.readers[0].readPlainly { $0.connection.isOutsideTransactions })
            #expect(try await store.load("a")?.drafts == whole?.drafts)
        }
        #expect(refused > 2)
        // SQLite itself ends the transaction of a read that failed, but not that of one who failed otherwise.
        let given = store.readers[0].readAtOnce { try $0.transaction { _ in throw CancellationError() } }
        if case .read = given { Issue.record("it was read") }
        #expect(try await store.readers[0].readPlainly { $0.connection.isOutsideTransactions })
        await store.close()
    }

    @Test(.enabled(if: areKnown), .timeLimit(.minutes(10))) func whereOneReaderIsTakenTheOtherReads() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("a").starting())
        _ = try await store.load("a")
        let gate = Gate()
        async let slow: Void = store.readers[0].readPlainly { _ in gate.pass() }
        await gate.reached()
        #expect(prompt("a", in: store) == "taken")
        let patience = try await store.readAtOnce { try $0.connection.number("PRAGMA busy_timeout") }
        #expect(patience == 0)
        gate.release()
        try await slow
        await store.close()
    }

    /// The system is told to forget what it has read of the file.
    @Test(.enabled(if: areKnown)) func whatIsOnTheDiskAloneIsRefused() async throws {
        let names = (0..<300).map { "s\($0)" }
        let store = try SQLiteStore(path)
        for name in names { _ = try await store.commit(StoredSample(name).starting()) }
        await store.close()
        let reopened = try SQLiteStore(path)
        // Closed last: SQLite's locks end with whoever is the first to close the file.
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        var refused = 0
        for name in names {
            fairway_forget_file(descriptor)
            if prompt(name, in: reopened) == "refused" { refused += 1 }
            #expect(try await reopened.load(name)?.session.id == name)
        }
        #expect(refused > 0)
        await reopened.close()
    }
}
