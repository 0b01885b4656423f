import CSQLite
import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import FairwaySQLite

/// Entries of the journal are chained: what a chain could lose, none loses.
struct JournalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aSessionThatIsDeletedTakesAllItsEntriesAlong() async throws {
        let store = try SQLiteStore(folder["fairway.sqlite"])
        for name in ["gone", "kept"] {
            let sample = StoredSample(name)
            #expect(try await store.commit(sample.starting()) == .committed)
            for revision in 1..<100 { #expect(try await store.commit(sample.counting(from: revision)) == .committed) }
        }
        var ending = StoredSample("gone").counting(from: 100)
        ending.row?.status = .over
        #expect(try await store.commit(ending) == .committed)
        #expect(try await entries(in: store) == 201)
        #expect(try await store.deleteSessions(overBy: Date(timeIntervalSinceNow: 1_000_000_000), limit: 10) == 1)
        #expect(try await entries(in: store) == 100)
        #expect(try await store.journal("kept", after: 0, limit: 1_000).count == 100)
        await store.close()
    }

    /// The writer remembers each session's newest entry. That of a group that was taken back is not there.
    @Test func anEntryThatWasTakenBackBreaksNoChain() async throws {
        let path = folder["fairway.sqlite"]
        let store = try SQLiteStore.faulty(path)
        #expect(try await store.commit(StoredSample("a").starting()) == .committed)
        for revision in 1..<10 {
            let fault = try DiskFault(.sync, on: path, code: SQLITE_IOERR | 4 << 8)
            #expect(await count("a", from: revision, in: store) != nil)
            #expect(fault.mend() > 0)
            #expect(await count("a", from: revision, in: store) == nil)
        }
        #expect(try await store.journal("a", after: 0, limit: 100).map(\.revision) == Array(1...10))
        await store.close()
    }

    private func entries(in store: SQLiteStore) async throws -> Int {
        try await store.readForAdmin { try $0.number("SELECT count(*) FROM journal") }
    }
}
