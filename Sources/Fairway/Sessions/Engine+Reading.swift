public import FairwayWire

/// Calls that read a session.
extension Engine {
    /// The current state of a session.
    @concurrent public func state(_ session: String, by caller: Caller) async -> Answer {
        do {
            try await access.checkToken(of: caller, session)
            let live = sessions.checkOut(session)
            defer { sessions.checkIn(live) }
            let state = try await loaded(live, by: caller)
            switch try access.visibility(of: state.row, to: caller) {
            case .whole: return Answer(state.keptDocument)
            case .masked: return Answer(try await maskedDocument(of: state), subject: state.keptDocument.subject)
            }
        } catch {
            return answer(to: error, state: nil)
        }
    }

    /// Subscribes to a session's states that are newer than a revision.
    @concurrent public func subscribe(
        _ session: String,
        by caller: Caller,
        after revision: Int = 0
    ) async throws(EngineError) -> Subscription {
        do {
            try await access.checkToken(of: caller, session)
            let live = sessions.checkOut(session)
            defer { sessions.checkIn(live) }
            let state = try await loaded(live, by: caller)
            guard try access.visibility(of: state.row, to: caller) == .whole else {
                throw Problem(.forbidden, "A caller who sees the state masked cannot follow it. Read it instead.")
            }
            let most = limits.subscriptionsPerSession
            guard
                let subscription = live.subscribe(after: revision, mostEffects: limits.effectsWaiting, most: most)
            else {
                throw Problem(
                    .tooManyRequests,
                    "This session already has \(most) streams and waiting requests. End one of them."
                )
            }
            do {
                // A handoff ends the subscriptions that exist. A handoff after the first check may have missed this
                // one, so check the token again.
                try access.admit(caller, to: (live.state ?? state).row.access)
            } catch {
                subscription.cancel()
                throw error
            }
            others?.watch(live)
            return subscription
        } catch {
            throw EngineError(answer: answer(to: error, state: nil))
        }
    }

    /// The effects that a resuming stream has missed, oldest first.
    ///
    /// They are limited to the newest ``EngineLimits/effectsWaiting`` effects of the last
    /// ``EngineLimits/revisionsBack`` revisions.
    ///
    /// `revision` is the last that the client has received, and the client's new subscription begins at `newest`.
    @concurrent public func effects(
        _ session: String,
        after revision: Int,
        upTo newest: Int
    ) async throws(EngineError) -> [EffectDocument] {
        do {
            return try await repository.journal(session, after: revision, upTo: newest).flatMap(\.effects).suffix(
                limits.effectsWaiting
            )
        } catch {
            throw EngineError(answer: answer(to: error, state: nil))
        }
    }

    /// The state of a session if the caller may see it. Does not wait for a running change.
    func loaded(_ live: LiveSession, by caller: Caller) async throws -> SessionState {
        var state = live.certainState
        if state == nil {
            try await admission.enter(live.mailbox, asClient: false)
            defer { live.mailbox.leave() }
            state = try await repository.load(live)
        }
        if let known = state, try await !repository.isCurrent(known.version, live.id) { state = nil }
        let current = if let state { state } else { try await repository.catchUp(live) }
        try access.admit(caller, to: current.row.access)
        return current
    }
}
