import Fairway
import FairwayTesting
import TestWaits
import Testing

@testable import FairwayServer

@Suite(.waiting)
struct LongPollTests {
    /// A session with calls that wait for its next revision.
    private struct PolledSession {
        let harbour: ServedHarbour
        let session: String

        init() async throws {
            harbour = try await ServedHarbour()
            session = try await harbour.begin().session
        }

        func subscribe() async throws -> Subscription {
            try await harbour.engine.subscribe(session, by: Caller(.app), after: 1)
        }

        /// Returns when this many calls wait and the timer is set.
        func waiting(_ count: Int) async throws {
            try await until { harbour.longPolls.count == count && harbour.clock.waitingCount > 0 }
        }
    }

    @Test func finishedLongPollLeavesNoState() async throws {
        let session = try await PolledSession()
        let before = session.harbour.clock.waitingCount
        for _ in 0..<20 {
            let subscription = try await session.subscribe()
            async let event = session.harbour.longPolls.next(of: subscription, withinSeconds: 60)
            try await session.waiting(1)
            subscription.cancel()
            #expect(await event == nil)
        }
        #expect(session.harbour.clock.waitingCount <= before + 1)
        session.harbour.clock.advance(by: 1)
        #expect(session.harbour.clock.waitingCount == before)
    }

    @Test func longPollAfterIdlePeriodTimesOut() async throws {
        let session = try await PolledSession()
        let (polls, clock) = (session.harbour.longPolls, session.harbour.clock)
        let before = clock.waitingCount
        for _ in 0..<2 {
            let subscription = try await session.subscribe()
            async let event = polls.next(of: subscription, withinSeconds: 1)
            try await until { clock.waitingCount != before }
            clock.advance(by: 1)
            #expect(await event == nil)
            clock.advance(by: 1)
            #expect(clock.waitingCount == before)
        }
    }

    @Test func eachLongPollEndsAtItsOwnTimeout() async throws {
        let session = try await PolledSession()
        let (polls, clock) = (session.harbour.longPolls, session.harbour.clock)
        let (short, long) = (try await session.subscribe(), try await session.subscribe())
        async let first = polls.next(of: short, withinSeconds: 5)
        async let second = polls.next(of: long, withinSeconds: 20)
        try await session.waiting(2)
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
        let session = try await PolledSession()
        let (polls, clock) = (session.harbour.longPolls, session.harbour.clock)
        let (long, short) = (try await session.subscribe(), try await session.subscribe())
        async let first = polls.next(of: long, withinSeconds: 60)
        try await session.waiting(1)
        clock.advance(by: 0.5)
        async let second = polls.next(of: short, withinSeconds: 1)
        try await session.waiting(2)
        clock.advance(by: 0.75)
        #expect(polls.count == 2)
        clock.advance(by: 0.25)
        #expect(await second == nil)
        #expect(polls.count == 1)
        polls.stop()
        #expect(await first == nil)
    }

    @Test func shutdownEndsLongPolls() async throws {
        let session = try await PolledSession()
        let polls = session.harbour.longPolls
        let (early, late) = (try await session.subscribe(), try await session.subscribe())
        async let waiting = polls.next(of: early, withinSeconds: 60)
        try await session.waiting(1)
        polls.stop()
        #expect(await waiting == nil)
        #expect(await polls.next(of: late, withinSeconds: 60) == nil)
    }
}
