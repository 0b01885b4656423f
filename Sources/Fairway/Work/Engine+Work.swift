import FairwayWire
import Foundation

/// Counts a session's open timers and jobs, including those of a commit that is about to be made.
struct OpenWork: Sendable {
    private(set) var items: [(item: WorkItem, isGivenUp: Bool)]

    /// Starts from the stored work. Work that its flow has cancelled does not count, even while an attempt still runs.
    init(_ stored: [StoredWork]) {
        items = stored.filter { !$0.progress.isCancelled }.map { ($0.item, $0.progress.isGivenUp) }
    }

    var openCount: Int { items.count { !$0.isGivenUp } }

    /// Timers and jobs that wait for an operator.
    var givenUpCount: Int { items.count(where: \.isGivenUp) }

    /// Applies a commit: its ``WorkChange`` values in order, then the removal of flows, which cancels their work.
    mutating func apply(_ commit: Commit) {
        for change in commit.work {
            switch change {
            case .add(let item): items.append((item, false))
            case .cancel(let node, let label): items.removeAll { $0.item.node == node && $0.item.label == label }
            case .finish(let id): items.removeAll { $0.item.id == id }
            case .giveUp(let id, _):
                for index in items.indices where items[index].item.id == id { items[index].isGivenUp = true }
            }
        }
        let gone = Set(commit.removedFlows.map { "f\($0)" })
        items.removeAll { gone.contains($0.item.node) && !$0.item.outlivesFlow }
    }
}

/// The part of a change that concerns work. Not inlined, because few changes get here; see `Engine+Perform.swift`.
extension Engine {
    /// The request to deliver the work's result. Nil if the work no longer exists, because another server has delivered
    /// the result. If the flow has cancelled the work, the result is dropped and the flow does not receive it.
    @inline(never)
    func delivery(_ request: ChangeRequest, to live: LiveSession) async throws(StoreError) -> ChangeRequest? {
        guard case .work(let item, _) = request.change else { return request }
        guard let stored = try await store.work(live.id, id: item.id) else { return nil }
        guard stored.progress.isCancelled else { return request }
        return ChangeRequest(
            .work(item, .dropped),
            id: request.id,
            request.guards,
            callersExecutor: request.callersExecutor
        )
    }

    /// Rejects a change that would exceed the limit of open work in a session.
    ///
    /// The store is queried only if the limit may be exceeded. The upper bound that is known without a query is the
    /// number of items ever requested, or the last count plus the items requested since then.
    @inline(never)
    func checkWork(
        _ added: Int,
        _ transition: Transition,
        since before: SessionState
    ) async throws {
        let known = min(before.tree.next.job - 1, before.mostWork ?? .max)
        transition.state.mostWork = known + added
        let most = limits.workPerSession
        guard known + added > most else { return }
        var work = OpenWork(try await store.work(before.row.id))
        work.apply(transition.commit)
        transition.state.mostWork = max(work.openCount, work.givenUpCount)
        guard work.openCount <= most else {
            throw Problem(
                .rejected,
                "A session has at most \(most) timers and jobs. Wait for some to finish, or cancel them."
            )
        }
        guard work.givenUpCount <= most else {
            throw Problem(
                .rejected,
                "\(work.givenUpCount) timers and jobs were given up and wait for an operator."
            )
        }
    }
}

/// Operators' calls for timers and jobs.
extension Engine {
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
            let failure = JobFailure(attempts: work.progress.attempts)
            // Continue with the cancellation even if the flow throws here.
            let result = WorkResult.failed(failure, cause: "Cancelled by an operator.")
            _ = await perform(.work(work.item, result), on: session, by: Caller(.operator))
        }
        let answer = await perform(.work(work.item, .dropped), on: session, by: Caller(.operator))
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
