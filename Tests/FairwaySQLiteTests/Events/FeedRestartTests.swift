import Fairway
import FairwayEvents
import FairwayOperators
import FairwayTesting
import Testing

@testable import FairwaySQLite

/// Cursors of the event feed after restarts, and after a backup was restored.
struct FeedRestartTests {
    private let folder: TemporaryFolder
    private let path: String
    private let sample = StoredSample("a")

    init() throws {
        folder = try TemporaryFolder()
        path = folder["fairway.sqlite"]
    }

    private func page(_ store: SQLiteStore, after cursor: EventCursor? = nil) async throws -> EventPage {
        try await EventFeed(store: store, clock: ManualClock()).events(after: cursor, limit: 100)
    }

    @Test func eventsKeepTheirCursorsThroughRestarts() async throws {
        var seen: [EventCursor] = []
        for revision in 0..<4 {
            let store = try SQLiteStore(path)
            let commit = revision == 0 ? sample.starting() : sample.counting(from: revision)
            #expect(try await store.commit(commit) == .committed)
            let events = try await page(store).events
            #expect(events.map(\.revision) == Array(1...(revision + 1)))
            #expect(events.map(\.cursor).starts(with: seen))
            seen = events.map(\.cursor)
            await store.close()
        }
        #expect(Set(seen).count == 4)
    }

    /// The numbers of deleted entries are not used again, also if all entries were deleted.
    @Test func numbersContinueAfterARestartWithoutEntries() async throws {
        var store = try SQLiteStore(path)
        let ada = StoredSample("b", user: "ada")
        _ = try await store.commit(ada.starting())
        let erased = try #require(try await page(store).events.first).cursor
        _ = try await store.eraseUser("ada", limit: 9)
        await store.close()

        store = try SQLiteStore(path)
        #expect(try await page(store, after: erased).events == [])
        _ = try await store.commit(sample.starting())
        _ = try await store.commit(sample.ending(from: 1, after: 1))
        let events = try await page(store, after: erased).events
        #expect(events.map(\.session) == ["a", "a"])
        // Without a fold, as for an app without operators.
        #expect(try await store.delete(.sessions, before: sample.moment(1), limit: 9) == 1)
        await store.close()

        store = try SQLiteStore(path)
        _ = try await store.commit(StoredSample("c").starting())
        let last = try #require(events.last).cursor
        let later = try await page(store, after: last).events
        #expect(later.map(\.session) == ["c"])
        #expect(!events.map(\.cursor).contains(try #require(later.first).cursor))
        await store.close()
    }

    @Test func cursorsAfterARestoredBackupAreGone() async throws {
        var store = try SQLiteStore(path)
        _ = try await store.commit(sample.starting())
        _ = try await store.commit(sample.counting(from: 1))
        try await store.backup(to: folder["backup.sqlite"])
        for revision in 2...5 { _ = try await store.commit(sample.counting(from: revision)) }
        let old = try await page(store).events.map(\.cursor)
        await store.close()
        try folder.remove("fairway.sqlite")
        try folder.move("backup.sqlite", "fairway.sqlite")

        store = try SQLiteStore(path)
        for revision in 2...5 { _ = try await store.commit(sample.counting(from: revision)) }
        let restored = try await page(store).events.map(\.cursor)
        #expect(restored.prefix(2) == old.prefix(2))
        #expect(Set(restored.dropFirst(2)).isDisjoint(with: old))
        #expect(try await page(store, after: old[1]).events.map(\.revision) == [3, 4, 5, 6])
        for cursor in old.dropFirst(2) {
            await #expect(throws: EventFeedError.self) { try await page(store, after: cursor) }
        }
        await store.close()
    }

    /// The server keeps running.
    @Test func cursorsAfterAReplacedFileAreGone() async throws {
        let store = try SQLiteStore(path)
        _ = try await store.commit(sample.starting())
        try await store.backup(to: folder["backup.sqlite"])
        _ = try await store.commit(sample.counting(from: 1))
        let old = try await page(store).events.map(\.cursor)
        for name in ["fairway.sqlite", "fairway.sqlite-wal", "fairway.sqlite-shm"] { try folder.remove(name) }
        try folder.move("backup.sqlite", "fairway.sqlite")
        #expect(try await store.commit(sample.counting(from: 1)) == .committed)
        #expect(try await page(store, after: old[0]).events.map(\.revision) == [2])
        await #expect(throws: EventFeedError.self) { try await page(store, after: old[1]) }
        await store.close()
    }

    @Test func timelinesAreForgottenWithTheirEvents() async throws {
        for revision in 0..<4 {
            let store = try SQLiteStore(path)
            _ = try await store.commit(revision == 0 ? sample.starting() : sample.counting(from: revision, after: 5))
            await store.close()
        }
        var store = try SQLiteStore(path)
        while try await store.foldJournal(limit: 9) > 0 {}
        #expect(try await store.delete(.journal(uncounted: false), before: sample.moment(9), limit: 3) == 3)
        let oldest = try await page(store).events[0].cursor
        await store.close()
        store = try SQLiteStore(path)
        let marks = try await store.feedMarks()
        #expect(marks.timelines.count == 3)
        #expect(try await page(store).events.map(\.cursor) == [oldest])
        #expect(try await page(store, after: marks.oldest).events.map(\.revision) == [4])
        await store.close()
    }
}
