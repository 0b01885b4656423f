import Fairway
import FairwayOperators
import FairwayTesting
import TestWaits
import Testing

@testable import FairwaySQLite

/// Changes share a transaction, but an invalid change fails alone.
@Suite(.waiting)
struct GroupCommitTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(folder["fairway.sqlite"])
    }

    @Test func pendingChangesShareATransaction() async throws {
        let gate = BlockingGate()
        let first = Task { [store] in try await store.write { _ in gate.pass() } }
        try await gate.reached()
        async let outcomes = commitAll(40)
        try await until { try #require(store.writeStatistics).waiting >= 40 }
        let before = try #require(store.writeStatistics)
        gate.release()
        #expect(try await outcomes == Array(repeating: .committed, count: 40))
        try await first.value
        let after = try #require(store.writeStatistics)
        // The write that the gate held, and the group.
        #expect(after.groupSizes.total - before.groupSizes.total == 2)
        #expect(after.largestGroup == 40)
        await store.close()
    }

    @Test func failingChangeFailsAlone() async throws {
        let gate = BlockingGate()
        let first = Task { [store] in try await store.write { _ in gate.pass() } }
        try await gate.reached()
        async let good = commitAll(10)
        async let bad: StoreError? = {
            do {
                var commit = StoredSample("bad").starting()
                // Two timers with the same id violate a constraint.
                commit.work = [.add(StoredSample("bad").timer("j1")), .add(StoredSample("bad").timer("j1"))]
                _ = try await store.commit(commit)
                return nil
            } catch {
                return error as? StoreError
            }
        }()
        try await until { try #require(store.writeStatistics).waiting >= 11 }
        gate.release()
        try await first.value
        #expect(try await good == Array(repeating: .committed, count: 10))
        #expect(await bad?.code == .damaged)
        #expect(try await store.load("bad") == nil)
        #expect(try await store.summary().activeSessions == 10)
        #expect(try await store.integrityProblems() == [])
        await store.close()
    }

    /// In a large store, few changes of a group touch the same index page. Index writes would double the number of written pages.
    @Test func changeWritesNoIndex() async throws {
        _ = try await commitAll(100)
        await store.close()
        let reopened = try SQLiteStore(folder["fairway.sqlite"])
        var sizes = [try logSize()]
        for revision in 1...2 {
            _ = try await reopened.commit(StoredSample("s50").counting(from: revision))
            sizes.append(try logSize())
        }
        #expect(sizes[1] - sizes[0] == sizes[2] - sizes[1])
        #expect(sizes[2] > sizes[1])
        await reopened.close()
    }

    private func logSize() throws -> Int { try #require(FileIdentity(folder["fairway.sqlite-wal"])).byteCount }

    private func commitAll(_ count: Int) async throws -> [CommitOutcome] {
        try await withThrowingTaskGroup(of: CommitOutcome.self) { [store] group in
            for index in 0..<count {
                group.addTask { try await store.commit(StoredSample("s\(index)").starting()) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
