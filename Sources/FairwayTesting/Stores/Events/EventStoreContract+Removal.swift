import Fairway
import FairwayDoubles
import FairwayEvents
import FairwayOperators
import Testing

extension EventStoreContract {
    /// Events are removed by age and by erasures.
    static let removal = [
        Promise("oldEventsAreGoneWithTheOldestCursor") { store async throws in
            let feed = FeedReader(store)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            for revision in 1...4 {
                _ = try await store.commit(sample.counting(from: revision, after: Double(revision)))
            }
            let all = try await feed.all()
            while try await store.foldJournal(limit: 9) > 0 {}
            #expect(try await store.delete(.journal(uncounted: false), before: sample.moment(2), limit: 9) == 2)
            #expect(try await feed.all() == Array(all.dropFirst(2)))
            let oldest = all[1].cursor
            await #expect(throws: EventFeedError.gone(oldest: oldest)) {
                try await feed.page(after: all[0].cursor, limit: 9)
            }
            #expect(try await feed.page(after: oldest, limit: 9).events == Array(all.dropFirst(2)))
        },
        Promise("eventsOfDeletedSessionsAreGone") { store async throws in
            let feed = FeedReader(store)
            let (a, b) = (StoredSample("a"), StoredSample("b"))
            _ = try await store.commit(a.starting())
            _ = try await store.commit(a.ending(from: 1, after: 5))
            _ = try await store.commit(b.starting())
            _ = try await store.commit(b.counting(from: 1, after: 50))
            let all = try await feed.all()
            #expect(try await store.delete(.sessions, before: a.moment(5), limit: 9) == 1)
            let left = try await feed.all()
            #expect(Set(left.map(\.session)) == ["b"])
            let end = try #require(all.last { $0.session == "a" })
            let start = try #require(all.first)
            await #expect(throws: EventFeedError.gone(oldest: end.cursor)) {
                try await feed.page(after: start.cursor, limit: 9)
            }
        },
        Promise("sessionsWithARetentionOfTheirOwnLeaveTheOtherEvents") { store async throws in
            let feed = FeedReader(store)
            let (a, b) = (StoredSample("a"), StoredSample("b"))
            _ = try await store.commit(b.starting())
            _ = try await store.commit(a.starting())
            _ = try await store.commit(a.ending(from: 1, after: 5))
            let all = try await feed.all()
            #expect(try await store.delete(.sessionsOf(rootFlows: ["Counter"]), before: a.moment(5), limit: 9) == 1)
            #expect(try await feed.page(after: all[0].cursor, limit: 9).next == all[2].cursor)
            #expect(try await feed.all().map(\.session) == ["b"])
        },
        Promise("erasureTakesEventsAwayAndAddsNone") { store async throws in
            let feed = FeedReader(store)
            let (a, b) = (StoredSample("a", user: "ada"), StoredSample("b"))
            _ = try await store.commit(b.starting())
            _ = try await store.commit(a.starting())
            _ = try await store.commit(a.counting(from: 1))
            let all = try await feed.all()
            // The newest events are erased.
            #expect(try await store.eraseUser("ada", limit: 9) == ["a"])
            #expect(try await feed.all().map(\.session) == ["b"])
            for event in all {
                #expect(try await feed.page(after: event.cursor, limit: 9).events.allSatisfy { $0.session == "b" })
            }
            try await store.openFeed()
            _ = try await store.commit(b.counting(from: 1))
            let later = try await feed.page(after: all[2].cursor, limit: 9).events
            #expect(later.map(\.session) == ["b"])
            #expect(!all.map(\.cursor).contains(try #require(later.first).cursor))
        },
    ]

    /// Consumers hold events.
    static let consumers = [
        Promise("nothingIsRemovedThatAConsumerHasNotRead") { store async throws in
            let feed = FeedReader(store)
            let (a, b) = (StoredSample("a"), StoredSample("b"))
            _ = try await store.commit(a.starting())
            _ = try await store.commit(a.ending(from: 1, after: 1))
            _ = try await store.commit(b.starting())
            for revision in 1...2 { _ = try await store.commit(b.counting(from: revision, after: 2)) }
            let all = try await feed.all()
            while try await store.foldJournal(limit: 9) > 0 {}
            let late = a.moment(100)
            try await feed.feed.hold("hook", at: try await feed.oldest())
            #expect(try await store.delete(.journal(uncounted: false), before: late, limit: 9) == 0)
            #expect(try await store.delete(.sessions, before: late, limit: 9) == 0)
            #expect(try await store.delete(.sessionsOf(rootFlows: ["Counter"]), before: late, limit: 9) == 0)
            #expect(try await store.delete(.sessionsExcept(rootFlows: ["Other"]), before: late, limit: 9) == 0)
            #expect(try await feed.all() == all)
            #expect(try await feed.feed.consumers().map(\.name) == ["hook"])
            // It has read all events of the session that is over.
            let end = try #require(all.lastIndex { $0.session == "a" })
            try await feed.feed.hold("hook", at: all[end].cursor)
            #expect(try await store.delete(.sessions, before: late, limit: 9) == 1)
            #expect(try await feed.all() == all[(end + 1)...].filter { $0.session == "b" })
            let other = try await feed.feed.newest()
            try await feed.feed.hold("other", at: other)
            try await feed.feed.hold("hook", at: other)
            #expect(try await store.delete(.journal(uncounted: false), before: late, limit: 9) == 3)
            #expect(try await feed.all() == [])
        },
        Promise("forgottenConsumerHoldsNothing") { store async throws in
            let feed = FeedReader(store)
            let sample = StoredSample("a")
            _ = try await store.commit(sample.starting())
            _ = try await store.commit(sample.counting(from: 1))
            _ = try await feed.all()
            while try await store.foldJournal(limit: 9) > 0 {}
            try await feed.feed.hold("hook", at: try await feed.oldest())
            #expect(try await store.delete(.journal(uncounted: false), before: sample.moment(9), limit: 9) == 0)
            try await feed.feed.release("hook")
            #expect(try await feed.feed.consumers() == [])
            #expect(try await store.delete(.journal(uncounted: false), before: sample.moment(9), limit: 9) == 2)
        },
        Promise("consumersAreLimited") { store async throws in
            try await store.openFeed()
            for number in 1...EventLimits.consumers {
                #expect(try await store.setFeedPosition(0, of: "c\(number)"))
            }
            #expect(try await !store.setFeedPosition(0, of: "one more"))
            #expect(try await store.setFeedPosition(1, of: "c1"))
            #expect(try await store.setFeedPosition(nil, of: "c2"))
            #expect(try await store.setFeedPosition(2, of: "one more"))
            let positions = try await store.feedPositions()
            #expect(positions.count == EventLimits.consumers)
            #expect((positions["c1"], positions["c2"], positions["one more"]) == (1, nil, 2))
        },
    ]
}
