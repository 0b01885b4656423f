import FairwayDoubles
import FairwayWire
import Synchronization
import Testing

@testable import Fairway

/// The bookkeeping of sessions in memory: users, sizes and evictions.
struct LiveSessionsTests {
    private let sessions: LiveSessions

    init() {
        var limits = EngineLimits()
        limits.liveSessions = 5
        sessions = LiveSessions(limits: limits, dependencies: Dependencies([]))
    }

    @Test func sessionIsInUseUntilLastUserLeaves() {
        let first = known("a")
        let second = sessions.checkOut("a")
        #expect(first === second)
        #expect(sessions.counts.inUse == 1)
        sessions.checkIn(first)
        #expect(sessions.counts.inUse == 1)
        sessions.checkIn(second)
        #expect(sessions.counts.inUse == 0)
        #expect(sessions.counts.cached == 1)
    }

    @Test func unknownSessionIsForgottenWhenLastUserLeaves() {
        let first = sessions.checkOut("a")
        let second = sessions.checkOut("a")
        sessions.checkIn(first)
        #expect(sessions.counts.cached == 1)
        sessions.checkIn(second)
        #expect(sessions.counts.cached == 0)
    }

    @Test func sessionInUseIsNotIdle() {
        let session = known("a")
        sessions.dropIdle()
        #expect(sessions.find("a") === session)
        sessions.checkIn(session)
        sessions.dropIdle()
        #expect(sessions.find("a") == nil)
    }

    @Test func endedSessionRemainsWhileInUse() {
        let over = known("a", .over)
        sessions.dropOver()
        #expect(sessions.find("a") === over)
        sessions.checkIn(over)
        sessions.dropOver()
        #expect(sessions.find("a") == nil)
        #expect(sessions.counts == (cached: 0, live: 0, bytes: 0))
    }

    @Test func sizeOfSessionIsCountedOnce() {
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

    @Test func leastRecentlyUsedSessionIsEvicted() {
        for id in ["a", "b", "c", "d", "e"] { sessions.checkIn(known(id)) }
        for id in ["c", "a", "e"] { sessions.checkIn(sessions.checkOut(id)) }
        for (newcomer, dropped) in zip(["f", "g", "h", "i", "j", "k"], ["b", "d", "c", "a", "e", "f"]) {
            #expect(sessions.find(dropped) != nil)
            sessions.checkIn(known(newcomer))
            #expect(sessions.find(dropped) == nil)
            #expect(sessions.counts.cached == 5)
        }
    }

    @Test func endedSessionsAreEvictedFirst() {
        for id in ["a", "b", "c"] { sessions.checkIn(known(id)) }
        for id in ["d", "e"] { sessions.checkIn(known(id, .over)) }
        for (newcomer, dropped) in zip(["f", "g", "h"], ["d", "e", "a"]) {
            sessions.checkIn(known(newcomer))
            #expect(sessions.find(dropped) == nil)
        }
        #expect(sessions.counts.cached == 5)
    }

    @Test func sessionInUseIsNotEvicted() throws {
        let used = known("a")
        let watched = known("b")
        let subscription = try #require(watched.subscribe(after: 0, mostEffects: 1, most: 1))
        sessions.checkIn(watched)
        for id in ["c", "d", "e", "f", "g"] { sessions.checkIn(known(id)) }
        #expect(sessions.find("a") === used)
        #expect(sessions.find("b") === watched)
        #expect(sessions.counts.cached == 5)
        subscription.cancel()
        sessions.checkIn(used)
        for id in ["h", "i", "j", "k", "l"] { sessions.checkIn(known(id)) }
        #expect(sessions.find("a") == nil)
        #expect(sessions.find("b") == nil)
    }

    /// The excess sessions are dropped when they are checked in.
    @Test func limitIsExceededWhileAllSessionsAreInUse() {
        let used = (0..<9).map { known("\($0)") }
        #expect(sessions.counts == (cached: 9, live: 9, bytes: 0))
        for session in used { sessions.checkIn(session) }
        #expect(sessions.counts.cached == 5)
        #expect(sessions.counts.inUse == 0)
    }

    @Test func sizeLimitEvictsSessions() {
        sessions.checkIn(known("a"))
        var limits = EngineLimits()
        limits.liveSessionBytes = 3 * sessions.counts.bytes
        let sessions = LiveSessions(limits: limits, dependencies: Dependencies([]))
        for id in ["a", "b", "c", "d", "e"] { sessions.checkIn(known(id, in: sessions)) }
        #expect(sessions.counts.cached == 3)
        #expect(sessions.counts.bytes == limits.liveSessionBytes)
        #expect(["a", "b", "c", "d", "e"].filter { sessions.find($0) != nil } == ["c", "d", "e"])
    }

    /// A session in use, with a known state.
    private func known(
        _ id: String,
        _ status: SessionStatus = .active,
        in other: LiveSessions? = nil
    ) -> LiveSession {
        let session = (other ?? sessions).checkOut(id)
        session.content.withLock { $0.takeIn(SessionState(new: StoredSample(id).row(status: status))) }
        return session
    }
}
