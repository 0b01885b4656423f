import Testing

@testable import FairwayHTTP

struct ReminderTests {
    @Test func whatGoesOnIsToldAtOnceAndThenOnceAMinute() {
        var reminder = Reminder()
        let told = (1...150).filter { reminder.isDue(atNanosecond: $0 * 1_000_000_000) }
        #expect(told == [1, 61, 121])
    }
}
