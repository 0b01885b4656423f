import CSQLite
import Fairway
import FairwayOperators
import FairwayTesting
import Foundation
import Testing

@testable import FairwaySQLite

/// A session's journal is a linked list, and no entry is lost from it.
struct JournalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func deletingASessionDeletesItsJournal() async throws {
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
        #expect(try await store.delete(.sessions, before: Date(timeIntervalSinceNow: 1_000_000_000), limit: 10) == 1)
        #expect(try await entries(in: store) == 100)
        #expect(try await store.journal("kept", after: 0, limit: 1_000).count == 100)
        await store.close()
    }

    @Test func rolledBackEntryDoesNotBreakTheJournal() async throws {
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

    /// After the clock went back, an entry can have an earlier time than the entry before it.
    @Test func journalIsDeletedInOrderAfterTheClockWentBack() async throws {
        let store = try SQLiteStore(folder["fairway.sqlite"])
        let sample = StoredSample("a")
        #expect(try await store.commit(sample.starting()) == .committed)
        for (revision, second) in [(1, 1.0), (2, 9_000), (3, 2), (4, 3), (5, 8_000)] {
            #expect(try await store.commit(sample.counting(from: revision, after: second)) == .committed)
        }
        #expect(try await store.foldJournal(limit: 100) == 6)
        #expect(try await store.delete(.journal(uncounted: false), before: sample.moment(100), limit: 100) == 5)
        #expect(try await store.journal("a", after: 0, limit: 100).map(\.revision) == [6])
        #expect(try await store.integrityProblems() == [])
        var ending = sample.counting(from: 6, after: 8_001)
        ending.row?.status = .over
        #expect(try await store.commit(ending) == .committed)
        #expect(try await store.delete(.sessions, before: Date(timeIntervalSinceNow: 1_000_000_000), limit: 10) == 1)
        #expect(try await entries(in: store) == 0)
        await store.close()
    }

    /// Incidents that are not folded into `runs` yet are kept, even beyond the limit per session.
    @Test func foldDeletesIncidentsBeyondTheNewest() async throws {
        let store = try SQLiteStore(folder["fairway.sqlite"])
        let sample = StoredSample("a")
        #expect(try await store.commit(sample.starting()) == .committed)
        let incident = Incident(session: "a", revision: 1, at: sample.moment(1), kind: "link", code: "rejected")
        try await store.add(Array(repeating: incident, count: 2_100))
        #expect(try await entries(of: "incidents", in: store) == 2_100)
        #expect(try await store.foldJournal(limit: 100) == 1)
        #expect(try await entries(of: "incidents", in: store) == Incident.mostPerSession)
        await store.close()
    }

    @Test func brokenLinksOfTheJournalAreReported() async throws {
        let path = folder["fairway.sqlite"]
        let store = try SQLiteStore(path)
        for name in ["a", "b"] {
            #expect(try await store.commit(StoredSample(name).starting()) == .committed)
            #expect(await count(name, from: 1, in: store) == nil)
        }
        #expect(try await store.integrityProblems() == [])
        let connection = try SQLiteConnection(path)
        try connection.execute(
            """
            UPDATE sessions SET newest_entry = 1 WHERE id = 'b';
            UPDATE journal SET previous = 2 WHERE number = 3;
            INSERT INTO journal (number, session, revision, at_ms, kind, took_microseconds) VALUES (99, 77, 1, 0, 'action', 1);
            """
        )
        #expect(try await store.integrityProblems().count == 3)
        await store.close()
    }

    @Test func journalEntryWithoutASessionsRowIsRefused() async throws {
        let store = try SQLiteStore(folder["fairway.sqlite"])
        #expect(try await store.commit(StoredSample("a").starting()) == .committed)
        var commit = StoredSample("a").counting(from: 1)
        commit.row = nil
        await #expect(throws: StoreError.self) { try await store.commit(commit) }
        #expect(await count("a", from: 1, in: store) == nil)
        await store.close()
    }

    private func entries(of table: String = "journal", in store: SQLiteStore) async throws -> Int {
        try await store.readForAdmin { try $0.number("SELECT count(*) FROM \(table)") }
    }
}
