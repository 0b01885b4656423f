import FairwayWire
import Foundation

/// Answers under idempotency keys: they are stored, and repeated for the same request.
final class KeptAnswers: Sendable {
    private let repository: SessionRepository
    private let store: any Store
    private let clock: any WallClock
    private let limits: EngineLimits

    init(of repository: SessionRepository, in environment: EngineEnvironment) {
        self.repository = repository
        store = environment.store
        clock = environment.clock
        limits = environment.limits
    }

    /// The stored answer to an earlier request with this key. Nil without a key.
    func earlier(under guards: Guards, of live: LiveSession) async throws -> Answer? {
        guard let key = guards.key, let kept = try await store.reply(live.id, key: key.key) else { return nil }
        return try repeated(kept, key, of: live)
    }

    /// Rejects a change with a key whose answer could not be stored.
    func checkMayKeep(_ guards: Guards, of live: LiveSession) throws(Problem) {
        if guards.isKeyed { try live.checkMayKeepAnswer(at: clock.secondsPassed, limits) }
    }

    /// Adds the answer to the commit, under its idempotency key.
    func add(_ answer: Answer, under key: RequestKey, to transition: Transition) throws(StoreError) {
        transition.commit.reply = try reply(answer, under: key, after: transition.state.row.touchedAt)
    }

    /// Counts an answer that was stored.
    func count(bytes: Int, of live: LiveSession) { live.countKeptAnswer(bytes: bytes, at: clock.secondsPassed) }

    /// Stores the answer to a request that changed nothing, to return it if the request is repeated.
    func keep(
        _ answer: Answer,
        _ guards: Guards,
        of live: LiveSession,
        at state: SessionState
    ) async throws -> ChangeOutcome {
        guard let key = guards.key, answer.isKept, guards.keepsRefusals || answer.code == nil else {
            return .decided(answer, at: state.version)
        }
        // Beyond the limit, store nothing. A repeated request is decided again, and changes nothing either.
        guard live.mayKeepRefusal(at: clock.secondsPassed, most: limits.refusalsKeptPerHour) else {
            return .decided(answer, at: state.version)
        }
        var commit = Commit(session: live.id, expectedRevision: state.row.revision)
        commit.expectedDraftEdits = state.draftEdits
        let reply = try reply(answer, under: key, after: state.row.touchedAt)
        commit.reply = reply
        switch try await repository.commit(commit, of: live) {
        case .committed:
            count(bytes: reply.body.count, of: live)
            return .committed(answer)
        case .answered(let earlier): return .decided(try repeated(earlier, key, of: live), at: state.version)
        case .conflict, .created: return .lost
        }
    }

    /// A stored answer, to repeat it.
    func repeated(_ reply: StoredReply, _ key: RequestKey, of live: LiveSession) throws -> Answer {
        guard reply.fingerprint == key.fingerprint else {
            throw Problem(.idempotencyKeyReused, "The key was used for another request on this session.")
        }
        live.recordAnswer(reply.revision)
        return try Answer(reply, of: live.id)
    }

    /// The stored form of an answer. Its time is not before the session's last change: if the wall clock was set back,
    /// the sweeper would otherwise delete the answer too early.
    func reply(
        _ answer: Answer,
        under key: RequestKey,
        after touchedAt: Date
    ) throws(StoreError) -> StoredReply {
        StoredReply(
            key: key.key,
            fingerprint: key.fingerprint,
            status: answer.status,
            body: try CompressedJSON(answer.body).bytes,
            revision: answer.revision ?? 0,
            at: max(clock.now, touchedAt)
        )
    }
}
