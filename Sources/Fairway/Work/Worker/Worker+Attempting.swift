import FairwayWire
import Foundation

/// One attempt: runs the performer if a job has no result yet, and delivers the job's result or the timer to the flow.
extension Worker {
    /// Makes an attempt and reports its outcome.
    ///
    /// - Parameter left: Called when all code of the attempt has ended. If a performer ignores its cancellation, that
    ///   may be after this call has returned.
    func attempt(_ work: StoredWork, left: @escaping @Sendable () -> Void) async {
        if work.progress.isCancelled, work.progress.error != nil {
            // The flow cancelled the work while it was leased, and an attempt has failed. Drop it instead of retrying.
            end(work, await deliver(work, .dropped))
        } else if work.item.kind != .job || work.progress.result != nil {
            end(work, await deliverOrGiveUp(work, work.progress.result ?? .due))
        } else if let performer = engine.blueprint.performers[work.item.name] {
            return await perform(work, performer, left)
        }
        left()
    }

    private func perform(_ work: StoredWork, _ performer: Performer, _ left: @escaping @Sendable () -> Void) async {
        guard !mayEndTheProcess(work, performer.retry) else {
            var work = work
            work.progress.attempts -= 1
            let cause = "The server stopped \(work.progress.attempts) times while the job was running."
            engine.tell(of: .attempt, work, .flowFailed, cause)
            end(work, await giveUp(work, cause))
            return left()
        }
        let device: Device
        do throws(StoreError) {
            device = try await self.device(of: work.session)
        } catch {
            let delay = limits.deliveryRetry.firstDelay
            end(work, await retryLater(work, by: delay, error: error.message, counting: false))
            return left()
        }
        let language = engine.blueprint.languages.language(of: device)
        let trace = engine.tracer?.beginAttempt(at: work)
        let attempt = JobAttempt(
            id: WorkItem.outsideID(work.item.id, of: work.session),
            number: work.progress.attempts,
            session: work.session,
            locale: device.locale ?? language.tag,
            dependencies: engine.dependencies.makeSession(),
            log: AppLog(
                sink: EngineLog(observers: engine.observers),
                session: work.session,
                flow: work.flow,
                user: work.user,
                request: work.item.request
            ),
            traceparent: trace?.traceparent,
            language: language
        )
        let outcome = await engine.deadline(seconds: performer.seconds, in: threads).run(
            observedBy: LatePerformer(left)
        ) { () async -> Result<RawJSON, any Error> in
            do { return .success(try await self.perform(work, attempt, performer)) } catch { return .failure(error) }
        }
        trace?.end(failure: Self.failure(of: outcome))
        let place = trace?.traceparent
        switch outcome {
        case .returned(.success(let output)):
            end(work, await deliver(work, .completed(output, version: performer.outputVersion), after: place))
        case .returned(.failure(let error as GiveUp)):
            let outcome = await decline(work, error.message, after: place)
            // A flow that does not handle the failure leaves the job to an operator.
            if let kept = try? await engine.store.work(work.session, id: work.item.id), kept.progress.isGivenUp {
                engine.tell(of: .unhandledGiveUp, work, .flowFailed, error.message.description)
            }
            end(work, outcome)
        case .returned(.failure(let refusal as RefusedStep)):
            end(work, await postpone(work, code: refusal.code, error: refusal.code.rawValue))
        case .returned(.failure(let error as UnreadableJob)):
            engine.tell(of: .attempt, work, .incompatibleFlow, error.reason)
            end(
                work,
                await retryLater(work, by: performer.retry.pause(of: attempt.id), error: error.reason, counting: false)
            )
        case .returned(.failure(let error)):
            engine.tell(of: .attempt, work, .flowFailed, "\(error)")
            end(work, await tryAgain(work, performer, error: "\(error)", after: place))
        case .refused:
            let error = "All \(limits.performerThreads) threads run performers that do not return."
            end(work, await retryLater(work, by: limits.deliveryRetry.firstDelay, error: error, counting: false))
        case .expired:
            // The performer is cancelled but may still be running. It keeps its slot until it returns; see `LatePerformer`.
            let error = "It took longer than \(performer.seconds) seconds."
            engine.tell(of: .attempt, work, .flowTimeout, error)
            end(work, await tryAgain(work, performer, error: error, after: place))
            return
        }
        left()
    }

