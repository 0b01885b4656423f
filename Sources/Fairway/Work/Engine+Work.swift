import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an operator does about timers and background work.
extension Engine {
    /// For how long an operator's hand is on work that is being cancelled.
    private static let cancellingSeconds = 30.0

    /// Takes up again, from the beginning and at once, what was given up or waits for its next attempt. What has a
    /// result already is only told again.
    @concurrent public func retryWork(_ id: String, of session: String) async throws {
        var work = try await work(id, of: session)
        guard !work.progress.isUnderWay(at: clock.now) else { return }
        let holder = work.progress.holder
        work.progress.next = clock.now
        work.progress.attempts = 0
        work.progress.holder = nil
        if try await store.setProgress(work.progress, of: id, session, heldBy: holder) { bell.ring(work) }
    }

    /// Sees to it that work is not done. A flow that waits for it is told that it was given up.
    ///
    /// - Returns: the answer that explains why not.
    @concurrent public func cancelWork(_ id: String, of session: String) async throws -> Answer? {
        var work = try await work(id, of: session)
        let busy = Problem(.overloaded, "It is being done at this moment: what comes of it will be told.")
        guard !work.progress.isUnderWay(at: clock.now) else { throw busy }
        // In the operator's hand, so that nobody begins with it meanwhile.
        let holder = work.progress.holder
        work.progress.next = clock.now.addingTimeInterval(Self.cancellingSeconds)
        work.progress.holder = "operator"
        guard try await store.setProgress(work.progress, of: id, session, heldBy: holder) else { throw busy }
        // What was done but could not be told was not given up.
        if work.item.kind == .job, work.progress.result == nil {
            let failure = JobFailure(message: "An operator has cancelled it.", attempts: work.progress.attempts)
            // A flow that cannot bear the news must not keep the work alive.
            _ = await perform(.work(work.item, .failed(failure)), on: session, by: Caller(.operator))
        }
        let answer = await perform(.work(work.item, .dropped), on: session, by: Caller(.operator))
        return answer.code == nil ? nil : answer
    }

    private func work(_ id: String, of session: String) async throws -> StoredWork {
        guard let work = try await store.work(session, id: id) else {
            throw Problem(
                .noSuchRoute,
                "There is no work \(id) of session \(session): it may have been done meanwhile."
            )
        }
        return work
    }
}
