import FairwayWire

/// A change on its way from a request to an answer.
///
/// The steps below are in the order in which they happen: authorise, enter, load, handle, commit, publish. If a step before
/// the commit throws, the session keeps its state.
///
/// A class, because the handler's task shares it. A handler that has timed out may return after the answer.
final class ChangeInProgress: Sendable {
    let engine: Engine
    let purpose: ChangePurpose
    let caller: Caller
    let guards: Guards
    let live: LiveSession
    /// Nil if changes are not traced.
    let trace: (any ChangeTrace)?
    /// The executor of the caller's task.
    private let callersExecutor: (any TaskExecutor)?
    /// The handler's step. Unsafe: the handler's task writes it before the time limit ends. Then only one task reads it: the
    /// caller's, or that of a late handler.
    nonisolated(unsafe) private var ticket: StepTicket?
    /// The committed change, if it is traced. Unsafe: only the caller's task uses it.
    nonisolated(unsafe) private(set) var committed: Transition?
    /// The lines that the last run of the handler has written to the log. Unsafe, like the ticket.
    nonisolated(unsafe) private(set) var lines: ChangeLog?

    init(
        _ purpose: ChangePurpose,
        on live: LiveSession,
        by caller: Caller,
        guards: Guards = Guards(),
        continuingOn callersExecutor: (any TaskExecutor)?,
        in engine: Engine
    ) {
        self.engine = engine
        self.purpose = purpose
        self.caller = caller
        self.guards = guards
        self.live = live
        self.callersExecutor = callersExecutor
        trace = purpose.kind == nil ? nil : engine.tracer?.beginChange(after: caller.attempt)
    }

    /// Makes the change that a session's client, an operator or the server asks for.
    static func make(
        _ purpose: ChangePurpose,
        on session: String,
        by caller: Caller,
        guards: Guards = Guards(),
        continuingOn executor: (any TaskExecutor)? = nil,
        in engine: Engine
    ) async -> Answer {
        let answer: Answer
        var isSandbox = false
        do {
            let isClient = caller.mayBeSentAway
            try engine.admission.begin(asClient: isClient)
            defer { engine.admission.end(asClient: isClient) }
            try await authorise(caller, session, in: engine)
            let live = engine.sessions.checkOut(session)
            defer { engine.sessions.checkIn(live) }
            let change = Self(purpose, on: live, by: caller, guards: guards, continuingOn: executor, in: engine)
            answer = await change.makeAdmitted()
            change.endTrace(answer)
            isSandbox = live.isSandbox
        } catch {
            answer = engine.answer(to: error, state: nil)
        }
        engine.finish(purpose, on: session, by: caller, with: answer, inSandbox: isSandbox)
        return answer
    }

    /// Makes the change of a caller that has passed admission control and is authorised.
    func makeAdmitted() async -> Answer {
        do {
            try await enter()
        } catch {
            return engine.answer(to: error, state: nil)
        }
        var handlerStillRuns = false
        defer { leave(handlerStillRuns: handlerStillRuns) }
        var known: SessionState?
        do {
            if case .start = purpose { return try await makeFirst() }
            return try await makeOnNewestState(&known)
        } catch {
            handlerStillRuns = error is HandlerTimedOut
            return answer(to: error, in: known)
        }
    }

    /// Makes the first change of a session. No other node knows the session.
    private func makeFirst() async throws -> Answer {
        let (requested, state) = firstChange()
        for _ in 0..<engine.limits.lostRaces {
            // A lost race: another session has bound the same key. Made again, the change finds it taken.
            if case .committed(let answer) = try await handleAndCommit(requested, from: state) { return answer }
        }
        throw Problem(.overloaded, "The generated session id is already in use.")
    }

    /// Makes the change on the last committed state.
    ///
    /// The first attempt is made on the state in memory. If another node has committed a newer state, the race is lost,
    /// and the next attempt is made on that one. A problem that was found on the state in memory (an unknown token, for
    /// example) is only returned if the store has no newer state.
    private func makeOnNewestState(_ known: inout SessionState?) async throws -> Answer {
        var state = try await load()
        for _ in 0..<engine.limits.lostRaces {
            known = state
            do {
                switch try await attempt(from: state) {
                case .committed(let answer): return answer
                case .decided(let answer, let version):
                    if try await engine.repository.isCurrent(version, live.id) { return answer }
                case .lost: engine.others?.countLostRace()
                }
            } catch {
                // Repeat only decisions. After a failed commit the outcome is unknown, and a handler that has timed
                // out is still running.
                guard !(error is StoreError || error is HandlerTimedOut),
                    try await !engine.repository.isCurrent(state.version, live.id)
                else { throw error }
            }
            state = try await engine.repository.catchUp(live)
        }
        throw Problem(.overloaded, "Other servers keep changing this session.")
    }

    private func attempt(from state: SessionState) async throws -> ChangeOutcome {
        try admitAgain(to: state)
        guard case .change(let requested) = purpose else { return try await attemptOther(from: state) }
        if mayBeDecided, let decided = try await decide(in: state) { return decided }
        do {
            try checkMayBegin(requested.change, in: state)
            if requested.change.isWork { return try await deliver(requested, from: state) }
            return try await handleAndCommit(requested, from: state)
        } catch {
            return try await refuse(requested, because: error, in: state)
        }
    }

