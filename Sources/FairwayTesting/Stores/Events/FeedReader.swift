import Fairway
import FairwayDoubles
import FairwayEvents
import FairwayOperators
import Testing

/// Reads the feed of a store. Numbers the events before each read, as a server does in the background.
struct FeedReader: Sendable {
    let store: any EventStore
    let feed: EventFeed

    init(_ store: any EventStore) {
        self.store = store
        feed = EventFeed(store: store, clock: ManualClock())
    }

    func page(
        after cursor: EventCursor? = nil,
        limit: Int,
        _ filter: EventFilter = EventFilter()
    ) async throws -> EventPage {
        await feed.look()
        while try await store.numberEvents(limit: 100) > 0 {}
        return try await feed.events(after: cursor, limit: limit, filter: filter)
    }

    func all() async throws -> [FeedEvent] { try await page(limit: 1_000).events }

    func oldest() async throws -> EventCursor {
        do {
            _ = try await page(after: .unknown, limit: 1)
        } catch EventFeedError.gone(let oldest) {
            return oldest
        }
        return try #require(nil as EventCursor?, "an unknown cursor was accepted")
    }

    /// Commits changes of sessions on all stores, which share a database, and follows the feed of each meanwhile.
    static func followCommits(
        on stores: [any OperatorStore & EventStore],
        sessions: Int = 8,
        revisions: Int = 25
    ) async throws {
        let total = stores.count * sessions * revisions
        for store in stores { try await store.openFeed() }
        let read = try await withThrowingTaskGroup(of: [FeedEvent].self) { group in
            for (node, store) in stores.enumerated() {
                for number in 0..<sessions {
                    group.addTask {
                        let sample = StoredSample("s\(node)-\(number)")
                        _ = try await store.commit(sample.starting())
                        for revision in 1..<revisions {
                            #expect(try await store.commit(sample.counting(from: revision)) == .committed)
                        }
                        return []
                    }
                }
                group.addTask {
                    let reader = FeedReader(store)
                    var (events, cursor): ([FeedEvent], EventCursor?) = ([], nil)
                    while events.count < total {
                        let page = try await reader.page(after: cursor, limit: 7)
                        // The writers share the few threads of the tests.
                        if page.events.isEmpty { await Task.yield() }
                        events += page.events
                        cursor = page.next
                    }
                    return events
                }
            }
            return try await group.reduce(into: [[FeedEvent]]()) { if !$1.isEmpty { $0.append($1) } }
        }
        let all = try await FeedReader(stores[0]).page(limit: total + 1).events
        #expect(all.count == total)
        for events in read { #expect(events == all) }
        for (session, events) in Dictionary(grouping: all, by: \.session) {
            #expect(events.map(\.revision) == Array(1...revisions), "\(session)")
        }
    }
}
