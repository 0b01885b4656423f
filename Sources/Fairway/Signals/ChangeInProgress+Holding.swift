import FairwayWire

/// Signals that a flow does not take yet.
extension ChangeInProgress {
    /// Holds a signal until the session's next change. The session keeps its state and its revision.
    ///
    /// The commit requires the revision that the flow has seen. A change that another node commits meanwhile is a lost race,
    /// and the flow is asked again.
    func hold(
        _ requested: RequestedChange,
        for node: NodeID?,
        in state: SessionState
    ) async throws -> ChangeOutcome {
        var commit = Commit(session: live.id, expectedRevision: state.row.revision)
        switch requested.change {
        case .work(let item, _): commit.work = [.hold(id: item.id)]
        case .signal(let name, let params): try await add(name, params, for: node, to: &commit)
        default: preconditionFailure("Only signals wait.")
        }
        let answer = try await waitingAnswer(in: state)
        if let key = guards.key {
            commit.reply = try engine.answers.reply(answer, under: key, after: state.row.touchedAt)
        }
        switch try await engine.repository.commit(commit, of: live) {
        case .committed:
            live.noteHeldSignal()
            return .committed(answer)
        case .answered(let reply):
            guard let key = guards.key else { return .lost }
            return .decided(try engine.answers.repeated(reply, key, of: live), at: state.version)
        case .conflict, .created: return .lost
        }
    }

    private func add(
        _ name: String,
        _ params: RawJSON?,
        for node: NodeID?,
        to commit: inout Commit
    ) async throws {
        let most = engine.limits.waitingSignalsPerKey
        guard try await engine.store.work(live.id).count(where: { $0.item.kind == .signal }) < most else {
            throw engine.tooManyWait("\(most) signals wait for flows of this session.")
        }
        let sent =
            guards.signal
            ?? SentSignal(id: nil, fingerprint: "", key: nil, params: params, at: engine.clock.now)
        let origin = WorkOrigin(request: caller.request)
        let item = try sent.work(engine.makeSignalID(), named: name, for: node, origin: origin)
        commit.work = [.add(item), .hold(id: item.id)]
        if let receipt = sent.receipt(session: live.id) { commit.receipts = [receipt] }
    }

    private func waitingAnswer(in state: SessionState) async throws -> Answer {
        guard try engine.access.visibility(of: state.row, to: caller) == .masked else {
            return Answer(state.keptDocument, status: 202)
        }
        let document = try await engine.maskedDocument(of: state)
        return Answer(KeptDocument(document, KeptNavigation(document.navigation)), status: 202)
    }
}
