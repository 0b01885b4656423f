import FairwayWire
import Foundation

/// One change, from its guards to its commit.
///
/// Inlining matters here. An asynchronous function allocates space for everything that it may await, on each call. So
/// the steps of every change are inlined (`always`), and rare or large steps are separate functions (`never`).
extension Engine {
    /// Runs and commits the change, unless a change with the same key was already answered.
    @inline(__always)
    func make(_ request: ChangeRequest, on live: LiveSession, from state: SessionState) async throws -> RunOutcome {
        if request.guards.isKeyed, let kept = try await storedAnswer(request.guards, of: live) {
            return .decided(kept, at: state.version)
        }
        do {
            try checkMayBegin(request, state, live)
            var requestToRun = request
            if request.change.isWork {
                guard let delivery = try await delivery(request, to: live) else { return RunOutcome(unchanged: state) }
                requestToRun = delivery
            }
            return try await run(requestToRun, on: live, from: state) { transition in
                try await self.finish(transition, request, on: live, since: state)
            }
        } catch {
            return try await outcome(on: error, request, on: live, from: state)
        }
    }

    /// Rejects a change that must not start.
    @inline(never)
    private func checkMayBegin(_ request: ChangeRequest, _ state: SessionState, _ live: LiveSession) throws {
        guard state.row.status == .active || request.change.isWork else { throw Problem(.sessionOver) }
        if request.guards.isKeyed { try live.checkMayKeepAnswer(at: clock.secondsPassed, limits) }
        try check(request.guards, state)
        // The change may end the draft, and make the state smaller. Its size is checked where it is stored.
        if let draft = request.change.draft { try checkLength(of: draft) }
    }

