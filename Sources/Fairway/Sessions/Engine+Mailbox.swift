import FairwayWire

/// Getting into a session, and out of it again.
extension Engine {
    /// Runs something in a session's mailbox, alone, on the state that was committed last.
    func inside(
        _ session: String,
        by caller: Caller,
        _ body: (LiveSession, SessionState) async throws -> Answer
    ) async -> Answer {
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        do {
            try await live.mailbox.enter()
        } catch {
            return answer(to: error, state: nil)
        }
        var left = false
        defer { if !left { live.mailbox.leave() } }
        var state: SessionState?
        do {
            let loaded = try await load(live)
            try admit(caller, to: loaded)
            state = loaded
            return try await body(live, loaded)
        } catch {
            left = error is StillRunning
            return answer(to: error, state: live.state ?? state)
        }
    }

    /// The state of a session whose caller may see it, without waiting for a change that is under way.
    func loaded(_ live: LiveSession, by caller: Caller) async throws -> SessionState {
        if let state = live.state, live.doubt == nil {
            try admit(caller, to: state)
            return state
        }
        try await live.mailbox.enter()
        defer { live.mailbox.leave() }
        let state = try await load(live)
        try admit(caller, to: state)
        return state
    }

    /// The state from memory, else from the store. To be called inside the mailbox.
    private func load(_ live: LiveSession) async throws -> SessionState {
        if let state = live.state { return live.doubt == nil ? state : try await reload(live, from: state) }
        guard let stored = try await store.load(live.id) else { throw Problem(.noSuchSession) }
        let state = try SessionState(stored, blueprint)
        live.state = state
        return state
    }

    /// What the store has, after a commit that failed: perhaps only its answer was lost. While the store cannot be read,
    /// what is in memory is the best there is, unless it may let in who is not let in any more.
    private func reload(_ live: LiveSession, from state: SessionState) async throws -> SessionState {
        let stored: StoredSession?
        do {
            stored = try await store.load(live.id)
        } catch {
            guard live.doubt != .handoff else { throw error }
            return state
        }
        guard let stored else { throw Problem(.noSuchSession) }
        let newer = try SessionState(stored, blueprint)
        let document = try await retell(newer.document, since: state.row.revision)
        // As where the answer was not lost: what comes now is not for the device that was left.
        if newer.row.tokenHash != state.row.tokenHash { live.supersede() }
        live.publish(newer, document)
        return newer
    }

    /// The document as those who follow the session would have been sent it: with the moves that led to it, and the
    /// instructions to the client.
    private func retell(_ document: StateDocument, since revision: Int) async throws(StoreError) -> StateDocument {
        let missed = try await store.journal(document.session, after: revision, limit: 1)
        guard let entry = missed.first, entry.revision == document.revision else { return document }
        var document = document
        (document.moves, document.effects) = (entry.moves, entry.effects)
        return document
    }

    /// Commits, and remembers when it is not known what came of it.
    func commit(_ commit: Commit, of live: LiveSession) async throws(StoreError) -> CommitOutcome {
        do {
            let outcome = try await store.commit(commit)
            if outcome == .committed, !commit.work.isEmpty { bell.ring(commit.session, commit.work) }
            return outcome
        } catch {
            live.doubt = commit.handoff == nil ? .change : .handoff
            throw error
        }
    }

    /// Lets in who shows the session's token. What is not theirs does not exist for others.
    private func admit(_ caller: Caller, to state: SessionState) throws {
        guard case .token(let text) = caller.credential else { return }
        guard state.row.identity == nil || state.row.identity == caller.identity else { throw Problem(.noSuchSession) }
        let hash = Token(text: text).hash
        if Token.areEqual(hash, state.row.tokenHash) { return }
        if state.row.supersededTokenHashes.contains(where: { Token.areEqual(hash, $0) }) { throw Problem(.superseded) }
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
        return Answer(problem, cause: cause(of: error))
    }

    func problem(for error: any Error) -> Problem {
        switch error {
        case let error as StoreError:
            Problem(error.code == .unavailable ? .storeUnavailable : .incompatibleFlow)
        case is StillRunning:
            Problem(.flowTimeout, "The flow took longer than \(limits.handlerSeconds) seconds.")
        case let error as IncompatibleFlow:
            Problem(.incompatibleFlow, "This build cannot read the stored flow \(error.flow).")
        default:
            ChangeFailure(error).problem
        }
    }

    /// What only the log is told.
    private func cause(of error: any Error) -> String? {
        switch error {
        case let error as StoreError: error.message
        case let error as IncompatibleFlow: "\(error.flow): \(error.reason)"
        case ChangeFailure.thrown(let error): "\(error)"
        default: nil
        }
    }
}

/// The change has been given up while its handler goes on; the handler's return opens the mailbox again.
struct StillRunning: Error {}
