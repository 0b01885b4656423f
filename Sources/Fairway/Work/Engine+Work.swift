import FairwayWire
import Foundation

/// Operators' calls for timers and jobs.
extension Engine {
    /// How long an operator's cancellation leases the work.
    private static let cancellingSeconds = 30.0

    /// Retries work at once, with its attempts counted from zero. Applies to work that was given up or that waits for
    /// its next attempt. A job that already has a result is not run again; only the result is delivered.
    @concurrent public func retryWork(_ id: String, of session: String) async throws {
        var work = try await work(id, of: session)
        guard !work.progress.isUnderWay(at: clock.now) else { return }
        let holder = work.progress.holder
        work.progress.next = clock.now
        work.progress.attempts = 0
        work.progress.holder = nil
        if try await store.setProgress(work.progress, of: id, session, heldBy: holder) { workNotifier.notify(work) }
    }

    /// Cancels a timer or job. The flow of a job without a result receives a ``JobFailure``.
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
            let failure = JobFailure(message: "Cancelled by an operator.", attempts: work.progress.attempts)
            // The cancellation goes on even if the flow throws here.
            _ = await perform(.work(work.item, .failed(failure)), on: session, by: Caller(.operator))
        }
        let answer = await perform(.work(work.item, .dropped), on: session, by: Caller(.operator))
        return answer.code == nil ? nil : answer
    }

    private func work(_ id: String, of session: String) async throws -> StoredWork {
        guard let work = try await store.work(session, id: id) else {
            throw Problem(
                .noSuchRoute,
                "Session \(session) has no work \(id). It may have finished."
            )
        }
        return work
    }
}
