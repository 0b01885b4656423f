import FairwayWire

/// What an operator does about timers and background work.
extension Engine {
    /// Takes up again, from the beginning and at once, what was given up or waits for its next attempt.
    public func retryWork(_ id: String, of session: String) async throws {
        let work = try await work(id, of: session)
        // Under way already.
        guard work.progress.holder == nil else { return }
        var progress = work.progress
        progress.next = clock.now
        progress.attempts = 0
        if try await store.setProgress(progress, of: id, session, heldBy: nil) { bell.ring(clock.now) }
    }

    /// Sees to it that work is not done. A flow that waits for it is told that it was given up.
    ///
    /// - Returns: the answer that explains why not.
    public func cancelWork(_ id: String, of session: String) async throws -> Answer? {
        let work = try await work(id, of: session)
        guard work.progress.holder == nil else {
            throw Problem(.overloaded, "It is being done at this moment: what comes of it will be told.")
        }
        if work.item.kind == .job {
            let failure = JobFailure(message: "An operator has cancelled it.", attempts: work.progress.attempts)
            // A flow that cannot bear the news must not keep the work alive.
            _ = await perform(.work(work.item, .failed(failure)), on: session, by: Caller(.operator))
        }
        let answer = await perform(.work(work.item, .dropped), on: session, by: Caller(.operator))
        return answer.code == nil ? nil : answer
    }

    private func work(_ id: String, of session: String) async throws -> StoredWork {
        guard let work = try await store.work(session).first(where: { $0.item.id == id }) else {
            throw Problem(
                .noSuchRoute,
                "There is no work \(id) of session \(session): it may have been done meanwhile."
            )
        }
        return work
    }
}
