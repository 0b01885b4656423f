import Fairway
import FairwayOperators
import FairwayWire
import Foundation
import Synchronization

/// Performs the batches of operators, oldest first, in small steps. One server at a time does so for all.
///
/// Each step writes the progress, so after a restart a batch continues where it was. See ``BatchProgress``.
final class BatchWorker: Sendable {
    private let operators: Operators
    private var engine: Engine { operators.engine }
    private var limits: OperatorLimits { operators.limits }
    private let report: @Sendable (LogEvent) -> Void
    private let state = Mutex(State())

    private struct State {
        var isStopped = false
        var step: Task<Void, Never>?
        /// Whether a batch was added during the step.
        var isWoken = false
        var next: ScheduledCall?
        /// The end of the pause that the rate requires after a step, in monotonic seconds.
        var pausesUntil = 0.0
        /// When batches that have erased their sessions are next ended, in monotonic seconds.
        var erasuresWaitUntil = 0.0
        /// Whether a batch that has stopped or failed may have left erased data in the store's files.
        var mustFinish = false
        /// The attempts of the step in which sessions were overloaded last.
        var overloaded = OverloadedStep()
    }

    private struct OverloadedStep {
        var batch = ""
        var step = 0
        var attempts = 0
    }

    init(_ operators: Operators, report: @escaping @Sendable (LogEvent) -> Void) {
        self.operators = operators
        self.report = report
    }

    /// Looks for running batches now, or after the pause of the last step, and then regularly.
    func wake() {
        state.withLock { state in
            guard !state.isStopped else { return }
            guard state.step == nil else { return state.isWoken = true }
            state.next?.cancel()
            let pause = state.pausesUntil - engine.clock.secondsPassed
            guard pause <= 0 else { return wake(after: pause, &state) }
            state.next = nil
            state.step = Task { await self.takeStep() }
        }
    }

    private func wake(after seconds: Double, _ state: inout State) {
        state.next = engine.clock.after(seconds) { [weak self] in self?.wake() }
    }

    /// Finishes the present step, and releases the claim for another server.
    func stop() async {
        let step = state.withLock { state in
            state.isStopped = true
            state.next?.cancel()
            return state.step
        }
        await step?.value
        // If this fails, the claim expires.
        _ = try? await engine.claim(.batches, seconds: 0)
    }

    private func takeStep() async {
        let pause: Double?
        do throws(StoreError) {
            // Without sessions, the step has still read a page.
            pause = try await step().map { Double(max($0, 1)) / limits.batchedSessionsPerSecond }
        } catch {
            report(.batchInterrupted(error))
            pause = limits.secondsBetweenBatchLooks
        }
        state.withLock { state in
            let isWoken = state.isWoken
            (state.step, state.isWoken) = (nil, false)
            guard !state.isStopped else { return }
            // The pause begins at the end of the step, so no second has more sessions than the rate allows.
            state.pausesUntil = engine.clock.secondsPassed + (pause ?? 0)
            wake(after: pause ?? (isWoken ? 0 : limits.secondsBetweenBatchLooks), &state)
        }
    }

    /// Takes a step of the oldest running batch. Before it, ends the batches that have erased their sessions.
    ///
    /// - Returns: The number of sessions that it was about; nil if no batch is running, or another server performs them.
    @concurrent func step() async throws(StoreError) -> Int? {
        try await finishErasures()
        guard let batch = try await operators.store.runningBatch(),
            try await engine.claim(.batches, seconds: limits.secondsOfBatchClaim)
        else { return nil }
        var progress = batch.progress
        progress.step += 1
        progress.sessions = []
        try await perform(batch, &progress)
        var next = try await list(batch, &progress)
        // The sessions are erased. The batch ends when nothing of them is left in files.
        if batch.action == .erase, next == .done { (next, progress.isListed) = (.running, true) }
        let state = try await operators.store.setProgress(progress, of: batch.id, state: next, at: engine.clock.now)
        // An operator stopped the batch, perhaps before this step erased sessions, or it has failed.
        if batch.action == .erase, state != .running { _ = try await finishErasure() }
        return batch.progress.sessions.count
    }

    /// Finishes the erasure of a batch that has stopped or failed.
    ///
    /// - Returns: False if it takes longer than ``OperatorLimits/secondsOfErasure``. Then, and after an error, the next steps
    ///   try again.
    func finishErasure() async throws(StoreError) -> Bool {
        state.withLock { $0.mustFinish = true }
        guard try await operators.finishErasure() else { return false }
        state.withLock { $0.mustFinish = false }
        return true
    }

    /// Ends the batches that have erased their sessions, and finishes the erasures of others. While another process reads
    /// the store's files, they wait, and other batches take their steps.
    private func finishErasures() async throws(StoreError) {
        guard engine.clock.secondsPassed >= state.withLock(\.erasuresWaitUntil) else { return }
        let erased = try await operators.store.erasedBatches(limit: Self.erasuresEndedAtOnce)
        guard !erased.isEmpty || state.withLock(\.mustFinish) else { return }
        var isFinished = false
        do throws(StoreError) {
            isFinished = try await operators.store.finishErasure()
        } catch {
            report(.batchInterrupted(error))
        }
        if isFinished {
            state.withLock { $0.mustFinish = false }
            for batch in erased { try await end(batch.id, batch.progress) }
        } else {
            state.withLock { $0.erasuresWaitUntil = engine.clock.secondsPassed + limits.secondsBetweenBatchLooks }
        }
    }

    private static let erasuresEndedAtOnce = 100

