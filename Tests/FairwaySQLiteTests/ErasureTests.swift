import Fairway
import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import TestWaits
import Testing

@testable import FairwaySQLite

/// Content that is removed from the database and the log: payloads and results of work that has ended, because they may be
/// sensitive, by the next checkpoint; and everything of a user that is erased, at once.
@Suite(.waiting)
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
        // A log of about 10 MB is filled soon.
        let store = try SQLiteStore(path, mostPagesInLog: 2_500)
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

    /// Rows in one page, and rows in several.
    @Test(arguments: [100, 30_000])
    func nothingOfAUserIsLeftOnceTheErasureIsFinished(bytes: Int) async throws {
        let store = try SQLiteStore(path)
        // The sweeper deletes a session of the user without overwriting all of its content.
        try await type(bytes, in: StoredSample("swept", user: .secret), store)
        _ = try await store.commit(StoredSample("swept", user: .secret).ending(from: 12))
        _ = try await store.foldJournal(limit: 100)
        #expect(try await store.delete(.sessions, before: sample.moment(9), limit: 9) == 1)
        #expect(try await store.delete(.expired, before: sample.moment(600), limit: 9) == 1)
        for name in ["s", "over"] { try await type(bytes, in: StoredSample(name, user: .secret), store) }
        _ = try await store.commit(StoredSample("over", user: .secret).ending(from: 12))

        while try await !store.eraseUser(.secret, limit: 1).isEmpty {}
        try await until { try await store.finishErasure() }
        #expect(try await store.sessions(SessionsQuery()).rows == [])
        try await store.backup(to: path + "-backup")
        #expect(try !holdsSecret("-backup"))
        #expect(try !holdsSecret(""))
        #expect(try !holdsSecret("-wal"))
        #expect(try await store.integrityProblems() == [])
        await store.close()
        #expect(try !holdsSecret(""))
    }

    /// A server that stops between the deletion of sessions and the last call, as when a batch is stopped.
    @Test func interruptedErasureEndsAfterARestart() async throws {
        let swept = StoredSample("swept", user: .secret)
        var store = try SQLiteStore(path)
        try await type(30_000, in: swept, store)
        _ = try await store.commit(swept.ending(from: 12))
        _ = try await store.foldJournal(limit: 100)
        #expect(try await store.delete(.sessions, before: sample.moment(9), limit: 9) == 1)
        #expect(try await store.delete(.expired, before: sample.moment(600), limit: 9) == 1)
        _ = try await store.commit(StoredSample("s", user: .secret).starting())
        #expect(try await store.erase(["s"]) == ["s"])
        await store.close()
        #expect(try holdsSecret(""))

        store = try SQLiteStore(path)
        try await until { try await openErasures(store) == 0 }
        #expect(try !holdsSecret(""))
        #expect(try !holdsSecret("-wal"))
        #expect(try await store.integrityProblems() == [])
        await store.close()
    }

    /// Nothing of the user is left to delete, but free pages have content of the user.
    @Test func nothingOfASweptUserIsLeft() async throws {
        let store = try SQLiteStore(path)
        for name in ["s", "t"] {
            let swept = StoredSample(name, user: .secret)
            try await type(30_000, in: swept, store)
            _ = try await store.commit(swept.ending(from: 12))
            _ = try await store.foldJournal(limit: 100)
            #expect(try await store.delete(.sessions, before: sample.moment(9), limit: 9) == 1)
            #expect(try await store.delete(.expired, before: sample.moment(600), limit: 9) == 1)
            #expect(try await store.eraseUser(.secret, limit: 1) == [])
            try await until { try await store.finishErasure() }
            #expect(try !holdsSecret(""))
            #expect(try !holdsSecret("-wal"))
        }
        await store.close()
    }

    @Test func erasureIsNotFinishedWhileAnotherProcessReadsTheLog() async throws {
        let store = try SQLiteStore(path)
        try await type(30_000, in: StoredSample("s", user: .secret), store)
        let reader = try SQLiteConnection(path)
        try reader.execute("BEGIN; SELECT count(*) FROM sessions")
        while try await !store.eraseUser(.secret, limit: 1).isEmpty {}
        #expect(try await !store.finishErasure())
        #expect(try holdsSecret("-wal"))
        #expect(try await openErasures(store) == 1)
        // A repeat only tries to truncate the log.
        let length = try #require(FileIdentity(path + "-wal")).byteCount
        for _ in 0..<3 { #expect(try await !store.finishErasure()) }
        #expect(FileIdentity(path + "-wal")?.byteCount == length)
        // Other changes go on.
        #expect(try await store.commit(StoredSample("other").starting()) == .committed)
        try reader.execute("COMMIT")
        try await until { try await store.finishErasure() }
        #expect(try !holdsSecret(""))
        #expect(try !holdsSecret("-wal"))
        #expect(try await openErasures(store) == 0)
        await store.close()
    }

    /// The pages are overwritten, but the log still has their old content.
    @Test func restartTruncatesTheLogOfAnInterruptedErasure() async throws {
        var store = try SQLiteStore(path)
        try await type(30_000, in: StoredSample("s", user: .secret), store)
        do {
            let reader = try SQLiteConnection(path)
            reader.keepLogOnClose()
            try reader.execute("BEGIN; SELECT count(*) FROM sessions")
            while try await !store.eraseUser(.secret, limit: 1).isEmpty {}
            #expect(try await !store.finishErasure())
            await store.close()
        }
        #expect(try holdsSecret("-wal"))
        store = try SQLiteStore(path)
        try await until { try await openErasures(store) == 0 }
        #expect(try !holdsSecret(""))
        #expect(try !holdsSecret("-wal"))
        await store.close()
    }

    @Test func closedStoreFinishesNoErasure() async throws {
        let store = try SQLiteStore(path)
        await store.close()
        await #expect(throws: StoreError.self) { try await store.finishErasure() }
    }

    /// Changes that free pages all the time do not keep the erasure from ending.
    @Test func userIsErasedWhileOtherSessionsChange() async throws {
        let store = try SQLiteStore(path)
        try await type(30_000, in: StoredSample("s", user: .secret), store)
        let other = StoredSample("other")
        _ = try await store.commit(other.starting())
        let changing = Task {
            var revision = 1
            while !Task.isCancelled {
                var change = other.counting(from: revision)
                change.row?.viewModels = RawJSON(known: Array("[\(String(repeating: "1,", count: 50_000))1]".utf8))
                try #require(try await store.commit(change) == .committed)
                revision += 1
            }
        }
        while try await !store.eraseUser(.secret, limit: 10).isEmpty {}
        try await until { try await store.finishErasure() }
        changing.cancel()
        try await changing.value
        #expect(try !holdsSecret(""))
        #expect(try !holdsSecret("-wal"))
        #expect(try await store.integrityProblems() == [])
        await store.close()
    }

    /// The second erasure may begin while the first one overwrites the free pages.
    @Test func erasuresAtOnceBothEnd() async throws {
        let store = try SQLiteStore(path)
        for name in ["s", "t"] { try await type(30_000, in: StoredSample(name, user: .secret), store) }
        async let first: Void = Self.erase("s", store)
        async let second: Void = Self.erase("t", store)
        _ = try await (first, second)
        #expect(try !holdsSecret(""))
        #expect(try !holdsSecret("-wal"))
        #expect(try await openErasures(store) == 0)
        #expect(try await store.integrityProblems() == [])
        await store.close()
    }

    private static func erase(_ session: String, _ store: SQLiteStore) async throws {
        #expect(try await store.erase([session]) == [session])
        try await until { try await store.finishErasure() }
    }

    /// Stores secrets in every table, in rows that grow and shrink.
    private func type(_ bytes: Int, in sample: StoredSample, _ store: SQLiteStore) async throws {
        var start = sample.starting()
        start.creation = sample.creation(sample.session)
        start.creation?.body = Array(String.secret.utf8)
        _ = try await store.commit(start)
        for revision in 1...11 {
            let size = revision % 2 == 0 ? bytes : bytes / 3
            var change = sample.counting(from: revision, key: "\(String.secret) \(revision)")
            change.row?.claims = .secret(16)
            change.row?.viewModels = .secret(size)
            change.flows[0].state = .secret(size)
            change.journal = sample.entry(revision + 1, params: .secret(size), after: 1)
            change.reply?.body = RawJSON.secret(size).bytes
            change.drafts = ["s1": .secret(size), "s2": revision % 3 == 0 ? nil : .secret(bytes)]
            change.work = [.add(work(size, id: "j\(revision)"))]
            try #require(try await store.commit(change) == .committed)
        }
        _ = try await store.delete(.replies, before: sample.moment(2), limit: 5)
        #expect(try holdsSecret("-wal"))
    }

    private func work(_ bytes: Int, id: String = "j1") -> WorkItem {
        var item = sample.job(id, label: "card")
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
        progress.result = .completed(.secret(bytes), version: 1)
        #expect(try await store.setProgress(progress, of: "j1", "s", heldBy: "a holder"))
    }

    /// Changes other sessions until the log has been truncated.
    private func fillUntilCheckpoint(_ store: SQLiteStore) async throws {
        let other = StoredSample("other")
        _ = try await store.commit(other.starting())
        var (revision, length) = (1, 0)
        while true {
            var commit = other.counting(from: revision, key: "k\(revision)")
            // The checkpoint runs on another thread. Small changes wait for it without filling the disk.
            commit.reply?.body = [UInt8](repeating: 65, count: revision < 50 ? 1_000_000 : 1_000)
            try #require(try await store.commit(commit) == .committed)
            let now = try #require(FileIdentity(path + "-wal")).byteCount
            if now < length { return }
            (revision, length) = (revision + 1, now)
        }
    }

    private func openErasures(_ store: SQLiteStore) async throws -> Int {
        try await store.read { try $0.number("SELECT count(*) FROM free_pages") }
    }

    private func holdsSecret(_ suffix: String) throws -> Bool {
        try Data(contentsOf: URL(filePath: path + suffix)).range(of: Data(String.secret.utf8)) != nil
    }
}

extension String {
    fileprivate static let secret = "5105105105105100"
}

extension RawJSON {
    /// A payload full of secrets.
    fileprivate static func secret(_ bytes: Int) -> RawJSON {
        let text = String(repeating: .secret, count: bytes / 16 + 1)
        return RawJSON(known: Array(#"{"card":"\#(text)"}"#.utf8))
    }
}
