// Executables with statically linked Swift libraries use the limits, and cannot use Swift Testing.
#if canImport(Testing)
package import Testing

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
#endif
