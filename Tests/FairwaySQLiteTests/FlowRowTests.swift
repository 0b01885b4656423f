import CSQLite
import Fairway
import FairwayTesting
import FairwayWire
import Testing

@testable import FairwaySQLite

/// Flows are found by session and node, not by the number of their row.
struct FlowRowTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func flowIsUpdatedAfterItsRowNumberChanged() async throws {
        let path = folder["fairway.sqlite"]
        let store = try SQLiteStore(path)
        let (moved, other) = (StoredSample("moved"), StoredSample("other"))
        for sample in [moved, other] { #expect(try await store.commit(sample.starting()) == .committed) }
        try SQLiteConnection(path).execute(
            """
            UPDATE flows SET number = 3 WHERE number = 1;
            UPDATE flows SET number = 1 WHERE number = 2;
            """
        )
        for revision in 1...2 { #expect(try await store.commit(turning(moved, from: revision)) == .committed) }
        #expect(try await rows(in: store) == [1: page(0), 3: page(2)])
        #expect(try await store.load("moved")?.flows == turning(moved, from: 2).flows)
        #expect(try await store.load("other")?.flows == [other.flow()])
        await store.close()
    }

    /// After the rollback, the row number is given to another flow.
    @Test func flowStartsAgainAfterItsStartWasRolledBack() async throws {
        let path = folder["fairway.sqlite"]
        let store = try SQLiteStore.faulty(path)
        let (late, other) = (StoredSample("late"), StoredSample("other"))
        let fault = try DiskFault(.sync, on: path, code: SQLITE_IOERR | 4 << 8)
        await #expect(throws: StoreError.self) { try await store.commit(late.starting()) }
        #expect(fault.mend() > 0)
        for sample in [other, late] {
            #expect(try await store.commit(sample.starting()) == .committed)
            #expect(try await store.commit(turning(sample, from: 1)) == .committed)
        }
        #expect(try await rows(in: store) == [1: page(1), 2: page(1)])
        await store.close()
    }

    /// The sessions were loaded before the numbers of their flows' rows changed.
    @Test func flowIsUpdatedAfterItsRowNumberChangedSinceTheLoad() async throws {
        let path = folder["fairway.sqlite"]
        let (moved, other) = (StoredSample("moved"), StoredSample("other"))
        var store = try SQLiteStore(path)
        for sample in [moved, other] {
            var start = sample.starting()
            start.flows.append(sample.flow(2, isFront: false))
            #expect(try await store.commit(start) == .committed)
        }
        await store.close()
        store = try SQLiteStore(path)
        for sample in [moved, other] {
            #expect(try await store.load(sample.session)?.flows.count == 2)
        }
        try SQLiteConnection(path).execute(
            """
            UPDATE flows SET number = 5 WHERE number = 1;
            UPDATE flows SET number = 1 WHERE number = 3;
            """
        )
        for sample in [moved, other] { #expect(try await store.commit(turning(sample, from: 1)) == .committed) }
        #expect(try await rows(in: store) == [5: page(1), 1: page(1), 2: page(0), 4: page(0)])
        await store.close()
    }

    @Test func flowsThatAlternateInFrontAreAllStored() async throws {
        let store = try SQLiteStore(folder["fairway.sqlite"])
        let sample = StoredSample("a")
        var start = sample.starting()
        start.flows = [sample.flow(1, isFront: false), sample.flow(2)]
        #expect(try await store.commit(start) == .committed)
        for revision in 1...4 {
            var change = sample.counting(from: revision)
            let front = revision % 2 + 1
            change.flows = [1, 2].map { sample.flow($0, count: revision, isFront: $0 == front) }
            #expect(try await store.commit(change) == .committed)
            #expect(try await store.load("a")?.flows == change.flows)
        }
        await store.close()
    }

    /// A change of the screen, which is written to the flow's own row.
    private func turning(_ sample: StoredSample, from revision: Int) -> Commit {
        var change = sample.counting(from: revision)
        change.flows = [sample.flow(screen: page(revision), count: revision, after: 1)]
        return change
    }

    private func page(_ number: Int) -> String { number == 0 ? "Counter.Page" : "Counter.Page\(number)" }

    /// The screens of all flows, by row number.
    private func rows(in store: SQLiteStore) async throws -> [Int: String] {
        let rows = try await store.readForAdmin {
            try $0.statement("SELECT number, screen FROM flows").all { ($0.int(0), $0.text(1)) }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}
