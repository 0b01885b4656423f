public import FairwayWire

/// Calls that change a session. ``ChangeInProgress`` makes each of them.
extension Engine {
    /// Makes a change to a session and answers with the resulting state.
    ///
    /// A change with an idempotency key is made once. A repeated request with that key gets the stored answer.
    ///
    /// After the flow's handler has returned, `callersExecutor` runs the rest of the call. By default, the executor
    /// does not change.
    @concurrent public func perform(
        _ change: Change,
        on session: String,
        by caller: Caller,
        guards: Guards = Guards(),
        continuingOn callersExecutor: (any TaskExecutor)? = nil
    ) async -> Answer {
        let id = app.changeIDs.make(for: change, guards, in: session)
        let answer = await ChangeInProgress.make(
            .change(RequestedChange(change, id: id)),
            on: session,
            by: caller,
            guards: guards,
            continuingOn: callersExecutor,
            in: self
        )
        // Decided before the change begins, with the state for clients.
        guard answer.code == .idempotencyKeyReused, let row = answer.refusal?.state.row else { return answer }
        return (try? access.visibility(of: row, to: caller)) == .whole ? answer : answer.withoutState
    }

    /// Answers a call that has an invalid body. The answer contains the problem and the session's unchanged state.
    ///
    /// `kind` is the kind of change that the client asked for, as in the journal.
    @concurrent public func refuse(
        _ problem: Problem,
        of kind: String,
        on session: String,
        by caller: Caller,
        guards: Guards = Guards()
    ) async -> Answer {
        await ChangeInProgress.make(
            .refusal(problem, kind: kind),
            on: session,
            by: caller,
            guards: guards,
            in: self
        )
    }

    /// Computes a session's screens again. Call it after a change to outside data that the screens show.
    @concurrent public func refresh(_ session: String) async -> Answer {
        await perform(.refresh, on: session, by: Caller(.app))
    }

    /// Stores or deletes a user's draft on a screen. No flow code runs, and the revision stays the same. Returns nil on
    /// success, and otherwise the answer with the problem.
    @concurrent public func setDraft(
        _ draft: RawJSON?,
        _ session: String,
        screen: String,
        by caller: Caller
    ) async -> Answer? {
        let answer = await ChangeInProgress.make(.draft(draft, screen: screen), on: session, by: caller, in: self)
        return answer.code == nil ? nil : answer
    }

    /// Signs a user in: an anonymous session becomes the user's. From then on, only user tokens open it.
    ///
    /// The session's token is superseded, and streams that were opened with it end. This prevents session fixation: an
    /// attacker who planted the token in the user's client cannot follow the user.
    ///
    /// If the session is the user's already, nothing changes, and the answer is its state. The caller may then have the
    /// token that the sign-in has superseded, because the first answer may have been lost.
    @concurrent public func signIn(
        _ user: User,
        to session: String,
        by caller: Caller,
        guards: Guards = Guards(),
        continuingOn callersExecutor: (any TaskExecutor)? = nil
    ) async -> Answer {
        let change = Change.signIn(user)
        let id = app.changeIDs.make(for: change, guards, in: session)
        return await ChangeInProgress.make(
            .change(RequestedChange(change, id: id)),
            on: session,
            by: caller.signing(in: user),
            guards: guards,
            continuingOn: callersExecutor,
            in: self
        )
    }
}