    /// The outcome of an error: a rejection, or the error itself. The user's draft is kept in both cases.
    @inline(never)
    private func outcome(
        on error: any Error,
        _ request: ChangeRequest,
        on live: LiveSession,
        from state: SessionState
    ) async throws -> RunOutcome {
        switch error {
        case let failure as ChangeFailure:
            return try await refuse(failure, request, on: live, from: state)
        case let problem as Problem:
            return try await refuse(.problem(problem), request, on: live, from: state)
        case is HandlerTimedOut:
            // Only at this revision: the late handler may have returned, and another change may have been made since.
            if let (draft, screen, edits) = try? await storeDraft(request, of: live, in: state) {
                live.setDraft(draft, screen, edits: edits, at: state.row.revision)
            }
            throw error
        default: throw error
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
        _ request: ChangeRequest,
        on live: LiveSession,
        from state: SessionState,
        _ finish: @escaping @Sendable (Transition) async throws -> Finished
    ) async throws -> Finished {
        let admission = admission
        let isCounted = !state.row.isSandbox
        let began = ContinuousClock.now
        let outcome = await deadline(seconds: limits.handlerSeconds, in: threads).run(
            continuingOn: request.callersExecutor
        ) {
            call async -> Result<Finished, any Error> in
            let ticket: StepTicket?
            do throws(Problem) {
                ticket = try self.beginStep(request.change, on: state.row)
            } catch {
                return call.end() ? .failure(error) : .failure(HandlerTimedOut())
            }
            defer { if let ticket { self.monitor?.end(ticket) } }
            let made: Result<Transition, ChangeFailure>
            do throws(ChangeFailure) {
                made = .success(try await self.transition(request, on: live, from: state, since: began))
            } catch {
                made = .failure(error)
            }
            if let ticket { self.monitor?.handlerReturned(ticket) }
            guard call.end() else { return .failure(HandlerTimedOut()) }
            if isCounted {
                self.counter.countHandler(request.change.countedKind, microseconds: Self.microseconds(since: began))
            }
            do {
                return .success(try await finish(made.get()))
            } catch {
                return .failure(error)
            }
        } stalled: {
            // A handler that awaits, blocks or computes for long does not occupy a slot.
            admission.releaseSlot()
        } resumed: {
            admission.takeExtraSlot()
        } expired: {
            live.mailbox.block()
        } late: {
            live.mailbox.leave()
        }
        switch outcome {
        case .returned(let result): return try result.get()
        case .expired:
            if isCounted {
                counter.countHandler(request.change.countedKind, microseconds: Self.microseconds(since: began))
            }
            throw HandlerTimedOut()
        case .refused:
            throw Problem(.overloaded, "All \(limits.handlerThreads) threads run handlers that do not return.")
        }
    }

    /// Nil without a monitor.
    @inline(never)
    private func beginStep(_ change: Change, on row: SessionRow) throws(Problem) -> StepTicket? {
        try monitor?.begin(RunningStep(change, on: row))
    }

    @inline(__always)
    private func transition(
        _ request: ChangeRequest,
        on live: LiveSession,
        from state: SessionState,
        since began: ContinuousClock.Instant
    ) async throws(ChangeFailure) -> Transition {
        let transaction = self.transaction(request.id, on: state, by: request.user, live.dependencies)
        let transition = try await Transition.make(request.change, on: state, in: transaction)
        transition.commit.journal?.microseconds = Self.microseconds(since: began)
        return transition
    }

    @inline(never)
    func transaction(
        _ id: ChangeID,
        on state: SessionState,
        by user: User? = nil,
        _ dependencies: Dependencies
    ) -> Transaction {
        let verified = user.flatMap { $0.hasID(state.row.user) ? $0 : nil }
        let context = ChangeContext(
            session: state.row.id,
            user: verified ?? User(of: state.row),
            device: state.row.device,
            isSandbox: state.row.isSandbox,
            now: clock.now,
            dependencies: dependencies,
            changeID: id,
            returnLinks: returnLinks
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
        _ made: Transition,
        _ request: ChangeRequest,
        on live: LiveSession,
        since before: SessionState
    ) async throws -> RunOutcome {
        let guards = request.guards
        let added = made.addedWork
        if added > 0 { try await checkWork(added, made, since: before) }
        let answer = request.masksSensitive ? try await maskedAnswer(with: made) : answer(with: made)
        guard made.isChange else { return try await storeAnswer(answer, guards, of: live, at: before) }
        var keptBytes = 0
        if let key = guards.key { keptBytes = try addReply(answer, under: key, in: made) }
        let outcome = try await commit(made, of: live)
        if outcome == .committed {
            live.countKeptAnswer(bytes: keptBytes, at: clock.secondsPassed)
            publish(made, on: live, since: before)
        }
        return try runOutcome(of: outcome, answer, guards, of: live, at: before.version)
    }

    @inline(never)
    private func answer(with transition: Transition) -> Answer {
        Answer(transition.state.keptDocument, moves: transition.moves, effects: transition.effects)
    }

    /// The answer to an operator. The effects are for the session's clients.
    @inline(never)
    private func maskedAnswer(with transition: Transition) async throws -> Answer {
        let document = try await maskedDocument(of: transition.state)
        return Answer(KeptDocument(document, KeptNavigation(document.navigation)), moves: transition.moves)
    }

    @inline(never)
    private func publish(_ transition: Transition, on live: LiveSession, since before: SessionState) {
        if transition.replacesToken { live.supersede() }
        if let outcome = transition.state.row.outcome, !transition.state.row.isSandbox {
            counter.countEnd(outcome)
        }
        live.publish(transition)
        stateKeeper?.keep(transition.state)
        flowFeed.publish(transition.flowEvents(since: before.tree))
    }

    /// Rejects a change. The session is unchanged. Stores the draft, and the answer if a flow or a guard decided it.
    @inline(never)
    private func refuse(
        _ failure: ChangeFailure,
        _ request: ChangeRequest,
        on live: LiveSession,
        from state: SessionState
    ) async throws -> RunOutcome {
        let state = try await keepDraft(request, of: live, in: state)
        let masked = request.masksSensitive ? try await maskedDocument(of: state) : nil
        let answer = answer(to: failure, state: state, shown: masked)
        return try await storeAnswer(answer, request.guards, of: live, at: state)
    }
}
