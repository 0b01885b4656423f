import FairwayWire

/// Decisions without the flow's code, and the answers.
extension ChangeInProgress {
    /// The user whose present claims the handlers see, if the session is this user's.
    var user: User? {
        switch purpose {
        case .start(let start): start.user
        case .takeover(let takeover): takeover.requester.verifiedUser
        case .change, .refusal, .draft: caller.verifiedUser
        }
    }

    func transaction(_ requested: RequestedChange, on state: SessionState) -> Transaction {
        let place = trace.map { WorkOrigin.Place(trace: $0, session: live.id, revision: state.row.revision + 1) }
        return engine.app.transaction(
            requested.id,
            on: state,
            by: user,
            live.dependencies,
            origin: WorkOrigin(request: caller.request, place: place),
            signal: guards.signal
        )
    }

    /// Whether the change may have been made before.
    var mayBeDecided: Bool { guards.isKeyed || caller.signsIn != nil }

    /// Takes over the session, stores a draft, or refuses an invalid call.
    func attemptOther(from state: SessionState) async throws -> ChangeOutcome {
        switch purpose {
        case .takeover(let takeover):
            if let decided = try await decide(takeover, in: state) { return decided }
            return try await handleAndCommit(takeover.requested(in: state), from: state)
        case .refusal(let problem, _): return try await refuse(problem, in: state)
        case .draft(let draft, let screen): return try await save(draft, on: screen, in: state)
        case .change, .start: preconditionFailure("A session starts without a known state.")
        }
    }

    /// The answer to a request that was answered before, or that signs in the user of the session again.
    func decide(in state: SessionState) async throws -> ChangeOutcome? {
        if let user = caller.signsIn {
            guard state.row.user == nil || user.hasID(state.row.user) else { throw Problem(.noSuchSession) }
        }
        if guards.isKeyed, let kept = try await engine.answers.earlier(under: guards, of: live) {
            return .decided(kept, at: state.version)
        }
        return caller.signsIn != nil && state.row.user != nil ? ChangeOutcome(unchanged: state) : nil
    }

    /// The answer to a device whose code is good no longer.
    func decide(_ takeover: ChangePurpose.Takeover, in state: SessionState) async throws -> ChangeOutcome? {
        // Check the code before each repetition after a lost race: once another request has used the code, no
        // repetition can succeed.
        guard state.row.status == .active, try await engine.store.handoff(takeover.code) != nil else {
            let answer = try await engine.creations.earlierAnswer(takeover.secret)
            guard let answer else { throw Problem(.noSuchHandoff) }
            return .decided(answer, at: state.version)
        }
        // The session's user may have changed since.
        guard takeover.requester.mayTakeOver(state.row.access) else { throw Problem(.noSuchHandoff) }
        return nil
    }

    /// Checks the caller's credential again, because a handoff may have replaced the token in the meantime.
    func admitAgain(to state: SessionState) throws {
        try engine.access.admit(caller, to: state.row.access)
        try engine.access.checkMayAct(purpose.act, by: caller, on: state.row)
    }

    /// The change that starts a session, and the state that it starts from.
    func firstChange() -> (RequestedChange, SessionState) {
        guard case .start(let start) = purpose else { preconditionFailure("Only a start makes a session.") }
        return (start.requested, engine.repository.newState(start.row))
    }

    /// Rejects a change that must not start.
    func checkMayBegin(_ change: Change, in state: SessionState) throws {
        guard state.row.status == .active || change.isWork else { throw Problem(.sessionOver) }
        try engine.answers.checkMayKeep(guards, of: live)
        try check(guards, state)
        // The change may end the draft, and make the state smaller. Its size is checked where it is stored.
        if let draft = change.draft { try engine.limits.checkLength(of: draft) }
    }

    private func check(_ guards: Guards, _ state: SessionState) throws(Problem) {
        if let moment = guards.untouchedSince, state.row.touchedAt > moment {
            throw Problem(.revisionMismatch, "The session has been touched.")
        }
        guard let revisions = guards.revisions, !revisions.contains(state.row.revision) else { return }
        throw Problem(.revisionMismatch, "The session is at revision \(state.row.revision).")
    }

