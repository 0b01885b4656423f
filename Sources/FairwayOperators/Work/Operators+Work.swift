public import Fairway
import FairwayWire
import Foundation

/// Operators' calls for timers and jobs.
extension Operators {
    /// How long an operator's cancellation leases the work.
    private static let cancellingSeconds = 30.0

    /// Retries work immediately, with its attempts counted from zero. Applies to work that was given up or that waits
    /// for its next attempt. A job that already has a result is not run again; only the result is delivered.
    ///
    /// - Throws: `forbidden` in a sandbox. Its work waits for an operator.
    @concurrent public func retryWork(_ id: String, of session: String) async throws {
        guard try await store.access(session)?.isSandbox != true else {
            throw Problem(.forbidden, "Session \(session) is a sandbox. Complete or fail its work.")
        }
        var work = try await work(id, of: session)
        guard !work.progress.isUnderWay(at: clock.now) else { return }
        let holder = work.progress.holder
        work.progress.next = clock.now
        work.progress.attempts = 0
        work.progress.holder = nil
        if try await store.setProgress(work.progress, of: id, session, heldBy: holder) {
            engine.notifyWorkers(of: work)
        }
    }

    /// Cancels a timer or job. The flow of a job without a result receives a `JobFailure`.
    ///
    /// - Returns: The answer with the problem, if the work was not cancelled.
    @concurrent public func cancelWork(_ id: String, of session: String) async throws -> Answer? {
        var work = try await work(id, of: session)
        let busy = Problem(.workRunning, "Its result will be delivered.")
        guard !work.progress.isUnderWay(at: clock.now) else { throw busy }
        // Lease the work to the operator. No worker can start it then.
        let holder = work.progress.holder
        work.progress.next = clock.now.addingTimeInterval(Self.cancellingSeconds)
        work.progress.holder = "operator"
        guard try await store.setProgress(work.progress, of: id, session, heldBy: holder) else { throw busy }
        // A job that has a result was not given up; only its delivery failed.
        if work.item.kind == .job, work.progress.result == nil {
            let failure = JobFailure(attempts: work.progress.attempts)
            // Continue with the cancellation even if the flow throws here.
            _ = await engine.perform(.work(work.item, .cancelled(failure)), on: session, by: Caller(.operator))
        }
        let answer = await engine.perform(.work(work.item, .dropped), on: session, by: Caller(.operator))
        return answer.code == nil ? nil : answer
    }

    func work(_ id: String, of session: String) async throws -> StoredWork {
        guard let work = try await store.work(session, id: id) else {
            throw Problem(
                .noSuchWork,
                "Session \(session) has no work \(id). It may have finished."
            )
        }
        return work
    }
}
