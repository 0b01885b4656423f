import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One change, from its guards to its commit.
///
/// Inlining matters here. An asynchronous function allocates space for everything that it may await, on each call. So
/// the steps of every change are inlined (`always`), and rare or large steps are separate functions (`never`).
extension Engine {
    func makeID(of change: Change, _ guards: Guards, in session: String) -> ChangeID {
        if let key = guards.key { return .key(key.key, session: session) }
        if case .work(let item, _) = change { return .named(WorkItem.outsideID(item.id, of: session)) }
        return changeIDs.next(in: session)
    }

    /// A change and its context, the same for each repetition after a lost race. A class, because each step passes it
    /// on.
    final class Attempt: Sendable {
        let change: Change
        let id: ChangeID
        let guards: Guards
        /// The executor of the caller's task. It continues the change after the handler.
        let callersExecutor: (any TaskExecutor)?

        init(_ change: Change, id: ChangeID, _ guards: Guards = Guards(), callersExecutor: (any TaskExecutor)?) {
            self.change = change
            self.id = id
            self.guards = guards
            self.callersExecutor = callersExecutor
        }
    }

    /// Runs and commits the change, unless a change with the same key was already answered.
    @inline(__always)
    func make(_ attempt: Attempt, on live: LiveSession, from state: SessionState) async throws -> Verdict {
        if attempt.guards.isKeyed, let kept = try await kept(attempt.guards, of: live) {
            return .decided(kept, at: state.version)
        }
        do {
            try checkMayBegin(attempt, state, live)
            var due = attempt
            if attempt.change.isWork {
                guard let delivery = try await delivery(attempt, to: live) else { return Verdict(unchanged: state) }
                due = delivery
            }
            return try await run(due, on: live, from: state) { transition in
                try await self.finish(transition, attempt.guards, on: live, since: state)
            }
        } catch {
            return try await verdict(on: error, attempt, on: live, from: state)
        }
    }

    /// Rejects a change that must not start.
    @inline(never)
    private func checkMayBegin(_ attempt: Attempt, _ state: SessionState, _ live: LiveSession) throws {
        guard state.row.status == .active || attempt.change.isWork else { throw Problem(.sessionOver) }
        if attempt.guards.isKeyed { try live.checkMayKeepAnswer(at: clock.secondsPassed, limits) }
        try check(attempt.guards, state)
        if let draft = attempt.change.draft { try check(draft, on: attempt.change.draftScreen(in: state), in: state) }
    }

    /// The outcome of an error: a rejection, or the error itself. The user's draft is kept in both cases.
    @inline(never)
    private func verdict(
        on error: any Error,
        _ attempt: Attempt,
        on live: LiveSession,
        from state: SessionState
    ) async throws -> Verdict {
        switch error {
        case let failure as ChangeFailure:
            return try await refuse(failure, attempt, on: live, from: state)
        case let problem as Problem:
            return try await refuse(.problem(problem), attempt, on: live, from: state)
        case is StillRunning:
            // The late handler may have returned, and another change may have been made since.
            if let (draft, screen, edits) = try? await storeDraft(attempt, of: live, in: state) {
                live.setDraft(draft, screen, edits: edits, at: state.row.revision)
            }
            throw error
        default: throw error
        }
    }

    /// The work to deliver. Nil if its result was already delivered, because another server had the work too. Work that
    /// its flow has cancelled is dropped, without telling the flow.
    @inline(never)
    private func delivery(_ attempt: Attempt, to live: LiveSession) async throws(StoreError) -> Attempt? {
        guard case .work(let item, _) = attempt.change else { return attempt }
        guard let stored = try await store.work(live.id, id: item.id) else { return nil }
        guard stored.progress.isCancelled else { return attempt }
        return Attempt(.work(item, .dropped), id: attempt.id, attempt.guards, callersExecutor: attempt.callersExecutor)
    }

    /// Rejects a change that would exceed the limit of open work in a session.
    ///
    /// The store is only asked if the limit may be reached. The upper bound that is known without asking is the number
    /// of items ever requested, or the last count and the items requested since then.
    @inline(never)
    private func checkWork(
        _ added: Int,
        _ transition: inout Shared<Transition>,
        since before: SessionState
    ) async throws {
        let known = min(before.tree.next.job - 1, before.mostWork ?? .max)
        transition.value.state.mostWork = known + added
        let most = limits.workPerSession
        guard known + added > most else { return }
        var work = OpenWork(try await store.work(before.row.id))
        work.apply(transition.value.commit)
        transition.value.state.mostWork = max(work.openCount, work.givenUpCount)
        guard work.openCount <= most else {
            throw Problem(.rejected, "A session has at most \(most) timers and jobs; let some be done, or cancel them.")
        }
        guard work.givenUpCount <= most else {
            throw Problem(
                .rejected,
                "\(work.givenUpCount) timers and jobs were given up; an operator has to see to them."
            )
        }
    }

