import Testing

@testable import Fairway

struct RetryPolicyTests {
    @Test(arguments: [(1, 1.0), (2, 2), (3, 4), (6, 32), (9, 256), (10, 300), (49, 300)])
    func delaysDoubleUpToMaximumAndAreSpread(_ attempts: Int, _ longest: Double) throws {
        let policy = RetryPolicy(attempts: 50)
        let delays = try (0..<200).map { id in
            try #require(policy.delay(after: attempts, of: "session \(id)/j1")) / .seconds(1)
        }
        #expect(delays.allSatisfy { $0 >= longest / 2 && $0 < longest })
        // Delays occur near both ends of the range.
        #expect(delays.count { $0 < longest * 0.6 } > 10)
        #expect(delays.count { $0 > longest * 0.9 } > 10)
    }

    @Test func delayOfAttemptIsDeterministic() {
        let policy = RetryPolicy()
        #expect(policy.delay(after: 3, of: "a/j1") == policy.delay(after: 3, of: "a/j1"))
    }

    @Test(arguments: [(1, true), (7, true), (8, false), (9, false)])
    func attemptsAreLimited(_ attempts: Int, _ isRetried: Bool) {
        #expect((RetryPolicy().delay(after: attempts, of: "a/j1") != nil) == isRetried)
    }
}