    /// Whether work has more attempts than its policy allows after a failed one. So the server stopped during each of the
    /// others, and the work may be the cause. A monitor that records finds the cause itself.
    private func mayEndTheProcess(_ work: StoredWork, _ retry: RetryPolicy) -> Bool {
        // Not the sum, because a policy may have as many attempts as fit.
        engine.monitor?.isRecording != true && work.progress.attempts - limits.interruptions > retry.attempts
    }

    /// The device of a session, which may be over or unreadable for this build.
    private func device(of session: String) async throws(StoreError) -> Device {
        // Another node may have changed the device of a session in memory.
        if engine.others == nil, let state = engine.sessions.find(session)?.certainState { return state.row.device }
        do throws(StoreError) {
            return try await engine.store.access(session)?.device ?? Device()
        } catch {
            guard error.code == .damaged else { throw error }
            return Device()
        }
    }

    /// Runs the performer, unless the engine's monitor refuses it.
    private func perform(_ work: StoredWork, _ attempt: JobAttempt, _ performer: Performer) async throws -> RawJSON {
        // Decoding runs code of the app, too.
        func perform() async throws -> RawJSON {
            try await performer.perform(performer.read(work.item, engine.blueprint.members), attempt)
        }
        guard let monitor = engine.monitor else { return try await perform() }
        let ticket: StepTicket
        do {
            ticket = try monitor.begin(RunningStep(performing: work))
        } catch {
            throw RefusedStep(code: error.code)
        }
        defer {
            monitor.handlerReturned(ticket)
            monitor.end(ticket)
        }
        return try await perform()
    }

    private func deliverOrGiveUp(_ work: StoredWork, _ result: WorkResult) async -> WorkOutcome {
        guard !mayEndTheProcess(work, limits.deliveryRetry) else {
            let reason = "The server stopped each time while the result was being delivered."
            engine.tell(of: .attempt, work, .flowFailed, reason)
            return await stopDelivering(work, .flowFailed, reason, error: reason)
        }
        return await deliver(work, result)
    }

    /// Returns work that was leased while the worker was stopping, so that another worker can lease it immediately.
    func returnLease(_ work: StoredWork) async {
        var progress = work.progress
        progress.next = work.item.due
        progress.attempts -= 1
        await release(work, at: progress)
    }

    /// What a trace says of a failed attempt; nil for one with a result.
    private static func failure(of outcome: Deadline.Outcome<Result<RawJSON, any Error>>) -> String? {
        switch outcome {
        case .returned(.success): nil
        case .returned(.failure(let refusal as RefusedStep)): refusal.code.rawValue
        case .returned(.failure(is GiveUp)): "given-up"
        case .returned(.failure(is UnreadableJob)): ProblemCode.incompatibleFlow.rawValue
        case .returned(.failure): ProblemCode.flowFailed.rawValue
        case .refused: ProblemCode.overloaded.rawValue
        case .expired: ProblemCode.flowTimeout.rawValue
        }
    }

    private func tryAgain(
        _ work: StoredWork,
        _ performer: Performer,
        error: String,
        after attempt: String?
    ) async -> WorkOutcome {
        let id = WorkItem.outsideID(work.item.id, of: work.session)
        guard let delay = performer.retry.delay(after: work.progress.attempts, of: id) else {
            return await giveUp(work, error, after: attempt)
        }
        return await retryLater(work, by: delay, error: error)
    }

    /// Delivers a technical failure to the flow, without its cause.
    private func giveUp(_ work: StoredWork, _ cause: String, after attempt: String? = nil) async -> WorkOutcome {
        let cause = String(cause.prefix(limits.errorCharacters))
        let result = WorkResult.failed(JobFailure(attempts: work.progress.attempts), cause: cause)
        let outcome = await deliver(work, result, after: attempt)
        return outcome == .done ? .givenUp(error: cause) : outcome
    }

    /// Delivers the reason of a ``GiveUp`` to the flow.
    private func decline(_ work: StoredWork, _ reason: Text, after attempt: String?) async -> WorkOutcome {
        let shown = reason.description
        let kept = String(shown.prefix(limits.errorCharacters))
        let failure = JobFailure(
            message: kept == shown ? reason : Text(verbatim: kept),
            attempts: work.progress.attempts
        )
        let outcome = await deliver(work, .failed(failure), after: attempt)
        return outcome == .done ? .declined(reason: kept) : outcome
    }

