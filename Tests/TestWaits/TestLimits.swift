package import Testing

/// The time limits that all tests share.
///
/// Tests wait for conditions. A limit ends a test whose condition never becomes true. It must exceed the longest pause of
/// a busy machine and the slowdown by a sanitizer, so no limit states how fast something should be.
package enum TestLimits {
    /// How long a client or a terminal waits for output of the program under test.
    package static let secondsForOutput = 600

    /// How often a test may repeat a situation that a pause of the machine ends early, such as a request in progress.
    /// Limits in the program under test cause these ends. They run in real time, because another process has no clock
    /// that a test could control.
    package static let attempts = 20
}

extension Trait where Self == TimeLimitTrait {
    /// The time limit of a suite whose tests wait for conditions. Without it, the run would hang in a test whose
    /// condition never becomes true.
    package static var waiting: Self { .timeLimit(.minutes(60)) }
}

/// Waits until a condition holds, or until the test's time limit cancels it.
package func until(
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws {
    while try await !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
