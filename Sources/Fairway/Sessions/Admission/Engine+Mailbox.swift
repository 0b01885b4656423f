import FairwayWire

/// Exclusive access to a session.
extension Engine {
    /// Runs `body` in the session's mailbox, on the last committed state.
    ///
    /// `body` first runs on the state in memory. If another node has committed a newer state, `body` runs again on that
    /// one. A problem that was found on the state in memory (an unknown token, for example) is only returned if the
    /// store has no newer state.
    ///
    /// Inlined, like all steps from here to the flow's code and the store: each asynchronous function allocates space
    /// and switches executors on its return, even if it does not suspend. Steps that may have to wait are not inlined.
    @inline(__always)
    func inside(
        _ session: String,
        by caller: Caller,
        _ body: (LiveSession, SessionState) async throws -> RunOutcome
    ) async -> Answer {
        do {
            try admission.begin(asClient: caller.mayBeSentAway)
        } catch {
            return answer(to: error, state: nil)
        }
        defer { admission.end(asClient: caller.mayBeSentAway) }
        do {
            try await access.checkToken(of: caller, session)
        } catch {
            return answer(to: error, state: nil)
        }
        return await insideAsPart(of: session, by: caller, body)
    }

    /// Does the same as ``inside(_:by:_:)`` for a call that has already passed admission control.
    @inline(__always)
    func insideAsPart(
        of session: String,
        by caller: Caller,
        _ body: (LiveSession, SessionState) async throws -> RunOutcome
    ) async -> Answer {
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        do {
            try await admission.enter(live.mailbox, asClient: caller.mayBeSentAway)
        } catch {
            return answer(to: error, state: nil)
        }
        var handlerStillRuns = false
        defer { if !handlerStillRuns { live.mailbox.leave() } }
        // Take a slot only after the session's mailbox, so that waiting changes occupy no slots.
        if caller.isBounded {
            admission.takeExtraSlot()
        } else {
            await admission.takeSlot(asClient: caller.mayBeSentAway)
        }
        defer { admission.releaseSlot() }
        var known: SessionState?
        do {
            var state = try await load(live)
            for _ in 0..<limits.lostRaces {
                known = state
                do {
                    try access.admit(caller, to: state.row.access)
                    switch try await body(live, state) {
                    case .committed(let answer): return answer
                    case .decided(let answer, let version):
                        if try await isCurrent(version, session) { return answer }
                    case .lost: others?.countLostRace()
                    }
                } catch {
                    // Repeat only decisions. After a failed commit the outcome is unknown, and a handler that has timed
                    // out is still running.
                    guard !(error is StoreError || error is HandlerTimedOut),
                        try await !isCurrent(state.version, session)
                    else { throw error }
                }
                state = try await catchUp(live)
            }
            throw Problem(.overloaded, "Other servers keep changing this session.")
        } catch {
            handlerStillRuns = error is HandlerTimedOut
            return answer(to: error, state: live.state ?? known)
        }
    }

    /// The state of a session if the caller may see it. Does not wait for a running change.
    func loaded(_ live: LiveSession, by caller: Caller) async throws -> SessionState {
        var state = live.certainState
        if state == nil {
            try await admission.enter(live.mailbox, asClient: false)
            defer { live.mailbox.leave() }
            state = try await load(live)
        }
        if let known = state, try await !isCurrent(known.version, live.id) { state = nil }
        let current = if let state { state } else { try await catchUp(live) }
        try access.admit(caller, to: current.row.access)
        return current
    }

    /// The state from memory, otherwise from the store. Must be called inside the mailbox. Inlined: a state in memory
    /// then needs no asynchronous call.
    @inline(__always)
    private func load(_ live: LiveSession) async throws -> SessionState {
        if let state = live.certainState { state } else { try await loadFromStore(live) }
    }

    @inline(never)
    private func loadFromStore(_ live: LiveSession) async throws -> SessionState {
        guard let state = live.state else { return try await catchUp(live) }
        do {
            return try await catchUp(live)
        } catch let error as StoreError {
            // The state is uncertain after a failed commit. While the store cannot be read, use the state in memory,
            // unless another node may have a newer one, a client has seen a newer one, or the token may be replaced.
            if others != nil || live.isBehind || live.mayHaveNewToken { throw error }
            return state
        }
    }

    /// Commits the transition. After a failure, the state in memory is marked as uncertain.
    @inline(__always)
    func commit(_ made: Transition, of live: LiveSession) async throws(StoreError) -> CommitOutcome {
        if others != nil { live.willCommit(made.state.row.revision) }
        let work = made.commit.work
        do {
            let outcome = try await store.commit(made.takeCommit())
            if outcome == .committed, !work.isEmpty, !made.state.row.isSandbox {
                workNotifier.notify(live.id, work)
            }
            return outcome
        } catch {
            live.markUncertain(replacingToken: made.replacesToken)
            throw error
        }
    }

    /// The answer to an error, with the session's state if a client can continue from it.
    ///
    /// - Parameter shown: The document of the state that the caller may see; by default, the one for clients.
    func answer(to error: any Error, state: SessionState?, shown: StateDocument? = nil) -> Answer {
        var problem = problem(for: error)
        // In the language of the session, these answers would reveal that it exists.
        let isKnown = ![.noSuchSession, .noSuchHandoff].contains(problem.code)
        let attachesState = [409, 410, 412, 422].contains(problem.code.status) && problem.code != .incompatibleFlow
        if attachesState || problem.code == .stepUnavailable {
            problem.state = shown ?? state?.document
        }
        if let state, isKnown { problem = problem.titled(in: blueprint.languages.language(of: state.row.device)) }
        let seconds = problem.code == .overloaded ? admission.retryAfterSeconds() : 1
        let opened = isKnown && problem.code != .superseded ? state : nil
        return Answer(problem, cause: cause(of: error), retryAfter: seconds, in: opened)
    }

    private func problem(for error: any Error) -> Problem {
        switch error {
        case let error as StoreError:
            Problem(error.code == .damaged ? .incompatibleFlow : .storeUnavailable)
        case is HandlerTimedOut:
            Problem(.flowTimeout, timeoutMessage)
        default:
            ChangeFailure(error).problem
        }
    }

    private var timeoutMessage: String { "The flow took longer than \(limits.handlerSeconds) seconds." }

    /// The cause of the error, for the log and for operators.
    private func cause(of error: any Error) -> String? {
        switch error {
        case let error as StoreError: error.message
        case let error as IncompatibleFlow, ChangeFailure.incompatible(let error): "\(error.flow): \(error.reason)"
        case ChangeFailure.thrown(let error): "\(error)"
        case let mistake as Mistake, ChangeFailure.mistake(let mistake): mistake.description
        case is HandlerTimedOut: timeoutMessage
        default: nil
        }
    }
}

/// The handler exceeded its time limit and is still running. The mailbox accepts no changes until it returns.
struct HandlerTimedOut: Error {}

/// The outcome of one run of a call inside a session's mailbox.
enum RunOutcome {
    /// The store has accepted a commit.
    case committed(Answer)
    /// Decided with the state in memory, at this version. Only valid if the store has no newer version.
    case decided(Answer, at: SessionVersion)
    /// Another node committed first: run the call again with the newer state.
    case lost

    /// The call has no effect.
    init(unchanged state: SessionState) { self = .decided(Answer(state.keptDocument), at: state.version) }
}
