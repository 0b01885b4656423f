import Testing

@testable import FairwayHTTP

/// When a throttled event loop reads its sockets.
struct ReadThrottleTests {
    // #expect cannot call mutating methods.
    private static func wait(_ throttle: inout ReadThrottle, at milliseconds: UInt64) -> Int32? {
        throttle.millisecondsToWait(at: milliseconds * 1_000_000)
    }

    @Test func throttledLoopReadsImmediatelyAndThenPeriodically() {
        var throttle = ReadThrottle(lateAfterSeconds: 0.25, eventLoopCount: 2)
        #expect(!throttle.isActive)
        #expect(Self.wait(&throttle, at: 100) == nil)
        #expect(throttle.isActive)
        #expect(Self.wait(&throttle, at: 100) == 10)
        #expect(Self.wait(&throttle, at: 149) == 2)
        #expect(Self.wait(&throttle, at: 150) == nil)
        #expect(Self.wait(&throttle, at: 151) == 10)
    }

    @Test(arguments: [(eventLoopCount: 1, milliseconds: 25), (2, 50), (4, 100), (64, 100)])
    func batchesAreSharedByTheEventLoops(eventLoopCount: Int, milliseconds: UInt64) {
        var throttle = ReadThrottle(lateAfterSeconds: 0.25, eventLoopCount: eventLoopCount)
        #expect(Self.wait(&throttle, at: 100) == nil)
        #expect(Self.wait(&throttle, at: 100 + milliseconds - 1) == 2)
        #expect(Self.wait(&throttle, at: 100 + milliseconds) == nil)
    }

    @Test func throttleIsActiveUntilEverythingIsRead() {
        var throttle = ReadThrottle(lateAfterSeconds: 0.25, eventLoopCount: 2)
        _ = Self.wait(&throttle, at: 100)
        throttle.end()
        #expect(!throttle.isActive)
        // The next batch is not due sooner.
        #expect(Self.wait(&throttle, at: 101) == 10)
        #expect(throttle.isActive)
    }

    @Test func lateRequestMakesTheNextBatchImmediate() {
        var throttle = ReadThrottle(lateAfterSeconds: 0.1, eventLoopCount: 2)
        _ = Self.wait(&throttle, at: 100)
        throttle.noteRequest(unreadNanoseconds: 99_999_999)
        #expect(Self.wait(&throttle, at: 101) == 10)
        throttle.noteRequest(unreadNanoseconds: 100_000_000)
        #expect(Self.wait(&throttle, at: 102) == nil)
        #expect(Self.wait(&throttle, at: 103) == 10)
    }

    @Test func batchesAreNeverEarlyIfNoRequestCountsAsLate() {
        var throttle = ReadThrottle(lateAfterSeconds: .infinity, eventLoopCount: 2)
        _ = Self.wait(&throttle, at: 100)
        throttle.noteRequest(unreadNanoseconds: 3_600_000_000_000)
        #expect(Self.wait(&throttle, at: 101) == 10)
    }
}
