import FairwayWire

/// Getting into a session, and out of it again.
extension Engine {
    /// Runs something in a session's mailbox, alone, on the state that was committed last: on the one in memory, and
    /// again on a newer one for as long as another node turns out to have been faster. What was refused on the one in
    /// memory, to a token that may be newer, say, is refused only if the store has nothing newer.
    ///
    /// Inlined, as is all on an action's way from here to its flow's code and on to the store: each asynchronous function asks
    /// for room of its own and changes executors as it returns, also where nothing suspends. What may have to wait is called,
    /// and not inlined.
    @inline(__always)
    func inside(
        _ session: String,
        by caller: Caller,
        _ body: (LiveSession, SessionState) async throws -> Verdict
    ) async -> Answer {
        do {
            try traffic.begin(asClient: caller.mayBeSentAway)
        } catch {
            return answer(to: error, state: nil)
        }
        defer { traffic.end(asClient: caller.mayBeSentAway) }
        do {
            try await checkToken(of: caller, session)
        } catch {
            return answer(to: error, state: nil)
        }
        return await insideAsPart(of: session, by: caller, body)
    }

    /// The same for a part of a call that is counted as under way already.
    @inline(__always)
    func insideAsPart(
        of session: String,
        by caller: Caller,
        _ body: (LiveSession, SessionState) async throws -> Verdict
    ) async -> Answer {
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        do {
            try await traffic.enter(live.mailbox, asClient: caller.mayBeSentAway)
        } catch {
            return answer(to: error, state: nil)
        }
        var left = false
        defer { if !left { live.mailbox.leave() } }
        // Only now: who waits for a session keeps nobody from working, and of each session one waits at most.
        if caller.isBounded { traffic.squeezeIn() } else { await traffic.goToWork(asClient: caller.mayBeSentAway) }
        defer { traffic.leaveWork() }
        var known: SessionState?
        do {
            var state = try await load(live)
            for _ in 0..<limits.lostRaces {
                known = state
                do {
                    try admit(caller, to: state.row.access)
                    switch try await body(live, state) {
                    case .committed(let answer): return answer
                    case .decided(let answer, let version):
                        if try await isCurrent(version, session) { return answer }
                    case .lost: others?.countLostRace()
                    }
                } catch {
                    // Only what was decided here is decided anew: of a commit that failed nobody knows what came of it,
                    // and a handler that was given up goes on.
                    guard !(error is StoreError || error is StillRunning), try await !isCurrent(state.version, session)
                    else { throw error }
                }
                state = try await catchUp(live)
            }
            throw Problem(.overloaded, "Other servers keep changing this session.")
        } catch {
            left = error is StillRunning
            return answer(to: error, state: live.state ?? known)
        }
    }

    /// The state of a session whose caller may see it, without waiting for a change that is under way.
    func loaded(_ live: LiveSession, by caller: Caller) async throws -> SessionState {
        var state = live.sureState
        if state == nil {
            try await traffic.enter(live.mailbox, asClient: false)
            defer { live.mailbox.leave() }
            state = try await load(live)
        }
        if let known = state, try await !isCurrent(known.version, live.id) { state = nil }
        let current = if let state { state } else { try await catchUp(live) }
        try admit(caller, to: current.row.access)
        return current
    }

    /// Refuses a wrong token before the call waits for anything of the session's or takes a place in memory for it: whoever
    /// knows a session's id could else keep its owner out. What is admitted here is checked again where the session can no
    /// longer change, since a handoff may come between.
    @inline(__always)
    func checkToken(of caller: Caller, _ session: String) async throws {
        if !opens(session, caller) { try await checkStoredToken(of: caller, session) }
    }

    /// Whether the token opens the session as it is in memory.
    private func opens(_ session: String, _ caller: Caller) -> Bool {
        guard let hash = caller.tokenHash else { return true }
        guard let row = sessions.find(session)?.state?.row else { return false }
        return Token.areEqual(hash, row.tokenHash) && row.access.exists(for: caller.identity)
    }

