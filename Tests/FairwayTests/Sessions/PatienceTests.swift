import Testing

@testable import Fairway

/// When those who are sent away are to come back.
struct PatienceTests {
    @Test func oneWhoIsSentAwayComesBackSoon() {
        var retryAfter = RetryAfter()
        let seconds = retryAfter.reject(at: 10, answered: 1_000)
        #expect((1...2).contains(seconds))
    }

    /// Clients that do as they are told, beyond those that are answered: sooner or later few of them are sent away.
    @Test(arguments: [100, 3_000, 20_000])
    func theMoreAreSentAwayTheLaterTheyComeBack(crowd: Int) {
        let pace = 4_000
        var retryAfter = RetryAfter()
        var comingAt = [0: crowd]
        var sentAway: [Int] = []
        for second in 0..<60 {
            let coming = comingAt.removeValue(forKey: second) ?? 0
            sentAway.append(coming)
            for number in 0..<coming {
                let now = Double(second) + Double(number) / Double(coming)
                let seconds = retryAfter.reject(at: now, answered: second * pace)
                #expect((1...16).contains(seconds))
                comingAt[second + seconds, default: 0] += 1
            }
        }
        // As few as can be where nobody waits longer than a quarter of a minute.
        let few = max(pace / 4, crowd / 8)
        #expect(sentAway.suffix(20).reduce(0, +) / 20 < few)
    }

    @Test func whenFewAreSentAwayAgainTheyComeBackSoonAgain() {
        var retryAfter = RetryAfter()
        for number in 0..<40_000 { _ = retryAfter.reject(at: Double(number) / 4_000, answered: number / 4) }
        let late = retryAfter.reject(at: 10.5, answered: 10_000)
        #expect(late > 2)
        let seconds = retryAfter.reject(at: 60, answered: 20_000)
        #expect((1...2).contains(seconds))
    }

    @Test func aClockThatIsSetBackBeginsAnew() {
        var retryAfter = RetryAfter()
        for number in 0..<40_000 { _ = retryAfter.reject(at: Double(number) / 4_000, answered: number / 4) }
        let seconds = retryAfter.reject(at: -500, answered: 10_000)
        #expect((1...2).contains(seconds))
    }
}
