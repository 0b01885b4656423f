import Fairway
import FairwayTesting
import FairwayWire
import Foundation
import Testing

@testable import FairwaySQLite

/// Payloads and results of timers and jobs may be sensitive. After the work has ended, the next checkpoint removes them from the
/// database and the log.
struct ErasureTests {
    private let folder: TemporaryFolder
    private let path: String
    private let sample = StoredSample("s")

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    enum WorkEnd: CaseIterable {
        case finished, cancelled, cancelledWithItsFlow, sessionDeleted
    }

    /// A payload in one page, and one in several.
    @Test(arguments: WorkEnd.allCases, [100, 30_000])
    func payloadsAreErasedByTheNextCheckpoint(_ ending: WorkEnd, bytes: Int) async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(sample.starting())
        var revision = 1
        var commit = sample.counting(from: revision)
        commit.work = [.add(work(bytes))]
        _ = try await store.commit(commit)
        revision += 1
        if ending == .finished || ending == .sessionDeleted { try await attempt(store, bytes) }
        #expect(try holdsSecret("") || holdsSecret("-wal"))

        commit = ending == .sessionDeleted ? sample.ending(from: revision) : sample.counting(from: revision)
        switch ending {
        case .finished: commit.work = [.finish(id: "j1")]
        case .cancelled: commit.work = [.cancel(node: "f1", label: "card")]
        case .cancelledWithItsFlow: commit.removedFlows = [1]
        case .sessionDeleted: commit.work = [.giveUp(id: "j1", error: "no")]
        }
        if ending == .cancelledWithItsFlow { commit.flows = [] }
        _ = try await store.commit(commit)
        if ending == .sessionDeleted {
            _ = try await store.foldJournal(limit: 10)
            #expect(try await store.delete(.sessions, before: sample.moment(9), limit: 1) == 1)
        }
        #expect(try await store.work("s").isEmpty)

        try await fillUntilCheckpoint(store)
        #expect(try !holdsSecret(""))
        #expect(try !holdsSecret("-wal"))
        await store.close()
        #expect(try !holdsSecret(""))
    }

    private func work(_ bytes: Int) -> WorkItem {
        var item = sample.job("j1", label: "card")
        item.payload = .secret(bytes)
        return item
    }

    /// Leases the work and stores a result. Both rewrite its row.
    private func attempt(_ store: SQLiteStore, _ bytes: Int) async throws {
        let slots = WorkLease.Slots(1, until: sample.moment(100))
        let lease = WorkLease(slots: [.jobs("Errand"): slots], holder: "a holder", now: sample.moment(1))
        #expect(try await store.lease(lease).count == 1)
        var progress = WorkProgress(next: sample.moment(200))
        progress.attempts = 2
        progress.result = .completed(.secret(bytes))
        #expect(try await store.setProgress(progress, of: "j1", "s", heldBy: "a holder"))
    }

    /// Changes other sessions until the log has been truncated.
    private func fillUntilCheckpoint(_ store: SQLiteStore) async throws {
        let other = StoredSample("other")
        _ = try await store.commit(other.starting())
        var length = 0
        for revision in 1..<100 {
            var commit = other.counting(from: revision, key: "k\(revision)")
            commit.reply?.body = [UInt8](repeating: 65, count: 1_000_000)
            #expect(try await store.commit(commit) == .committed)
            let now = try #require(FileIdentity(path + "-wal")).byteCount
            if now < length { return }
            length = now
        }
        Issue.record("the log was not truncated")
    }

    private func holdsSecret(_ suffix: String) throws -> Bool {
        try Data(contentsOf: URL(filePath: path + suffix)).range(of: Data("5105105105105100".utf8)) != nil
    }
}

extension RawJSON {
    /// A payload full of secrets.
    fileprivate static func secret(_ bytes: Int) -> RawJSON {
        let text = String(repeating: "5105105105105100", count: bytes / 16 + 1)
        return RawJSON(known: Array(#"{"card":"\#(text)"}"#.utf8))
    }
}
