#if Postgres
import TestWaits
import Fairway
import FairwayEvents
import FairwayOperators
import FairwayTesting
import Testing

@testable import FairwayPostgres

extension PostgresTests {
    /// Events are numbered after their commits.
    @Suite struct FeedNumberingTests {
        private static func page(_ store: PostgresStore, after cursor: EventCursor? = nil) async throws -> EventPage {
            while try await store.numberEvents(limit: 100) > 0 {}
            return try await EventFeed(store: store, clock: ManualClock()).events(after: cursor, limit: 100)
        }

        /// Session `a` changes in a transaction that began before the change of `b`, and commits after it was read.
        @Test func changeThatCommitsLaterComesBehindTheCursor() async throws {
            try await TestDatabase.using { database in
                let store = try PostgresStore(database.uri)
                try await store.openFeed()
                for name in ["a", "b"] { _ = try await store.commit(StoredSample(name).starting()) }
                let early = try database.connect()
                try early.execute(
                    """
                    BEGIN; UPDATE sessions SET revision = 2 WHERE id = 'a';
                    INSERT INTO journal (session, revision, commit_id, at_ms, kind, took_microseconds)
                    VALUES ('a', 2, gen_random_uuid(), 1, 'action', 1)
                    """
                )
                _ = try await store.commit(StoredSample("b").counting(from: 1))
                let first = try await Self.page(store)
                #expect(first.events.map { "\($0.session)\($0.revision)" } == ["a1", "b1", "b2"])
                #expect(first.isLast)
                try early.execute("COMMIT")
                let second = try await Self.page(store, after: first.next)
                #expect(second.events.map { "\($0.session)\($0.revision)" } == ["a2"])
                #expect(try await Self.page(store).events == first.events + second.events)
                await store.close()
            }
        }

        /// A node that numbers waits for the lock of another, and then numbers what that one could not see.
        @Test func numberingWaitsForTheLock() async throws {
            try await TestDatabase.using { database in
                let store = try database.storeWithoutTimeouts()
                try await store.openFeed()
                _ = try await store.commit(StoredSample("a").starting())
                let (other, observer) = (try database.connect(), try database.connect())
                try other.execute("BEGIN")
                #expect(try other.run(SQLStatement("SELECT number_events(100)")).first { $0.int(0) } == 1)
                _ = try await store.commit(StoredSample("a").counting(from: 1))
                _ = try await store.commit(StoredSample("b").starting())
                async let numbered = store.numberEvents(limit: 100)
                try await until {
                    let sql = """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'
                        """
                    return try observer.run(SQLStatement(sql)).first { $0.int(0) } == 1
                }
                // Numbers that are not committed are not visible.
                let feed = EventFeed(store: store, clock: ManualClock())
                #expect(try await feed.events(after: nil, limit: 9).events == [])
                try other.execute("COMMIT")
                #expect(try await numbered == 2)
                let events = try await feed.events(after: nil, limit: 9).events
                #expect(events.first.map { "\($0.session)\($0.revision)" } == "a1")
                #expect(Set(events.dropFirst().map { "\($0.session)\($0.revision)" }) == ["a2", "b1"])
                await store.close()
            }
        }

        @Test func nodesShareTheFeed() async throws {
            try await TestDatabase.using { database in
                let nodes = try (0..<3).map { _ in try PostgresStore(database.uri) }
                try await EventStoreContract.checkSharing(nodes)
                for node in nodes { await node.close() }
            }
        }

        /// Without the feed, an entry that is counted gets no number, and is written once.
        @Test func storeWithoutAFeedNumbersNothing() async throws {
            try await TestDatabase.using { database in
                let store = try PostgresStore(database.uri)
                let sample = StoredSample("a")
                _ = try await store.commit(sample.starting())
                _ = try await store.commit(sample.ending(from: 1, after: 5))
                #expect(try await store.numberEvents(limit: 9) == 0)
                while try await store.foldJournal(limit: 9) > 0 {}
                let numbered = SQLStatement("SELECT count(*) FROM journal WHERE number IS NOT NULL")
                #expect(try await store.read(numbered).first { $0.int(0) } == 0)
                // The feed begins with its first use.
                try await store.openFeed()
                _ = try await store.commit(StoredSample("b").starting())
                #expect(try await Self.page(store).events.map(\.session) == ["b"])
                #expect(try await store.delete(.sessions, before: sample.moment(5), limit: 9) == 1)
                await store.close()
            }
        }

        /// A change without a number is not deleted, however short the retention.
        @Test func changeIsNumberedBeforeItsSessionIsDeleted() async throws {
            try await TestDatabase.using { database in
                let store = try PostgresStore(database.uri)
                try await store.openFeed()
                let sample = StoredSample("a")
                _ = try await store.commit(sample.starting())
                _ = try await store.commit(sample.ending(from: 1, after: 5))
                #expect(try await store.delete(.sessions, before: sample.moment(5), limit: 9) == 0)
                #expect(try await Self.page(store).events.count == 2)
                #expect(try await store.delete(.sessions, before: sample.moment(5), limit: 9) == 1)
                await store.close()
            }
        }
    }
}
#endif
