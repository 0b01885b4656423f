import Fairway
import FairwayDoubles
public import FairwayEvents
public import FairwayOperators
import FairwayWire
import Testing

/// The contract of the event feed of every store, beyond ``OperatorStoreContract``. Each promise is a test, as there.
public enum EventStoreContract {
    /// A promise about a store with an event feed.
    public typealias Promise = StorePromise<any OperatorStore & EventStore>

    /// All promises of the contract.
    public static let promises: [Promise] = [order, removal, consumers].flatMap(\.self)

    /// Checks that nodes which share a database number each event once, and that a reader at each node misses none.
    ///
    /// - Parameter nodes: The stores, on one database without sessions. They are left open.
    public static func checkSharing(_ nodes: [any OperatorStore & EventStore]) async throws {
        try await FeedReader.followCommits(on: nodes)
    }
}

extension EventStoreContract {
    /// The order of events, and the cursors.
    static let order = [
        Promise("everyChangeIsOneEventInTheOrderOfRevisions") { store async throws in
            let feed = FeedReader(store)
            #expect(try await feed.all() == [])
            let (a, b) = (StoredSample("a"), StoredSample("b"))
            for sample in [a, b] { _ = try await store.commit(sample.starting()) }
            // Clocks may go back.
            _ = try await store.commit(a.counting(from: 1, after: -60))
            _ = try await store.commit(a.ending(from: 2, after: -90))
            _ = try await store.commit(b.counting(from: 1))
            let events = try await feed.all()
            #expect(events.filter { $0.session == "a" }.map(\.revision) == [1, 2, 3])
            #expect(events.filter { $0.session == "b" }.map(\.revision) == [1, 2])
            #expect(Set(events.map(\.cursor)).count == 5)
            #expect(try await feed.all() == events)
            // Commits without a change are none.
            _ = try await store.commit(b.counting(from: 7))
            try await store.setDraft(.null, "b", screen: "s1")
            #expect(try await feed.all().count == 5)
        },
        Promise("eventHasTheColumnsOfItsEntryAndItsSession") { store async throws in
            let feed = FeedReader(store)
            let sample = StoredSample("a", user: "ada")
            _ = try await store.commit(sample.starting())
            var change = sample.counting(from: 1)
            let params = RawJSON(known: Array(#"{"name":"Ada"}"#.utf8))
            change.journal = sample.entry(2, params: params, to: "Counter.End", after: 1, request: "r1")
            _ = try await store.commit(change)
            _ = try await store.commit(sample.ending(from: 2))
            let events = try await feed.all()
            let second = try #require(events.dropFirst().first)
            #expect((second.session, second.revision, second.at) == ("a", 2, sample.moment(1)))
            #expect((second.kind, second.flow, second.screen) == ("action", "Counter", "Counter.Page"))
            #expect((second.name, second.to) == ("incrementButtonPressed", "Counter.End"))
            #expect((second.params, second.request) == (params, "r1"))
            #expect(events.map(\.user) == ["ada", "ada", "ada"])
            #expect(events.map(\.outcome) == [nil, nil, .ended])
        },
        Promise("pagesOfEventsContinueBehindTheirCursor") { store async throws in
            let feed = FeedReader(store)
            for name in ["a", "b", "c"] { _ = try await store.commit(StoredSample(name).starting()) }
            let all = try await feed.all()
            let first = try await feed.page(limit: 2)
            #expect(first.events == Array(all.prefix(2)))
            #expect(first.next == all[1].cursor)
            #expect(!first.isLast)
            // A change between two pages is on a later page.
            _ = try await store.commit(StoredSample("d").starting())
            let second = try await feed.page(after: first.next, limit: 2)
            #expect(second.events.map(\.session) == [all[2].session, "d"])
            let last = try await feed.page(after: second.next, limit: 2)
            #expect(last.events == [])
            #expect(last.isLast)
            #expect(try await feed.page(after: last.next, limit: 2) == last)
        },
        Promise("filterOfEventsMovesTheCursorOn") { store async throws in
            let feed = FeedReader(store)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for revision in 1...4 { _ = try await store.commit(sample.counting(from: revision)) }
            _ = try await store.commit(sample.ending(from: 5))
            let ends = try await feed.page(limit: 9, EventFilter(kinds: ["start", "end"]))
            #expect(ends.events.map(\.revision) == [1, 6])
            let counts = try await feed.page(limit: 2, EventFilter(flows: ["Counter"], kinds: ["action"]))
            #expect(counts.events.map(\.revision) == [2, 3])
            #expect(counts.next == counts.events.last?.cursor)
            let none = try await feed.page(limit: 9, EventFilter(flows: ["Other"]))
            #expect(none.events == [])
            #expect(none.isLast)
            #expect(try await feed.page(after: none.next, limit: 9).events == [])
        },
        Promise("sandboxHasNoEvents") { store async throws in
            let feed = FeedReader(store)
            _ = try await store.commit(StoredSample("a").starting())
            let box = StoredSample("box")
            var commit = OperatorStoreContract.sandbox(box)
            commit.journal = box.entry(7)
            #expect(try await store.addSandbox(commit, most: 1) == .committed)
            #expect(try await feed.all().map(\.session) == ["a"])
        },
        Promise("unknownCursorIsGoneWithTheOldest") { store async throws in
            let feed = FeedReader(store)
            _ = try await store.commit(StoredSample("a").starting())
            let event = try #require(try await feed.all().first)
            let oldest = try await feed.oldest()
            let parts = event.cursor.description.split(separator: "-")
            for text in ["\(parts[0])-999", "1f\(parts[0].dropFirst(2))-\(parts[1])", "ffff-1"] {
                let cursor = try #require(EventCursor(text))
                guard cursor != event.cursor else { continue }
                await #expect(throws: EventFeedError.gone(oldest: oldest)) {
                    try await feed.page(after: cursor, limit: 1)
                }
            }
            #expect(try await feed.page(after: oldest, limit: 1).events == [event])
        },
        Promise("cursorsOfEarlierTimelinesStayValid") { store async throws in
            let feed = FeedReader(store)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for revision in 1...3 {
                let before = try await feed.all()
                for _ in 0..<2 { try await store.openFeed() }
                #expect(try await feed.all() == before)
                _ = try await store.commit(sample.counting(from: revision))
                let last = try #require(before.last)
                #expect(try await feed.page(after: last.cursor, limit: 9).events.map(\.revision) == [revision + 1])
            }
        },
        Promise("changesThatWereCountedFirstAreEventsToo") { store async throws in
            let feed = FeedReader(store)
            try await store.openFeed()
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for revision in 1...4 {
                _ = try await store.commit(sample.counting(from: revision, after: -Double(revision)))
            }
            while try await store.foldJournal(limit: 2) > 0 {}
            #expect(try await feed.all().map(\.revision) == [1, 2, 3, 4, 5])
        },
        Promise("readerSeesEachEventOnceWhileChangesAreCommitted") { store async throws in
            try await FeedReader.followCommits(on: [store, store])
        },
    ]
}
