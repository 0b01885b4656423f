import Testing

@testable import Fairway

/// The `Retry-After` of rejected calls.
struct RetryAfterTests {
    @Test func singleRejectionHasShortRetryAfter() {
        var retryAfter = RetryAfter()
        let seconds = retryAfter.reject(at: 10, answered: 1_000)
        #expect((1...2).contains(seconds))
    }

    /// Rejected clients return after `Retry-After`. After a while, few are rejected each second.
    @Test(arguments: [100, 3_000, 20_000])
    func retryAfterGrowsWithRejections(clients: Int) {
        let pace = 4_000
        var retryAfter = RetryAfter()
        var comingAt = [0: clients]
        var rejected: [Int] = []
        for second in 0..<60 {
            let coming = comingAt.removeValue(forKey: second) ?? 0
            rejected.append(coming)
            for number in 0..<coming {
                let now = Double(second) + Double(number) / Double(coming)
                let seconds = retryAfter.reject(at: now, answered: second * pace)
                #expect((1...16).contains(seconds))
                comingAt[second + seconds, default: 0] += 1
            }
        }
        // Waits of at most 16 seconds cannot reduce the rejections much further.
        let few = max(pace / 4, clients / 8)
        #expect(rejected.suffix(20).reduce(0, +) / 20 < few)
    }

    @Test func retryAfterShrinksAfterTheRejectionsStop() {
        var retryAfter = RetryAfter()
        for number in 0..<40_000 { _ = retryAfter.reject(at: Double(number) / 4_000, answered: number / 4) }
        let late = retryAfter.reject(at: 10.5, answered: 10_000)
        #expect(late > 2)
        let seconds = retryAfter.reject(at: 60, answered: 20_000)
        #expect((1...2).contains(seconds))
    }

    @Test func settingClockBackResetsRetryAfter() {
        var retryAfter = RetryAfter()
        for number in 0..<40_000 { _ = retryAfter.reject(at: Double(number) / 4_000, answered: number / 4) }
        let seconds = retryAfter.reject(at: -500, answered: 10_000)
        #expect((1...2).contains(seconds))
    }
}