    private func check(_ guards: Guards, _ state: SessionState) throws(Problem) {
        if let moment = guards.untouchedSince, state.row.touchedAt > moment {
            throw Problem(.revisionMismatch, "The session has been touched.")
        }
        guard let revisions = guards.revisions, !revisions.contains(state.row.revision) else { return }
        throw Problem(.revisionMismatch, "The session is at revision \(state.row.revision).")
    }

    /// Runs the flow's code within the time limit, and then `finish`.
    ///
    /// Every step that does not suspend runs on the handler's thread, until the store takes over the commit.
    @inline(__always)
    func run<Finished: Sendable>(
        _ attempt: Attempt,
        on live: LiveSession,
        from state: SessionState,
        _ finish: @escaping @Sendable (consuming Shared<Transition>) async throws -> Finished
    ) async throws -> Finished {
        let traffic = traffic
        let began = ContinuousClock.now
        let outcome = await deadline(seconds: limits.handlerSeconds, in: threads).run(
            continuingOn: attempt.callersExecutor
        ) {
            call async -> Result<Finished, any Error> in
            let made: Result<Shared<Transition>, ChangeFailure>
            do throws(ChangeFailure) {
                made = .success(try await self.transition(attempt, on: live, from: state, since: began))
            } catch {
                made = .failure(error)
            }
            guard call.end() else { return .failure(StillRunning()) }
            self.counter.countHandler(attempt.change.countedKind, microseconds: Self.microseconds(since: began))
            do {
                return .success(try await finish(made.get()))
            } catch {
                return .failure(error)
            }
        } heldUp: {
            // A handler that awaits, blocks or computes for long does not occupy a slot.
            traffic.leaveWork()
        } resumed: {
            traffic.squeezeIn()
        } expired: {
            live.mailbox.shut()
        } late: {
            live.mailbox.leave()
        }
        switch outcome {
        case .returned(let result): return try result.get()
        case .expired:
            counter.countHandler(attempt.change.countedKind, microseconds: Self.microseconds(since: began))
            throw StillRunning()
        case .refused:
            throw Problem(.overloaded, "All \(limits.handlerThreads) threads run handlers that do not return.")
        }
    }

    @inline(__always)
    private func transition(
        _ attempt: Attempt,
        on live: LiveSession,
        from state: SessionState,
        since began: ContinuousClock.Instant
    ) async throws(ChangeFailure) -> Shared<Transition> {
        let transaction = self.transaction(for: attempt.id, on: live, from: state)
        var transition = try await Transition.make(attempt.change, on: state, in: transaction)
        // Set while this is the only reference. Later, this would copy the whole transition.
        transition.value.commit.journal?.microseconds = Self.microseconds(since: began)
        return transition
    }

    @inline(never)
    private func transaction(for id: ChangeID, on live: LiveSession, from state: SessionState) -> Transaction {
        let context = ChangeContext(
            session: live.id,
            device: state.row.device,
            now: clock.now,
            dependencies: live.dependencies,
            changeID: id
        )
        return Transaction(state.tree, blueprint: blueprint, limits: limits, context: context)
    }

    private static func microseconds(since began: ContinuousClock.Instant) -> Int {
        let took = (ContinuousClock.now - began).components
        return Int(took.seconds) * 1_000_000 + Int(took.attoseconds / 1_000_000_000_000)
    }

    /// Commits the transition, if it is a change.
    @inline(__always)
    private func finish(
        _ made: consuming Shared<Transition>,
        _ guards: Guards,
        on live: LiveSession,
        since before: SessionState
    ) async throws -> Verdict {
        let added = made.value.addedWork
        if added > 0 { try await checkWork(added, &made, since: before) }
        let answer = answer(with: made)
        guard made.value.isChange else { return try await keep(answer, guards, of: live, at: before) }
        var keptBytes = 0
        if let key = guards.key { keptBytes = try note(answer, under: key, in: &made) }
        let outcome = try await commit(&made, of: live)
        if outcome == .committed {
            live.countKeptAnswer(bytes: keptBytes, at: clock.secondsPassed)
            publish(made, on: live, since: before)
        }
        return try settle(outcome, answer, guards, of: live, at: before.version)
    }

    @inline(never)
    private func answer(with transition: Shared<Transition>) -> Answer {
        Answer(transition.value.state.keptDocument, moves: transition.value.moves, effects: transition.value.effects)
    }

    /// Adds the answer to the commit, under its idempotency key.
    ///
    /// - Returns: The size of the stored answer.
    @inline(never)
    private func note(
        _ answer: Answer,
        under key: RequestKey,
        in transition: inout Shared<Transition>
    ) throws(StoreError) -> Int {
        let reply = try kept(answer, under: key, after: transition.value.state.row.touchedAt)
        transition.value.commit.reply = reply
        return reply.body.count
    }

