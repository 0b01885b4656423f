import Fairway
import FairwayTesting
import Testing

@testable import FairwayServer

@Suite(.timeLimit(.minutes(10)))
struct LongPollTests {
    /// A session with calls that wait for a change.
    private struct Shore {
        let harbour: ServedHarbour
        let session: String

        init() async throws {
            harbour = try await ServedHarbour()
            session = try await harbour.begin().session
        }

        func subscribe() async throws -> Subscription {
            try await harbour.engine.subscribe(session, by: Caller(.operator), after: 1)
        }

        /// Waits until this many calls wait and the timer is set.
        func waiting(_ count: Int) async {
            while harbour.longPolls.count != count || harbour.clock.waitingCount == 0 { await Task.yield() }
        }
    }

    @Test func finishedLongPollLeavesNoState() async throws {
        let shore = try await Shore()
        let before = shore.harbour.clock.waitingCount
        for _ in 0..<20 {
            let subscription = try await shore.subscribe()
            async let event = shore.harbour.longPolls.next(of: subscription, withinSeconds: 60)
            await shore.waiting(1)
            subscription.cancel()
            #expect(await event == nil)
        }
        #expect(shore.harbour.clock.waitingCount <= before + 1)
        shore.harbour.clock.advance(by: 1)
        #expect(shore.harbour.clock.waitingCount == before)
    }

    @Test func longPollAfterIdlePeriodTimesOut() async throws {
        let shore = try await Shore()
        let (polls, clock) = (shore.harbour.longPolls, shore.harbour.clock)
        let before = clock.waitingCount
        for _ in 0..<2 {
            let subscription = try await shore.subscribe()
            async let event = polls.next(of: subscription, withinSeconds: 1)
            while clock.waitingCount == before { await Task.yield() }
            clock.advance(by: 1)
            #expect(await event == nil)
            clock.advance(by: 1)
            #expect(clock.waitingCount == before)
        }
    }

    @Test func eachLongPollEndsAtItsOwnTimeout() async throws {
        let shore = try await Shore()
        let (polls, clock) = (shore.harbour.longPolls, shore.harbour.clock)
        let (short, long) = (try await shore.subscribe(), try await shore.subscribe())
        async let first = polls.next(of: short, withinSeconds: 5)
        async let second = polls.next(of: long, withinSeconds: 20)
        await shore.waiting(2)
        for _ in 0..<4 { clock.advance(by: 1) }
        #expect(polls.count == 2)
        clock.advance(by: 1)
        #expect(await first == nil)
        #expect(polls.count == 1)
        clock.advance(by: 15)
        #expect(await second == nil)
        #expect(polls.count == 0)
    }

    @Test func longPollStartedBetweenChecksEndsInTime() async throws {
        let shore = try await Shore()
        let (polls, clock) = (shore.harbour.longPolls, shore.harbour.clock)
        let (long, short) = (try await shore.subscribe(), try await shore.subscribe())
        async let first = polls.next(of: long, withinSeconds: 60)
        await shore.waiting(1)
        clock.advance(by: 0.5)
        async let second = polls.next(of: short, withinSeconds: 1)
        await shore.waiting(2)
        clock.advance(by: 0.75)
        #expect(polls.count == 2)
        clock.advance(by: 0.25)
        #expect(await second == nil)
        #expect(polls.count == 1)
        polls.stop()
        #expect(await first == nil)
    }

    @Test func shutdownEndsLongPolls() async throws {
        let shore = try await Shore()
        let polls = shore.harbour.longPolls
        let (early, late) = (try await shore.subscribe(), try await shore.subscribe())
        async let waiting = polls.next(of: early, withinSeconds: 60)
        await shore.waiting(1)
        polls.stop()
        #expect(await waiting == nil)
        #expect(await polls.next(of: late, withinSeconds: 60) == nil)
    }
}