    /// Rejects a call that contains no valid change. The answer is stored under the call's key, like others.
    func refuse(_ problem: Problem, in state: SessionState) async throws -> ChangeOutcome {
        if let kept = try await engine.answers.earlier(under: guards, of: live) {
            return .decided(kept, at: state.version)
        }
        guard state.row.status == .active else { throw Problem(.sessionOver) }
        try engine.answers.checkMayKeep(guards, of: live)
        return try await engine.answers.keep(
            engine.answer(to: problem, state: state),
            guards,
            of: live,
            at: state
        )
    }

    /// Rejects a change because of an error, or throws the error itself. The session is unchanged. Stores the user's draft
    /// in both cases, and the answer if a flow or a guard decided it.
    func refuse(
        _ requested: RequestedChange,
        because error: any Error,
        in state: SessionState
    ) async throws -> ChangeOutcome {
        switch error {
        case ChangeFailure.thrown(let waits as SignalWaits):
            return try await hold(requested, for: waits.node, in: state)
        case is ChangeFailure, is Problem:
            let state = try await keepDraft(of: requested.change, in: state)
            let isMasked = try engine.access.visibility(of: state.row, to: caller) == .masked
            let masked = isMasked ? try await engine.maskedDocument(of: state) : nil
            let answer = engine.answer(to: error, state: state, shown: masked)
            return try await engine.answers.keep(answer, guards, of: live, at: state)
        case is HandlerTimedOut:
            await keepDraftAfterTimeout(of: requested.change, in: state)
            throw error
        default: throw error
        }
    }

    /// The answer to an error, with the newest state that is known.
    func answer(to error: any Error, in known: SessionState?) -> Answer {
        engine.answer(to: error, state: live.state ?? known)
    }

    /// The answer with the change's result, to be sent when it is committed.
    func answer(with made: Transition) -> Answer {
        if let secret = purpose.secret {
            var document = made.document
            if made.state.row.hasToken { document.token = secret.token.text }
            return Answer(document, status: purpose.statusOfSuccess, subject: made.state.keptDocument.subject)
        }
        return Answer(made.state.keptDocument, moves: made.moves, effects: made.effects)
    }

    /// Whether the caller sees the state masked. An answer with a token is that of a client.
    func masksAnswer(with made: Transition) throws(Problem) -> Bool {
        guard purpose.secret == nil else { return false }
        return try engine.access.visibility(of: made.state.row, to: caller) == .masked
    }

    /// The answer to an operator. The effects are for the session's clients.
    func maskedAnswer(with made: Transition) async throws -> Answer {
        let document = try await engine.maskedDocument(of: made.state)
        let subject = made.state.keptDocument.subject
        return Answer(KeptDocument(document, KeptNavigation(document.navigation), subject: subject), moves: made.moves)
    }

    /// Adds the answer to the commit, for a repeated request. A takeover also replaces the token and uses up its code.
    func addAnswer(_ answer: Answer, to made: Transition) throws {
        if let key = guards.key { try engine.answers.add(answer, under: key, to: made) }
        guard let secret = purpose.secret else { return }
        if case .takeover(let takeover) = purpose {
            made.noteUser()
            if made.state.row.hasToken { made.replaceToken(by: secret.token.hash, engine.limits) }
            made.commit.handoff = takeover.code
        }
        try engine.creations.add(made.document, status: purpose.statusOfSuccess, secret, to: made)
    }

    /// The outcome, according to the store's result.
    func outcome(
        of outcome: CommitOutcome,
        _ answer: Answer,
        since before: SessionState
    ) throws -> ChangeOutcome {
        switch outcome {
        case .committed: return .committed(answer)
        case .answered(let reply):
            guard let key = guards.key else { return .lost }
            return .decided(try engine.answers.repeated(reply, key, of: live), at: before.version)
        case .created(let creation):
            guard let key = purpose.secret?.key else { return .lost }
            return .committed(try engine.creations.repeated(creation, key))
        case .conflict: return .lost
        }
    }
}

/// The outcome of one attempt to make a change.
enum ChangeOutcome {
    /// The store has accepted a commit.
    case committed(Answer)
    /// Decided with the state in memory, at this version. Only valid if the store has no newer version.
    case decided(Answer, at: SessionVersion)
    /// Another node committed first: make the change again on the newer state.
    case lost

    /// The call has no effect.
    init(unchanged state: SessionState) { self = .decided(Answer(state.keptDocument), at: state.version) }
}