    /// The answer as it is stored under an idempotency key. Its time is not before the session's last change: if the
    /// wall clock was set back, the sweeper would otherwise delete the answer too early.
    private func kept(_ answer: Answer, under key: RequestKey, after touchedAt: Date) throws(StoreError) -> StoredReply
    {
        StoredReply(
            key: key.key,
            fingerprint: key.fingerprint,
            status: answer.status,
            body: try CompressedAnswer(answer.body).bytes,
            revision: answer.revision ?? 0,
            at: max(clock.now, touchedAt)
        )
    }

    @inline(never)
    private func publish(_ transition: Shared<Transition>, on live: LiveSession, since before: SessionState) {
        live.publish(transition)
        flowFeed.tell(transition.value.flowEvents(since: before.tree))
    }

    /// Rejects a call that contains no valid change. The answer is stored like any other.
    func refuse(
        _ problem: Problem,
        on live: LiveSession,
        from state: SessionState,
        guards: Guards
    ) async throws -> Verdict {
        if guards.isKeyed, let kept = try await kept(guards, of: live) {
            return .decided(kept, at: state.version)
        }
        guard state.row.status == .active else { throw Problem(.sessionOver) }
        if guards.isKeyed { try live.checkMayKeepAnswer(at: clock.secondsPassed, limits) }
        return try await keep(answer(to: problem, state: state), guards, of: live, at: state)
    }

    /// The stored answer to an earlier request with this key.
    @inline(never)
    private func kept(_ guards: Guards, of live: LiveSession) async throws -> Answer? {
        guard let key = guards.key, let kept = try await store.reply(live.id, key: key.key) else { return nil }
        return try replay(kept, key, of: live)
    }

    /// Rejects a change. The session is unchanged, but the draft is kept, and so is the answer of a flow or a guard.
    @inline(never)
    private func refuse(
        _ failure: ChangeFailure,
        _ attempt: Attempt,
        on live: LiveSession,
        from state: SessionState
    ) async throws -> Verdict {
        let state = try await keepDraft(attempt, of: live, in: state)
        return try await keep(answer(to: failure, state: state), attempt.guards, of: live, at: state)
    }

    private func keepDraft(
        _ attempt: Attempt,
        of live: LiveSession,
        in before: SessionState
    ) async throws -> SessionState {
        guard let (draft, screen, edits) = try await storeDraft(attempt, of: live, in: before) else { return before }
        var state = before
        state.setDraft(draft, screen, edits: edits)
        live.setDraft(state)
        return state
    }

    @inline(never)
    private func storeDraft(
        _ attempt: Attempt,
        of live: LiveSession,
        in state: SessionState
    ) async throws(StoreError) -> (draft: RawJSON, screen: ScreenID, edits: Int)? {
        guard let draft = attempt.change.draft, let screen = attempt.change.draftScreen(in: state),
            (try? check(draft, on: screen, in: state)) != nil
        else { return nil }
        let edits = try await store.setDraft(draft, live.id, screen: screen.description)
        return (draft, screen, edits)
    }

    /// Stores the answer to a request that changed nothing, for its repeats.
    @inline(never)
    private func keep(
        _ answer: Answer,
        _ guards: Guards,
        of live: LiveSession,
        at state: SessionState
    ) async throws -> Verdict {
        guard let key = guards.key, answer.isKept else { return .decided(answer, at: state.version) }
        // Not stored: a repeat is then decided again, which changes nothing either.
        guard live.mayKeepRefusal(at: clock.secondsPassed, most: limits.refusalsKeptPerHour) else {
            return .decided(answer, at: state.version)
        }
        var commit = Commit(session: live.id, expectedRevision: state.row.revision)
        commit.expectedDraftEdits = state.draftEdits
        let reply = try kept(answer, under: key, after: state.row.touchedAt)
        commit.reply = reply
        do {
            let outcome = try await store.commit(commit)
            if outcome == .committed { live.countKeptAnswer(bytes: reply.body.count, at: clock.secondsPassed) }
            return try settle(outcome, answer, guards, of: live, at: state.version)
        } catch let error as StoreError {
            live.doubt(afterHandoff: false)
            throw error
        }
    }

    /// The outcome, according to the store's result.
    @inline(never)
    private func settle(
        _ outcome: CommitOutcome,
        _ answer: Answer,
        _ guards: Guards,
        of live: LiveSession,
        at version: SessionVersion
    ) throws -> Verdict {
        switch (outcome, guards.key) {
        case (.committed, _): .committed(answer)
        case (.answered(let reply), let key?): .decided(try replay(reply, key, of: live), at: version)
        case (.conflict, _), (.created, _), (.answered, nil): .lost
        }
    }

    private func replay(_ reply: StoredReply, _ key: RequestKey, of live: LiveSession) throws -> Answer {
        guard reply.fingerprint == key.fingerprint else {
            throw Problem(.idempotencyKeyReused, "The key was used for another request on this session.")
        }
        live.noteAnswered(reply.revision)
        return try Answer(reply)
    }
}
