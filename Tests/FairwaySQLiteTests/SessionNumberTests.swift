import CSQLite
import Fairway
import FairwayTesting
import Foundation
import Testing

@testable import FairwaySQLite

/// A session's id contains the number of its row, so lookups do not need the index over ids.
struct SessionNumberTests {
    private let folder: TemporaryFolder
    private var path: String { folder["fairway.sqlite"] }

    init() throws { folder = try TemporaryFolder() }

    @Test func sessionHasTheNumberInItsID() async throws {
        let store = try SQLiteStore(path)
        let ids = [3, -5, 2].map { id(at: $0, random: 0) }
        for id in ids { #expect(try await store.commit(StoredSample(id).starting()) == .committed) }
        #expect(
            try await numbers(in: store) == Dictionary(uniqueKeysWithValues: ids.map { ($0, SessionID.number(of: $0)) })
        )
        await store.close()
    }

    /// One in 32 ids of the same millisecond contains the same number. Ids in the old format contain none.
    @Test func sessionGetsAnotherNumberIfItsOwnIsTakenOrMissing() async throws {
        let ids = [
            id(at: 5, random: 1), id(at: 5, random: 2), "AwAAAAAAAAAAAAAAAAAAAA", id(at: 6, random: 0),
            id(at: 4, random: 0),
        ]
        #expect(SessionID.number(of: ids[0]) == SessionID.number(of: ids[1]))
        for isReopened in [false, true] {
            let folder = try TemporaryFolder()
            var store = try SQLiteStore(folder["fairway.sqlite"])
            for id in ids {
                #expect(try await store.commit(StoredSample(id).starting()) == .committed)
                #expect(try await store.commit(StoredSample(id).starting()) == .conflict)
            }
            #expect(try await Set(numbers(in: store).values).count == ids.count)
            if isReopened {
                await store.close()
                store = try SQLiteStore(folder["fairway.sqlite"])
            }
            for id in ids {
                let sample = StoredSample(id)
                #expect(try await store.load(id)?.session == sample.row())
                #expect(try await store.commit(sample.counting(from: 1)) == .committed)
                #expect(try await store.journal(id, after: 0, limit: 9).map(\.revision) == [1, 2])
            }
            #expect(try await store.load(id(at: 5, random: 3)) == nil)
            await store.close()
        }
    }

    @Test func lookupByNumberReadsFewerPagesThanTheIndex() async throws {
        var store = try SQLiteStore(path, durability: .relaxed)
        let (numbered, unnumbered) = (id(at: 1_000, random: 0), "AwAAAAAAAAAAAAAAAAAAAA")
        for moment in 1...2_000 {
            let id = moment == 500 ? unnumbered : id(at: moment, random: 0)
            #expect(try await store.commit(StoredSample(id).starting()) == .committed)
        }
        await store.close()
        var pages: [Int] = []
        for id in [numbered, unnumbered] {
            store = try SQLiteStore.faulty(path)
            let reads = try DiskFault(.read, on: path, alone: true, code: SQLITE_OK)
            #expect(try await store.load(id)?.session.id == id)
            pages.append(reads.mend())
            await store.close()
        }
        #expect(pages[0] + 2 <= pages[1], "\(pages)")
    }

    private func id(at milliseconds: Int, random: UInt8) -> String {
        SessionID.make(at: Date(milliseconds: milliseconds)) { Array(repeating: random, count: $0) }
    }

    private func numbers(in store: SQLiteStore) async throws -> [String: Int] {
        try await store.readForAdmin { connection in
            let rows = try connection.statement("SELECT id, number FROM sessions").all { ($0.text(0), $0.int(1)) }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }
}
