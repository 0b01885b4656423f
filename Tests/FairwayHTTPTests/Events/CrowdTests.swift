import Testing

@testable import FairwayHTTP

/// How often is looked at sockets while the handlers have their hands full.
struct CrowdTests {
    // What an expectation looks at must not change while it looks.
    private static func wait(_ crowd: inout Crowd, at milliseconds: UInt64) -> Int32? {
        crowd.millisecondsToWait(at: milliseconds * 1_000_000)
    }

    @Test func itIsLookedAtAtOnceAndThenNowAndThen() {
        var crowd = Crowd(lateAfterSeconds: 0.25, queues: 2)
        #expect(!crowd.isThere)
        #expect(Self.wait(&crowd, at: 100) == nil)
        #expect(crowd.isThere)
        #expect(Self.wait(&crowd, at: 100) == 10)
        #expect(Self.wait(&crowd, at: 149) == 2)
        #expect(Self.wait(&crowd, at: 150) == nil)
        #expect(Self.wait(&crowd, at: 151) == 10)
    }

    @Test(arguments: [(queues: 1, milliseconds: 25), (2, 50), (4, 100), (64, 100)])
    func fewQueuesShareTheLooksAndManyWaitNoLonger(queues: Int, milliseconds: UInt64) {
        var crowd = Crowd(lateAfterSeconds: 0.25, queues: queues)
        #expect(Self.wait(&crowd, at: 100) == nil)
        #expect(Self.wait(&crowd, at: 100 + milliseconds - 1) == 2)
        #expect(Self.wait(&crowd, at: 100 + milliseconds) == nil)
    }

    @Test func thereIsOneUntilAllIsRead() {
        var crowd = Crowd(lateAfterSeconds: 0.25, queues: 2)
        _ = Self.wait(&crowd, at: 100)
        crowd.hasGone()
        #expect(!crowd.isThere)
        // A look is not due the sooner for that.
        #expect(Self.wait(&crowd, at: 101) == 10)
        #expect(crowd.isThere)
    }

    @Test func behindWhatWasLateIsLookedAtOnce() {
        var crowd = Crowd(lateAfterSeconds: 0.1, queues: 2)
        _ = Self.wait(&crowd, at: 100)
        crowd.isRead(afterNanoseconds: 99_999_999)
        #expect(Self.wait(&crowd, at: 101) == 10)
        crowd.isRead(afterNanoseconds: 100_000_000)
        #expect(Self.wait(&crowd, at: 102) == nil)
        #expect(Self.wait(&crowd, at: 103) == 10)
    }

    @Test func whereNothingIsEverLateNobodyIsLookedAtForIt() {
        var crowd = Crowd(lateAfterSeconds: .infinity, queues: 2)
        _ = Self.wait(&crowd, at: 100)
        crowd.isRead(afterNanoseconds: 3_600_000_000_000)
        #expect(Self.wait(&crowd, at: 101) == 10)
    }
}
