import FairwayWire

/// Drafts: input that users have not submitted yet.
extension ChangeInProgress {
    /// Stores or deletes a user's draft. No flow code runs, and the revision stays the same.
    func save(_ draft: RawJSON?, on screen: String, in state: SessionState) async throws -> ChangeOutcome {
        guard state.row.status == .active else { throw Problem(.sessionOver) }
        guard let id = ScreenID(screen), state.tree.shown(id) != nil else {
            throw Problem(.noSuchScreen, "There is no screen \(screen) in this session.")
        }
        if let draft { try engine.limits.check(draft, on: id, in: state) }
        guard try await engine.repository.isCurrent(state.version, live.id) else { return .lost }
        var state = state
        let edits = try await engine.repository.write(draft, on: id, of: live)
        state.setDraft(draft, id, edits: edits)
        live.setDraft(state)
        return .committed(Answer(state.keptDocument))
    }

    /// Stores the draft of a refused change.
    func keepDraft(of change: Change, in before: SessionState) async throws -> SessionState {
        guard let (draft, screen, edits) = try await storeDraft(of: change, in: before) else { return before }
        var state = before
        state.setDraft(draft, screen, edits: edits)
        live.setDraft(state)
        return state
    }

    /// Stores the draft of a change that has timed out, unless the store fails.
    func keepDraftAfterTimeout(of change: Change, in state: SessionState) async {
        guard let (draft, screen, edits) = try? await storeDraft(of: change, in: state) else { return }
        // Only at this revision: the late handler may have returned, and another change may have been made since.
        live.setDraft(draft, screen, edits: edits, at: state.row.revision)
    }

    private func storeDraft(
        of change: Change,
        in state: SessionState
    ) async throws(StoreError) -> (draft: RawJSON, screen: ScreenID, edits: Int)? {
        guard let draft = change.draft, let screen = change.draftScreen(in: state),
            (try? engine.limits.check(draft, on: screen, in: state)) != nil
        else { return nil }
        return (draft, screen, try await engine.repository.write(draft, on: screen, of: live))
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
    /// Rejects a draft that is too large, alone or together with the rest of the session's state.
    fileprivate func check(_ draft: RawJSON, on screen: ScreenID, in state: SessionState) throws(Problem) {
        try checkLength(of: draft)
        let replaced = state.drafts[screen]?.bytes.count ?? 0
        let bytes = state.encodedBytes
        try check(stateBytes: bytes - replaced + draft.bytes.count, before: bytes)
    }

    func checkLength(of draft: RawJSON) throws(Problem) {
        guard draft.bytes.count <= draftBytes else {
            throw Problem(
                .bodyTooLarge,
                "A draft can have at most \(draftBytes) bytes; this one has \(draft.bytes.count)."
            )
        }
    }

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