    @inline(never)
    private func checkStoredToken(of caller: Caller, _ session: String) async throws {
        // Where there are other nodes, a handoff on one of them may have made the token good.
        if others == nil, let row = sessions.find(session)?.sureState?.row { return try admit(caller, to: row.access) }
        guard let access = try await store.access(session) else { throw Problem(.noSuchSession) }
        try admit(caller, to: access)
    }

    /// The state from memory, else from the store. To be called inside the mailbox. Inlined, so that who finds it in memory
    /// calls nothing that could suspend.
    @inline(__always)
    private func load(_ live: LiveSession) async throws -> SessionState {
        if let state = live.sureState { state } else { try await loadFromStore(live) }
    }

    @inline(never)
    private func loadFromStore(_ live: LiveSession) async throws -> SessionState {
        guard let state = live.state else { return try await catchUp(live) }
        do {
            return try await catchUp(live)
        } catch let error as StoreError {
            // After a commit that failed. While the store cannot be read, what is in memory is the best there is, unless
            // another node may have something better, a client has been shown better, or it may let in who is not let in
            // any more.
            if others != nil || live.isBehind || live.mayBeHandedOver { throw error }
            return state
        }
    }

    /// Commits what was made, and remembers when it is not known what came of it.
    @inline(__always)
    func commit(_ made: inout Shared<Transition>, of live: LiveSession) async throws(StoreError) -> CommitOutcome {
        if others != nil { live.willCommit(made.value.state.row.revision) }
        // The commit itself is the store's from here on, so that nobody has to copy it.
        let (work, isHandoff) = (made.value.commit.work, made.value.commit.handoff != nil)
        do {
            let outcome = try await store.commit(made.value.takeCommit())
            if outcome == .committed, !work.isEmpty { bell.ring(live.id, work) }
            return outcome
        } catch {
            live.doubt(afterHandoff: isHandoff)
            throw error
        }
    }

    /// Lets in who shows the session's token. What is not theirs does not exist for others.
    func admit(_ caller: Caller, to session: SessionAccess) throws {
        guard let hash = caller.tokenHash else { return }
        guard session.exists(for: caller.identity) else { throw Problem(.noSuchSession) }
        if Token.areEqual(hash, session.tokenHash) { return }
        if session.supersededTokenHashes.contains(where: { Token.areEqual(hash, $0) }) { throw Problem(.superseded) }
        throw Problem(.noSuchSession)
    }

    /// The answer to what went wrong, with the state attached where a client can carry on from it.
    func answer(to error: any Error, state: SessionState?) -> Answer {
        var problem = problem(for: error)
        switch problem.code {
        case .noSuchSession, .superseded, .incompatibleFlow: break
        default:
            if [409, 410, 412, 422].contains(problem.code.status) { problem.state = state?.document }
        }
        let seconds = problem.code == .overloaded ? traffic.secondsToWait() : 1
        return Answer(problem, cause: cause(of: error), retryAfter: seconds)
    }

    private func problem(for error: any Error) -> Problem {
        switch error {
        case let error as StoreError:
            Problem(error.code == .damaged ? .incompatibleFlow : .storeUnavailable)
        case is StillRunning:
            Problem(.flowTimeout, "The flow took longer than \(limits.handlerSeconds) seconds.")
        default:
            ChangeFailure(error).problem
        }
    }

    /// What only the log is told.
    private func cause(of error: any Error) -> String? {
        switch error {
        case let error as StoreError: error.message
        case let error as IncompatibleFlow, ChangeFailure.incompatible(let error): "\(error.flow): \(error.reason)"
        case ChangeFailure.thrown(let error): "\(error)"
        default: nil
        }
    }
}

/// The change has been given up while its handler goes on; the handler's return opens the mailbox again.
struct StillRunning: Error {}
