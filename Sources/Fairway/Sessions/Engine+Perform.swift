import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One change from the guards to the commit.
extension Engine {
    /// How often a change is run again after another node was faster.
    private static let racesBeforeGivingUp = 8

    func perform(
        _ change: Change,
        on live: LiveSession,
        from loaded: SessionState,
        guards: Guards
    ) async throws -> Answer {
        if let key = guards.key, let kept = try await store.reply(live.id, key: key.key) {
            return try replay(kept, key)
        }
        var state = loaded
        for _ in 0..<Self.racesBeforeGivingUp {
            if let answer = try await attempt(change, on: live, from: state, guards: guards) { return answer }
            guard let stored = try await store.load(live.id) else { throw Problem(.noSuchSession) }
            state = try SessionState(stored, blueprint)
            live.state = state
        }
        throw Problem(.overloaded, "Other servers keep changing this session.")
    }

    /// Runs and commits the change; nil when the session was changed elsewhere meanwhile.
    private func attempt(
        _ change: Change,
        on live: LiveSession,
        from state: SessionState,
        guards: Guards
    ) async throws -> Answer? {
        do {
            guard state.row.status == .active else { throw Problem(.sessionOver) }
            try check(guards, state)
            try check(change.draft)
            var transition = try await run(change, on: live, from: state)
            let answer = Answer(transition.document)
            guard transition.isChange else { return answer }
            return try await commit(&transition, answer, on: live, guards: guards)
        } catch let failure as ChangeFailure {
            return try await refuse(failure, change, on: live, from: state, guards: guards)
        } catch let problem as Problem {
            return try await refuse(.problem(problem), change, on: live, from: state, guards: guards)
        }
    }

    private func check(_ guards: Guards, _ state: SessionState) throws(Problem) {
        guard let revisions = guards.revisions, !revisions.contains(state.row.revision) else { return }
        throw Problem(.revisionMismatch, "The session is at revision \(state.row.revision).")
    }

    /// Runs the flow's code, for so long and no longer.
    func run(
        _ change: Change,
        on live: LiveSession,
        from state: SessionState
    ) async throws -> Transition {
        let context = ChangeContext(
            session: live.id,
            device: state.row.device,
            now: clock.now,
            dependencies: live.dependencies,
            changeID: "\(live.id)/\(state.row.revision + 1)"
        )
        let (blueprint, limits) = (blueprint, limits)
        let began = ContinuousClock.now
        let result = await Deadline(seconds: limits.handlerSeconds, clock: clock).run {
            () async -> Result<Transition, ChangeFailure> in
            do throws(ChangeFailure) {
                return .success(
                    try await Transition.make(change, on: state, blueprint: blueprint, limits: limits, context: context)
                )
            } catch {
                return .failure(error)
            }
        } late: {
            live.mailbox.leave()
        }
        guard let result else {
            live.mailbox.shut()
            throw StillRunning()
        }
        var transition = try result.get()
        let took = (ContinuousClock.now - began).components
        transition.commit.journal?.microseconds =
            Int(took.seconds) * 1_000_000 + Int(took.attoseconds / 1_000_000_000_000)
        return transition
    }

    private func commit(
        _ transition: inout Transition,
        _ answer: Answer,
        on live: LiveSession,
        guards: Guards
    ) async throws -> Answer? {
        if let key = guards.key { transition.commit.reply = answer.kept(under: key, at: clock.now) }
        switch try await store.commit(transition.commit) {
        case .committed:
            live.publish(transition.state, transition.document)
            return answer
        case .conflict, .created:
            return nil
        case .answered(let reply):
            guard let key = guards.key else { return nil }
            return try replay(reply, key)
        }
    }

    /// Nothing has changed, but what the user typed is kept, and so is the answer when it was the flow's or a guard's.
    private func refuse(
        _ failure: ChangeFailure,
        _ change: Change,
        on live: LiveSession,
        from before: SessionState,
        guards: Guards
    ) async throws -> Answer? {
        var state = before
        if let draft = change.draft, draft.bytes.count <= limits.draftBytes, let screen = change.draftScreen(in: state)
        {
            try await store.setDraft(draft, live.id, screen: screen.description)
            state.setDraft(draft, screen)
            live.state = state
        }
        let answer = answer(to: failure, state: state)
        guard let key = guards.key, answer.isKept else { return answer }
        var commit = Commit(session: live.id, expectedRevision: state.row.revision)
        commit.reply = answer.kept(under: key, at: clock.now)
        switch try await store.commit(commit) {
        case .committed: return answer
        case .conflict, .created: return nil
        case .answered(let reply): return try replay(reply, key)
        }
    }

    private func replay(_ reply: StoredReply, _ key: RequestKey) throws(Problem) -> Answer {
        guard reply.fingerprint == key.fingerprint else {
            throw Problem(.idempotencyKeyReused, "The key was used for another request on this session.")
        }
        return Answer(reply)
    }
}

extension Answer {
    /// The answer as it is kept under an idempotency key.
    fileprivate func kept(under key: RequestKey, at now: Date) -> StoredReply {
        StoredReply(
            key: key.key,
            fingerprint: key.fingerprint,
            status: status,
            body: body,
            revision: revision ?? 0,
            at: now
        )
    }
}

extension Change {
    /// What the user had typed, sent along with the change.
    var draft: RawJSON? {
        switch self {
        case .action(_, _, _, let draft), .back(_, _, let draft): draft
        default: nil
        }
    }

    /// The screen on which it was typed, if that is still in the tree.
    fileprivate func draftScreen(in state: SessionState) -> ScreenID? {
        switch self {
        case .action(_, _, let screen, _), .back(let screen, _, _):
            guard let id = screen == nil ? state.tree.front?.screen : screen.flatMap(ScreenID.init) else { return nil }
            return state.tree.shown(id) == nil ? nil : id
        default:
            return nil
        }
    }
}
