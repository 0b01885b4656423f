public import FairwayWire

/// Drafts: input that users have not submitted yet.
///
/// Storing a draft after a rejection or a timeout is rare, so `storeDraft` is not inlined (see `Engine+Perform.swift`).
extension Engine {
    /// Stores or deletes a user's draft on a screen. No flow code runs, and the revision stays the same. Returns nil on
    /// success, and otherwise the answer with the problem.
    @concurrent public func setDraft(
        _ draft: RawJSON?,
        _ session: String,
        screen: String,
        by caller: Caller
    ) async -> Answer? {
        let answer = await inside(session, by: caller) { live, state in
            guard state.row.status == .active else { throw Problem(.sessionOver) }
            guard let id = ScreenID(screen), state.tree.shown(id) != nil else {
                throw Problem(.noSuchScreen, "There is no screen \(screen) in this session.")
            }
            if let draft { try self.check(draft, on: id, in: state) }
            guard try await self.isCurrent(state.version, session) else { return .lost }
            var state = state
            let edits = try await self.write(draft, on: id, of: live)
            state.setDraft(draft, id, edits: edits)
            live.setDraft(state)
            return .committed(Answer(state.keptDocument))
        }
        return answer.code == nil ? nil : answer
    }

    /// Rejects a draft that is too large, alone or together with the rest of the session's state.
    func check(_ draft: RawJSON, on screen: ScreenID?, in state: SessionState) throws {
        try checkLength(of: draft)
        let replaced = screen.flatMap { state.drafts[$0]?.bytes.count } ?? 0
        let bytes = state.encodedBytes
        try limits.check(stateBytes: bytes - replaced + draft.bytes.count, before: bytes)
    }

    func checkLength(of draft: RawJSON) throws(Problem) {
        guard draft.bytes.count <= limits.draftBytes else {
            throw Problem(
                .bodyTooLarge,
                "A draft can have at most \(limits.draftBytes) bytes; this one has \(draft.bytes.count)."
            )
        }
    }

    func keepDraft(
        _ request: ChangeRequest,
        of live: LiveSession,
        in before: SessionState
    ) async throws -> SessionState {
        guard let (draft, screen, edits) = try await storeDraft(request, of: live, in: before) else { return before }
        var state = before
        state.setDraft(draft, screen, edits: edits)
        live.setDraft(state)
        return state
    }

    @inline(never)
    func storeDraft(
        _ request: ChangeRequest,
        of live: LiveSession,
        in state: SessionState
    ) async throws(StoreError) -> (draft: RawJSON, screen: ScreenID, edits: Int)? {
        guard let draft = request.change.draft, let screen = request.change.draftScreen(in: state),
            (try? check(draft, on: screen, in: state)) != nil
        else { return nil }
        return (draft, screen, try await write(draft, on: screen, of: live))
    }

    /// Writes a draft. After a failure, the state in memory is marked as uncertain.
    private func write(_ draft: RawJSON?, on screen: ScreenID, of live: LiveSession) async throws(StoreError) -> Int {
        do {
            return try await store.setDraft(draft, live.id, screen: screen.description)
        } catch {
            live.markUncertain(replacingToken: false)
            throw error
        }
    }
}

extension SessionState {
    /// Rejects a change that makes the state too large.
    func checkSize(since before: SessionState, _ limits: EngineLimits) throws(Problem) {
        let bytes = encodedBytes
        guard bytes > limits.stateBytes else { return }
        try limits.check(stateBytes: bytes, before: before.encodedBytes)
    }
}

extension EngineLimits {
    /// Rejects a state that is too large. A state that was larger before is accepted: it may exceed the limit because the
    /// limit was lowered, and users have to be able to make it smaller.
    fileprivate func check(stateBytes bytes: Int, before: Int) throws(Problem) {
        guard bytes > stateBytes, bytes > before else { return }
        throw Problem(
            .stateTooLarge,
            "The flows, screens and drafts of a session can have at most \(stateBytes) bytes; these have \(bytes).",
            members: ["limit": .number(JSONNumber(stateBytes)), "bytes": .number(JSONNumber(bytes))]
        )
    }
}
