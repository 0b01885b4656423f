import Testing

@testable import FairwayHTTP

struct OncePerMinuteTests {
    @Test func reportIsDueAtOnceAndThenOnceAMinute() {
        var report = OncePerMinute()
        let seconds = (1...150).filter { report.isDue(atNanosecond: $0 * 1_000_000_000) }
        #expect(seconds == [1, 61, 121])
    }
}