    private func end(_ batch: String, _ progress: BatchProgress) async throws(StoreError) {
        var progress = progress
        progress.step += 1
        _ = try await operators.store.setProgress(progress, of: batch, state: .done, at: engine.clock.now)
    }

    /// Erases a user now, for a batch that was just added, beside the batches before it.
    ///
    /// - Returns: The number of erased sessions; nil if the erasure takes longer than ``OperatorLimits/secondsOfErasure``. It
    ///   then continues, and ends the batch. After a crash or an error, a step of the batch continues it.
    func erase(_ user: String, for batch: SessionBatch) async throws(StoreError) -> Int? {
        let result: ErasureCaller.Result = await withCheckedContinuation { continuation in
            let caller = ErasureCaller(continuation)
            let timer = engine.clock.after(limits.secondsOfErasure) { caller.answer(nil) }
            Task {
                do throws(StoreError) {
                    caller.answer(try await finish(batch, of: user).map { .success($0) })
                } catch {
                    caller.answer(.failure(error))
                    wake()
                }
                timer.cancel()
            }
        }
        return try result?.get()
    }

    private func finish(_ batch: SessionBatch, of user: String) async throws(StoreError) -> Int? {
        var progress = batch.progress
        progress.step += 1
        progress.done = try await operators.eraseUser(user)
        progress.isListed = true
        _ = try await operators.store.setProgress(progress, of: batch.id, state: .running, at: engine.clock.now)
        guard try await operators.finishErasure() else {
            wake()
            return nil
        }
        try await end(batch.id, progress)
        return progress.done
    }

    /// Changes the sessions of the present step.
    private func perform(_ batch: SessionBatch, _ progress: inout BatchProgress) async throws(StoreError) {
        let sessions = batch.progress.sessions
        guard batch.state == .running, !sessions.isEmpty else { return }
        switch batch.action {
        case .erase:
            for session in sessions { try await audit(session, of: batch) }
            try await operators.erase(sessions)
            progress.done += sessions.count
        case .end:
            var overloaded: [Answer] = []
            for session in sessions {
                let answer = await engine.perform(.end(.ended), on: session, by: Caller(.operator))
                switch answer.code {
                // It may have ended meanwhile, or before a crash that interrupted the step.
                case nil, .sessionOver, .noSuchSession: progress.done += 1
                case .storeUnavailable: throw Self.interruption(answer)
                case .overloaded: overloaded.append(answer)
                default: progress.failed += 1
                }
            }
            if let first = overloaded.first, hasAttemptsLeft(batch) { throw Self.interruption(first) }
            progress.failed += overloaded.count
        }
    }

    /// Writes the erasure of a session to the audit, with the session's user.
    private func audit(_ session: String, of batch: SessionBatch) async throws(StoreError) {
        try await operators.store.record(
            AuditEntry(
                at: engine.clock.now,
                operator: batch.operator,
                call: "POST /v1/admin/batches",
                session: session,
                request: batch.id
            )
        )
    }

    private static func interruption(_ answer: Answer) -> StoreError {
        StoreError(.unavailable, "A session could not be ended.", cause: answer.cause)
    }

    /// Counts an attempt of a step with overloaded sessions. Returns whether to repeat the step.
    private func hasAttemptsLeft(_ batch: SessionBatch) -> Bool {
        state.withLock { state in
            if state.overloaded.batch != batch.id || state.overloaded.step != batch.progress.step {
                state.overloaded = OverloadedStep(batch: batch.id, step: batch.progress.step)
            }
            state.overloaded.attempts += 1
            return state.overloaded.attempts < limits.attemptsPerBatchStep
        }
    }

    /// Lists the sessions of the next step, and returns the state of the batch.
    private func list(
        _ batch: SessionBatch,
        _ progress: inout BatchProgress
    ) async throws(StoreError) -> SessionBatch.State {
        guard batch.state == .running, let filter = try? JSON.decode(SessionFilter.self, from: batch.filter.bytes)
        else { return .failed }
        let left = batch.total - progress.done - progress.failed
        guard !progress.isListed, left > 0 else { return .done }
        var query = filter.query(at: batch.createdAt)
        query.cursor = progress.cursor
        query.limit = min(left, limits.sessionsPerBatchStep)
        // A list that starts again must not count the sessions that have ended.
        if batch.action == .end { query.status = query.status ?? .active }
        let page = try await self.page(query)
        progress.sessions = page.rows.map(\.session).filter { $0.createdAt <= batch.createdAt }.map(\.id)
        progress.cursor = page.next
        progress.isListed = page.next == nil
        return .running
    }

    /// A page of the list of sessions: the first page if the cursor is not one of this store. The batch may have been migrated
    /// from another kind of store.
    private func page(_ query: SessionsQuery) async throws(StoreError) -> Page<SessionListRow> {
        do throws(StoreError) {
            return try await operators.store.sessions(query)
        } catch {
            guard error.code == .invalidCursor, query.cursor != nil else { throw error }
            var first = query
            first.cursor = nil
            return try await operators.store.sessions(first)
        }
    }
}

/// The caller that waits for an erasure. It is answered once.
private final class ErasureCaller: Sendable {
    typealias Result = Swift.Result<Int, StoreError>?

    private let continuation: Mutex<CheckedContinuation<Result, Never>?>

    init(_ continuation: CheckedContinuation<Result, Never>) { self.continuation = Mutex(continuation) }

    func answer(_ result: Result) {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume(returning: result)
    }
}

extension LogEvent {
    /// A step of a batch failed. It is repeated.
    fileprivate static func batchInterrupted(_ error: StoreError) -> LogEvent {
        LogEvent(.warning, "batch interrupted, will continue") { $0.add(.cause, "\(error)") }
    }
}
