import FairwayDoubles
import FairwayWire
import Synchronization
import Testing

@testable import Fairway

/// Who is in which session of those in memory, and how much they take.
struct LiveSessionsTests {
    private let sessions = LiveSessions(limits: EngineLimits(), dependencies: Dependencies([]))

    @Test func aSessionIsLiveUntilTheLastHasLeftIt() {
        let first = known("a")
        let second = sessions.checkOut("a")
        #expect(first === second)
        #expect(sessions.counts.live == 1)
        sessions.checkIn(first)
        #expect(sessions.counts.live == 1)
        sessions.checkIn(second)
        #expect(sessions.counts.live == 0)
        #expect(sessions.counts.cached == 1)
    }

    @Test func aSessionOfWhichNothingIsKnownIsForgottenOnceTheLastHasLeftIt() {
        let first = sessions.checkOut("a")
        let second = sessions.checkOut("a")
        sessions.checkIn(first)
        #expect(sessions.counts.cached == 1)
        sessions.checkIn(second)
        #expect(sessions.counts.cached == 0)
    }

    @Test func aSessionThatSomebodyIsInIsNotIdle() {
        let session = known("a")
        sessions.dropIdle()
        #expect(sessions.find("a") === session)
        sessions.checkIn(session)
        sessions.dropIdle()
        #expect(sessions.find("a") == nil)
    }

    @Test func aSessionThatIsOverStaysForAsLongAsSomebodyIsInIt() {
        let over = known("a", .over)
        sessions.dropOver()
        #expect(sessions.find("a") === over)
        sessions.checkIn(over)
        sessions.dropOver()
        #expect(sessions.find("a") == nil)
        #expect(sessions.counts == (cached: 0, live: 0, bytes: 0))
    }

    @Test func whatASessionTakesIsCountedOnceHoweverOftenItIsGivenBack() {
        sessions.checkIn(known("a"))
        let bytes = sessions.counts.bytes
        sessions.checkIn(sessions.checkOut("a"))
        #expect(bytes > 0)
        #expect(sessions.counts.bytes == bytes)
        sessions.checkIn(known("b"))
        #expect(sessions.counts.bytes == 2 * bytes)
        sessions.dropIdle()
        #expect(sessions.counts.bytes == 0)
    }

    /// A session that somebody is in, and of which the state is known.
    private func known(_ id: String, _ status: SessionStatus = .active) -> LiveSession {
        let session = sessions.checkOut(id)
        session.content.withLock { $0.takeIn(SessionState(new: StoredSample(id).row(status: status))) }
        return session
    }
}
