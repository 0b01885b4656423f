import Fairway
package import FairwayQuarantine
import Foundation
import Testing

/// What every ``QuarantineStore`` keeps.
package enum QuarantineContract {
    package static func check(_ store: some QuarantineStore) async throws {
        let first = step("a", 3)
        let second = step("b", 0, work: "j1", isRefused: true)
        try await store.quarantine([first, second])
        #expect(try await store.quarantinedSteps() == [first, second])
        var refused = first
        (refused.isRefused, refused.ends) = (true, 2)
        try await store.quarantine([refused])
        #expect(try await store.quarantinedSteps() == [refused, second], "the step was replaced")
        // A timer or job is the same at every revision.
        var later = second
        later.step.revision = 9
        try await store.quarantine([later])
        #expect(try await store.quarantinedSteps() == [refused, later])
        try await store.release(step: later.id)
        try await store.quarantine([step("a", 4), step("c", 1)])
        try await store.release(session: "a")
        #expect(try await store.quarantinedSteps() == [step("c", 1)])
        try await store.release(session: "nobody")
        try await store.release(session: "c")
        var handler = step("", 0)
        handler.ends = 3
        let kept = [step("refused", 1, isRefused: true), handler]
        try await store.quarantine(kept)
        let many = (0..<QuarantinedStep.mostStored).map { step("many", $0) }
        try await store.quarantine(many)
        #expect(try await store.quarantinedSteps() == kept + many.dropFirst(), "the oldest suspects are deleted")
        let refusals = (0..<QuarantinedStep.mostStored).map { step("other", $0, isRefused: true) }
        try await store.quarantine(refusals)
        let last = [handler] + many.dropFirst() + refusals
        #expect(try await store.quarantinedSteps() == last, "the oldest refusal is deleted")
    }

    private static func step(
        _ session: String,
        _ revision: Int,
        work: String = "",
        isRefused: Bool = false
    ) -> QuarantinedStep {
        QuarantinedStep(
            RunningStep(
                session: session,
                revision: revision,
                kind: "action",
                rootFlow: "Stall",
                name: "trapButtonPressed",
                work: work
            ),
            build: "1.0.0+abc",
            at: Date(timeIntervalSince1970: 1_700_000_000.125),
            isRefused: isRefused
        )
    }
}