    /// If the caller has an executor, the commit begins on the handler's thread, and the store's answer leads back to the
    /// executor.
    func handleAndCommit(_ requested: RequestedChange, from state: SessionState) async throws -> ChangeOutcome {
        guard let executor = callersExecutor else {
            return try await commit(handle(requested, from: state, continuingOn: nil), since: state)
        }
        let caller = CallersExecutor(executor)
        return try await withTaskExecutorPreference(caller) {
            try await commit(handle(requested, from: state, continuingOn: caller), since: state)
        }
    }

    // MARK: 1. Authorise

    private static func authorise(_ caller: Caller, _ session: String, in engine: Engine) async throws {
        try await engine.access.checkToken(of: caller, session)
    }

    // MARK: 2. Enter

    private func enter() async throws {
        let (admission, isClient) = (engine.admission, caller.mayBeSentAway)
        trace?.begin(.wait)
        try await admission.enter(live.mailbox, asClient: isClient)
        // Take a slot only after the session's mailbox, so that waiting changes occupy no slots.
        if caller.isBounded { admission.takeExtraSlot() } else { await admission.takeSlot(asClient: isClient) }
        trace?.end(.wait)
    }

    private func leave(handlerStillRuns: Bool) {
        engine.admission.releaseSlot()
        guard !handlerStillRuns else { return }
        releaseLines()
        live.mailbox.leave()
    }

    // MARK: 3. Load

    private func load() async throws -> SessionState { try await engine.repository.load(live) }

    // MARK: 4. Handle

    /// Runs the flow's code within the time limit.
    private func handle(
        _ requested: RequestedChange,
        from state: SessionState,
        continuingOn caller: CallersExecutor?
    ) async throws -> Result<Transition, any Error> {
        let began = ContinuousClock.now
        let seconds = engine.limits.handlerSeconds
        trace?.begin(.handler)
        let outcome = await engine.deadline(seconds: seconds, in: engine.threads).run(
            observedBy: self,
            inKeptTask: true,
            continuingOn: caller
        ) {
            await self.runHandler(requested, from: state, since: began)
        }
        trace?.end(.handler)
        switch outcome {
        case .returned(let run):
            if let microseconds = run.microseconds { count(requested, microseconds, run.flow, in: state) }
            return run.made
        case .expired:
            count(requested, began.microsecondsPassed, state.keptDocument.subject.flow, in: state)
            throw HandlerTimedOut()
        case .refused:
            throw Problem(.overloaded, "All \(engine.limits.handlerThreads) threads run handlers that do not return.")
        }
    }

    /// The time is nil if the monitor has refused the step. The flow is the one of the journal entry.
    private typealias HandlerRun = (made: Result<Transition, any Error>, microseconds: Int?, flow: String?)

    private func runHandler(
        _ requested: RequestedChange,
        from state: SessionState,
        since began: ContinuousClock.Instant
    ) async -> HandlerRun {
        do throws(Problem) {
            ticket = try engine.app.beginStep(of: requested.change, on: state)
        } catch {
            return (.failure(error), nil, nil)
        }
        let transaction = transaction(requested, on: state)
        let made: Result<Transition, any Error>
        do throws(ChangeFailure) {
            made = .success(try await Transition.make(requested.change, on: state, in: transaction))
        } catch {
            made = .failure(error)
        }
        if let ticket { engine.monitor?.handlerReturned(ticket) }
        // Those of an earlier run, which has lost a race.
        lines?.discard()
        lines = transaction.lines
        let microseconds = began.microsecondsPassed
        if case .success(let transition) = made { transition.note(microseconds: microseconds) }
        return (made, microseconds, transaction.subject.flow)
    }

    func endStep() {
        if let ticket { engine.monitor?.end(ticket) }
        ticket = nil
    }

    // MARK: 5. Commit

    /// Commits what the handler has made, if it is a change.
    private func commit(
        _ result: Result<Transition, any Error>,
        since before: SessionState
    ) async throws -> ChangeOutcome {
        defer { endStep() }
        let made = try result.get()
        let added = made.addedWork
        if added > 0, purpose.secret == nil { try await checkWork(added, made, since: before) }
        let answer = try masksAnswer(with: made) ? try await maskedAnswer(with: made) : answer(with: made)
        guard made.isChange else {
            return try await engine.answers.keep(answer, guards, of: live, at: before)
        }
        try addAnswer(answer, to: made)
        let keptBytes = made.keptAnswerBytes
        trace?.begin(.commit)
        let outcome = try await engine.repository.commit(made, of: live)
        trace?.end(.commit)
        if case .committed = outcome {
            engine.answers.count(bytes: keptBytes, of: live)
            publish(made, since: before)
        } else {
            // The commit of another run counts.
            lines?.discard()
        }
        return try self.outcome(of: outcome, answer, since: before)
    }

    // MARK: 6. Publish

    /// Makes a committed change visible.
    private func publish(_ made: Transition, since before: SessionState) {
        // The device that had the session must not see any later state.
        if made.replacesToken { live.supersede() }
        if let outcome = made.state.row.outcome, !made.state.row.isSandbox { engine.counter.countEnd(outcome) }
        live.publish(made)
        if trace != nil { committed = made }
        engine.tell(of: made, since: before.tree)
    }
}
