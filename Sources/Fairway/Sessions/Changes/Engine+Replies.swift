import FairwayWire
import Foundation

/// Answers under idempotency keys: they are stored, and repeated for the same request.
///
/// Rare steps are not inlined; see `Engine+Perform.swift`.
extension Engine {
    /// Adds the answer to the commit, under its idempotency key.
    ///
    /// - Returns: The size of the stored answer.
    @inline(never)
    func addReply(
        _ answer: Answer,
        under key: RequestKey,
        in transition: Transition
    ) throws(StoreError) -> Int {
        let reply = try makeReply(answer, under: key, after: transition.state.row.touchedAt)
        transition.commit.reply = reply
        return reply.body.count
    }

    /// The stored form of an answer. Its time is not before the session's last change: if the wall clock was set back,
    /// the sweeper would otherwise delete the answer too early.
    func makeReply(_ answer: Answer, under key: RequestKey, after touchedAt: Date) throws(StoreError) -> StoredReply {
        StoredReply(
            key: key.key,
            fingerprint: key.fingerprint,
            status: answer.status,
            body: try CompressedJSON(answer.body).bytes,
            revision: answer.revision ?? 0,
            at: max(clock.now, touchedAt)
        )
    }

    /// Rejects a call that contains no valid change. The answer is stored under the call's key, like others.
    func refuse(
        _ problem: Problem,
        on live: LiveSession,
        from state: SessionState,
        guards: Guards
    ) async throws -> RunOutcome {
        if guards.isKeyed, let kept = try await storedAnswer(guards, of: live) {
            return .decided(kept, at: state.version)
        }
        guard state.row.status == .active else { throw Problem(.sessionOver) }
        if guards.isKeyed { try live.checkMayKeepAnswer(at: clock.secondsPassed, limits) }
        return try await storeAnswer(answer(to: problem, state: state), guards, of: live, at: state)
    }

    /// The stored answer to an earlier request with this key.
    @inline(never)
    func storedAnswer(_ guards: Guards, of live: LiveSession) async throws -> Answer? {
        guard let key = guards.key, let kept = try await store.reply(live.id, key: key.key) else { return nil }
        return try replay(kept, key, of: live)
    }

    /// Stores the answer to a request that changed nothing, to return it if the request is repeated.
    @inline(never)
    func storeAnswer(
        _ answer: Answer,
        _ guards: Guards,
        of live: LiveSession,
        at state: SessionState
    ) async throws -> RunOutcome {
        guard let key = guards.key, answer.isKept else { return .decided(answer, at: state.version) }
        // Beyond the limit, store nothing. A repeated request is decided again, and changes nothing either.
        guard live.mayKeepRefusal(at: clock.secondsPassed, most: limits.refusalsKeptPerHour) else {
            return .decided(answer, at: state.version)
        }
        var commit = Commit(session: live.id, expectedRevision: state.row.revision)
        commit.expectedDraftEdits = state.draftEdits
        let reply = try makeReply(answer, under: key, after: state.row.touchedAt)
        commit.reply = reply
        do {
            let outcome = try await store.commit(commit)
            if outcome == .committed { live.countKeptAnswer(bytes: reply.body.count, at: clock.secondsPassed) }
            return try runOutcome(of: outcome, answer, guards, of: live, at: state.version)
        } catch let error as StoreError {
            live.markUncertain(replacingToken: false)
            throw error
        }
    }

    /// The outcome, according to the store's result.
    @inline(never)
    func runOutcome(
        of outcome: CommitOutcome,
        _ answer: Answer,
        _ guards: Guards,
        of live: LiveSession,
        at version: SessionVersion
    ) throws -> RunOutcome {
        switch (outcome, guards.key) {
        case (.committed, _): .committed(answer)
        case (.answered(let reply), let key?): .decided(try replay(reply, key, of: live), at: version)
        case (.conflict, _), (.created, _), (.answered, nil): .lost
        }
    }

    func replay(_ reply: StoredReply, _ key: RequestKey, of live: LiveSession) throws -> Answer {
        guard reply.fingerprint == key.fingerprint else {
            throw Problem(.idempotencyKeyReused, "The key was used for another request on this session.")
        }
        live.recordAnswer(reply.revision)
        return try Answer(reply, of: live.id)
    }
}
