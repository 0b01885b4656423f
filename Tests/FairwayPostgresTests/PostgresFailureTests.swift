import Testing

@testable import FairwayPostgres

/// The classification of failures.
struct PostgresFailureTests {
    /// A commit with an unknown outcome is repeated only after a transient failure.
    @Test(
        arguments: [
            ("08006", true), ("40001", true), ("40P01", true), ("53100", true), ("53300", true), ("57P01", true),
            ("57P03", true), ("25006", true), ("22021", false), ("23505", false), ("28P01", false), ("42P01", false),
            ("42501", false), ("57014", false), ("XX001", false),
        ]
    )
    func permanentErrorsAreNotRetried(_ state: String, _ isTransient: Bool) {
        #expect(PostgresFailure(kind: .refused(state: state), message: "").isTransient == isTransient)
    }

    @Test(
        arguments: [
            (.unreachable, true), (.cut, true), (.withoutDescriptor, true), (.queueFull, true), (.silent, false),
            (.closed, false),
        ] as [(PostgresFailure.Kind, Bool)]
    )
    func connectionFailureIsTransientUnlessItIsATimeoutOrAClose(_ kind: PostgresFailure.Kind, _ isTransient: Bool) {
        #expect(PostgresFailure(kind: kind, message: "").isTransient == isTransient)
    }
}
