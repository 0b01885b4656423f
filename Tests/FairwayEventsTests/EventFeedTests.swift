import Fairway
import FairwayDoubles
import FairwayEvents
import FairwayOperators
import FairwayTesting
import FairwayWire
import Synchronization
import TestWaits
import Testing

/// Waiting for events, and the feed's own tasks.
@Suite(.waiting)
struct EventFeedTests {
    private let clock = ManualClock()
    private let store = MemoryStore()

    private struct Main: FlowController {
        func start(_ nav: Navigator<Self>) { nav.show(Page()) }
        static var routes: Routes<Self> { screen(Page.self) }
        struct Page: Screen {}
    }

    private func operators(observedBy feed: EventFeed, store: any OperatorStore) throws -> Operators {
        try Operators(App(initial: Main()), store: store, monitor: nil, observers: [feed], clock: clock)
    }

    private func start(_ operators: Operators) async {
        _ = await operators.engine.start(StartRequest())
    }

    @Test func commitWakesACallThatWaits() async throws {
        let feed = EventFeed(store: store, clock: clock)
        let operators = try operators(observedBy: feed, store: store)
        let newest = try await feed.newest()
        async let wait: Void = feed.wait(after: newest, seconds: 1_000)
        await clock.waiting(1)
        await start(operators)
        await wait
        #expect(try await feed.events(after: newest, limit: 9).events.map(\.kind) == ["start"])
    }

    @Test func waitEndsAtOnceIfThereIsAnEvent() async throws {
        let feed = EventFeed(store: store, clock: clock)
        let newest = try await feed.newest()
        _ = try store.commit(StoredSample("a").starting())
        await feed.wait(after: newest, seconds: 1_000)
    }

    @Test func waitEndsAfterItsTime() async throws {
        let feed = EventFeed(store: store, clock: clock)
        let newest = try await feed.newest()
        async let wait: Void = feed.wait(after: newest, seconds: 20)
        await clock.waiting(1)
        clock.advance(by: 20)
        await wait
    }

    @Test func waitEndsWithItsTask() async throws {
        let feed = EventFeed(store: store, clock: clock)
        let newest = try await feed.newest()
        let wait = Task { await feed.wait(after: newest, seconds: 1_000) }
        await clock.waiting(1)
        wait.cancel()
        await wait.value
    }

    @Test func stoppedFeedEndsWaits() async throws {
        let feed = EventFeed(store: store, clock: clock)
        let newest = try await feed.newest()
        async let wait: Void = feed.wait(after: newest, seconds: 1_000)
        await clock.waiting(1)
        feed.stop()
        await wait
        await feed.wait(after: newest, seconds: 1_000)
    }

    @Test func readersAreLimited() async throws {
        var limits = EventLimits()
        limits.readers = 1
        let feed = EventFeed(store: store, clock: clock, limits: limits)
        try await feed.withReader {
            let problem = await #expect(throws: Problem.self) { try await feed.withReader {} }
            #expect(problem?.code == .tooManyRequests)
            #expect(feed.readerCount == 1)
        }
        try await feed.withReader {}
        #expect(feed.readerCount == 0)
    }

    @Test func lateConsumerIsReportedOnceUntilItHasCaughtUp() async throws {
        let reported = Mutex<[EventConsumer]>([])
        let feed = EventFeed(store: store, clock: clock) { consumer in reported.withLock { $0.append(consumer) } }
        _ = try store.setFeedPosition(0, of: "hook")
        await feed.reportLateConsumers()
        #expect(reported.withLock(\.count) == 0)
        #expect(feed.knownConsumers.map(\.name) == ["hook"])
        try store.use { $0.newestEntry = EventLimits.heldEvents + 1 }
        for _ in 0..<2 { await feed.reportLateConsumers() }
        #expect(reported.withLock { $0.map(\.unread) } == [EventLimits.heldEvents + 1])
        try await feed.hold("hook", at: feed.newest())
        await feed.reportLateConsumers()
        #expect(feed.knownConsumers.map(\.unread) == [0])
    }

    @Test func storeThatFailedBeginsATimelineAgain() async throws {
        let faulty = FaultyStore(store, interceptor: nil)
        let feed = EventFeed(store: faulty, clock: clock)
        await feed.look()
        _ = try store.commit(StoredSample("a").starting())
        faulty.isUnavailable = true
        clock.advance(by: 60)
        await feed.look()
        #expect(try store.feedMarks().timelines.count == 1)
        faulty.isUnavailable = false
        await feed.look()
        #expect(try store.feedMarks().timelines.count == 2)
    }

    @Test func serverNumbersTheChangesOfASharedStoreAtIntervals() async throws {
        let counted = CountedNumbering()
        let feed = EventFeed(store: FaultyStore(SharedMemory().open(), interceptor: counted), clock: clock)
        await feed.start()
        #expect(counted.count == 1)
        // Nothing was committed here, so this server looks for the changes of others only.
        for passes in 1...8 {
            await clock.waiting(2)
            clock.advance(by: 0.25)
            try await until { passes < 8 || counted.count == 2 }
        }
        feed.stop()
    }
}

/// Counts the calls that number events.
private final class CountedNumbering: StoreInterceptor {
    private let calls = Mutex(0)

    var count: Int { calls.withLock(\.self) }

    func enter(_ call: String) async throws(StoreError) {
        if call.hasPrefix("numberEvents") { calls.withLock { $0 += 1 } }
    }

    func leave(_ call: String) async throws(StoreError) {}
}