    /// Delivers a result to the flow. If that fails, stores the result and schedules another delivery.
    ///
    /// - Parameter attempt: The trace of the attempt that has made the result, as in `traceparent`.
    private func deliver(_ work: StoredWork, _ result: WorkResult, after attempt: String? = nil) async -> WorkOutcome {
        let caller = Caller.worker(for: work.item, after: attempt)
        let answer = await engine.perform(.work(work.item, result), on: work.session, by: caller)
        guard let code = answer.code, code != .noSuchSession else { return .done }
        let error = DeliveryFailure(code, cause: answer.cause).description
        var work = work
        if result != .due, work.progress.result == nil {
            work.progress.result = result
            work.progress.attempts = 1
        }
        switch code {
        case .incompatibleFlow, .stepUnavailable, .storeUnavailable, .overloaded, .tooManyRequests, .shuttingDown:
            return await postpone(work, code: code, error: error)
        default:
            let id = WorkItem.outsideID(work.item.id, of: work.session)
            guard let delay = limits.deliveryRetry.delay(after: work.progress.attempts, of: id) else {
                return await stopDelivering(work, code, answer.cause ?? code.rawValue, error: error)
            }
            return await retryLater(work, by: delay, error: error)
        }
    }

    /// Gives up a timer or a job that its flow cannot receive. If the store fails, the next lease delivers it again, so nothing is told.
    private func stopDelivering(
        _ work: StoredWork,
        _ code: ProblemCode,
        _ cause: String,
        error: String
    ) async -> WorkOutcome {
        let (outcome, isStored) = await recordFailure(work, next: nil, error: error)
        if isStored { engine.tell(of: .undelivered, work, code, cause) }
        return outcome
    }

    /// Retries work later that was not attempted. If this build cannot read the session or has ended its process with
    /// the work, the work waits for another build, so the delay is the longest one.
    private func postpone(_ work: StoredWork, code: ProblemCode, error: String) async -> WorkOutcome {
        let waitsForBuild = [.incompatibleFlow, .stepUnavailable].contains(code)
        let id = WorkItem.outsideID(work.item.id, of: work.session)
        let delay = waitsForBuild ? limits.deliveryRetry.pause(of: id) : limits.deliveryRetry.firstDelay
        return await retryLater(work, by: delay, error: error, counting: false)
    }

    private func retryLater(
        _ work: StoredWork,
        by delay: Duration,
        error: String,
        counting: Bool = true
    ) async -> WorkOutcome {
        var work = work
        if !counting { work.progress.attempts -= 1 }
        let next = engine.clock.now.addingTimeInterval(delay / .seconds(1))
        return await recordFailure(work, next: next, error: error).outcome
    }

    private func recordFailure(
        _ work: StoredWork,
        next: Date?,
        error: String
    ) async -> (outcome: WorkOutcome, isStored: Bool) {
        let error = String(error.prefix(limits.errorCharacters))
        var progress = work.progress
        progress.next = next
        progress.error = error
        let isStored = await release(work, at: progress)
        return (next.map { .again(at: $0, error: error) } ?? .givenUp(error: error), isStored)
    }

    /// Stores the progress of the work and ends its lease. Returns false if the store fails or the lease was lost.
    @discardableResult
    private func release(_ work: StoredWork, at progress: WorkProgress) async -> Bool {
        var progress = progress
        progress.holder = nil
        do throws(StoreError) {
            let id = work.item.id
            return try await engine.store.setProgress(progress, of: id, work.session, heldBy: work.progress.holder)
        } catch {
            // The work can be leased again after its lease has expired.
            return false
        }
    }
}

/// The engine's monitor has refused to run a performer.
private struct RefusedStep: Error {
    let code: ProblemCode
}

/// Gives back what a performer holds when it returns after its time limit.
private final class LatePerformer: TimedCallObserver {
    private let left: @Sendable () -> Void

    init(_ left: @escaping @Sendable () -> Void) { self.left = left }

    func callStalled() {}
    func callResumed() {}
    func callExpired() {}
    func callReturnedLate() { left() }
}
