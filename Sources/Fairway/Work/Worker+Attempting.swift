import FairwayWire
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One attempt, from the performer to the flow.
extension Worker {
    /// Makes an attempt, and tells what came of it once nothing of it goes on any more.
    func attempt(_ work: StoredWork, ended: @escaping @Sendable (WorkOutcome) -> Void) async {
        if let result = work.progress.result {
            ended(await tell(work, result))
        } else if work.item.kind == .timer {
            ended(await tell(work, .due))
        } else if let performer = engine.blueprint.performers[work.item.name] {
            await perform(work, performer, ended)
        }
    }

    private func perform(
        _ work: StoredWork,
        _ performer: Performer,
        _ ended: @escaping @Sendable (WorkOutcome) -> Void
    ) async {
        let number = work.progress.attempts
        guard number <= performer.retry.attempts else {
            // No attempt has come to its end: each time, the server did first.
            return ended(await giveUp(work, "The server ended \(number - 1) times in the middle of it."))
        }
        let attempt = JobAttempt(
            id: WorkItem.outsideID(work.item.id, of: work.session),
            number: number,
            session: work.session,
            dependencies: engine.dependencies.makeSession()
        )
        let late = Late(ended)
        let result = await Deadline(seconds: performer.seconds, clock: engine.clock).run {
            () async -> Result<RawJSON, any Error> in
            do { return .success(try await performer.perform(work.item, attempt)) } catch { return .failure(error) }
        } expired: {
        } late: {
            late.returned()
        }
        switch result {
        case .success(let output): ended(await tell(work, .completed(output)))
        case .failure(let error as GiveUp): ended(await giveUp(work, error.message))
        case .failure(let error as UnreadableJob):
            ended(await putOff(work, by: performer.retry.patience(of: attempt.id), "\(error.reason)", counting: false))
        case .failure(let error): ended(await tryAgain(work, performer, "\(error)"))
        case nil:
            // It has been cancelled, but may not listen: its place is taken until it returns.
            late.outcome(await tryAgain(work, performer, "It took longer than \(performer.seconds) seconds."))
        }
    }

    private func tryAgain(_ work: StoredWork, _ performer: Performer, _ error: String) async -> WorkOutcome {
        let id = WorkItem.outsideID(work.item.id, of: work.session)
        guard let delay = performer.retry.delay(after: work.progress.attempts, of: id) else {
            return await giveUp(work, error)
        }
        return await putOff(work, by: delay, error)
    }

    /// Background work that will not be done: its flow is told.
    private func giveUp(_ work: StoredWork, _ error: String) async -> WorkOutcome {
        let message = String(error.prefix(limits.errorCharacters))
        let failure = JobFailure(message: message, attempts: work.progress.attempts)
        let outcome = await tell(work, .failed(failure))
        return outcome == .done ? .givenUp(error: message) : outcome
    }

    /// Tells the flow. A change that fails has nobody to complain to: it is made again later, with the result that is
    /// there already.
    private func tell(_ work: StoredWork, _ result: WorkResult) async -> WorkOutcome {
        let answer = await engine.perform(.work(work.item, result), on: work.session, by: Caller(.operator))
        guard let code = answer.code, code != .noSuchSession else { return .done }
        let id = WorkItem.outsideID(work.item.id, of: work.session)
        let error = answer.cause.map { "\(code.rawValue): \($0)" } ?? code.rawValue
        var work = work
        if result != .due, work.progress.result == nil {
            work.progress.result = result
            work.progress.attempts = 1
        }
        switch code {
        case .incompatibleFlow, .storeUnavailable, .overloaded, .tooManyRequests, .shuttingDown:
            // Not the flow's fault. What this build cannot read waits for one that can.
            let delay = code == .incompatibleFlow ? limits.telling.patience(of: id) : limits.telling.firstDelay
            return await putOff(work, by: delay, error, counting: false)
        default:
            guard let delay = limits.telling.delay(after: work.progress.attempts, of: id) else {
                return await note(work, next: nil, error)
            }
            return await putOff(work, by: delay, error)
        }
    }

    private func putOff(
        _ work: StoredWork,
        by delay: Duration,
        _ error: String,
        counting: Bool = true
    ) async -> WorkOutcome {
        var work = work
        if !counting { work.progress.attempts -= 1 }
        return await note(work, next: engine.clock.now.addingTimeInterval(delay / .seconds(1)), error)
    }

    private func note(_ work: StoredWork, next: Date?, _ error: String) async -> WorkOutcome {
        let error = String(error.prefix(limits.errorCharacters))
        var progress = work.progress
        progress.next = next
        progress.holder = nil
        progress.error = error
        do throws(StoreError) {
            let id = work.item.id
            _ = try await engine.store.setProgress(progress, of: id, work.session, heldBy: work.progress.holder)
        } catch {
            // The lease ends by itself, and then it is taken up again.
        }
        return next.map { .again(at: $0, error: error) } ?? .givenUp(error: error)
    }
}

/// Brings together the outcome of an attempt that was given up and the moment at which it really returned.
private final class Late: Sendable {
    private let ended: @Sendable (WorkOutcome) -> Void
    private let state = Mutex<(hasReturned: Bool, outcome: WorkOutcome?)>((false, nil))

    init(_ ended: @escaping @Sendable (WorkOutcome) -> Void) { self.ended = ended }

    func returned() {
        if let outcome = state.withLock({ state in
            state.hasReturned = true
            return state.outcome
        }) {
            ended(outcome)
        }
    }

    func outcome(_ outcome: WorkOutcome) {
        let hasReturned = state.withLock { state in
            state.outcome = outcome
            return state.hasReturned
        }
        if hasReturned { ended(outcome) }
    }
}
