import Testing

@testable import FairwayHTTP

struct OncePerMinuteTests {
    @Test func reportIsDueAtOnceAndThenOnceAMinute() {
        var reminder = OncePerMinute()
        let told = (1...150).filter { reminder.isDue(atNanosecond: $0 * 1_000_000_000) }
        #expect(told == [1, 61, 121])
    }
}
