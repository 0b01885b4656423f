import Fairway

/// A defect in a store or a sweeper, to test that the simulation detects it.
enum Flaw: String, CaseIterable, Sendable {
    /// Acknowledges some commits without storing them.
    case losesCommits
    /// Does not store the replies to requests with an idempotency key.
    case forgetsReplies
    /// Does not store the flows of some commits.
    case losesFlows
    /// Does not delete flows that have ended.
    case keepsRemovedFlows
    /// Does not store the journal entries of some commits.
    case losesJournal
    /// Does not store timers and jobs.
    case losesWork
    /// Does not delete finished work.
    case keepsFinishedWork
    /// Does not delete used handoff codes.
    case keepsHandoffs
    /// Does not store the replies to requests that start a session or take one over.
    case forgetsCreations
    /// Accepts a commit whose expected revision differs from the stored one.
    case ignoresRevisions
    /// Stores the flows of a commit that it rejects.
    case keepsPartOfWhatItRefuses
    /// Always reports the first version that it has read of a session, which hides changes by other nodes.
    case hidesOthersChanges
    /// Acknowledges a commit before it is synced.
    case answersBeforeSync
    /// The sweeper ends sessions without checking again whether they are idle.
    case endsWithoutLookingAgain

    /// Commits with this defect.
    func commit(_ commit: Commit, to store: any Store) async throws(StoreError) -> CommitOutcome {
        var commit = commit
        let revision = commit.row?.revision ?? 0
        switch self {
        case .losesCommits: if revision % 7 == 6 { return .committed }
        case .forgetsReplies: commit.reply = nil
        case .losesFlows: if revision % 5 == 4 { commit.flows = [] }
        case .keepsRemovedFlows: commit.removedFlows = []
        case .losesJournal: if revision % 5 == 4 { commit.journal = nil }
        case .losesWork: commit.work = []
        case .keepsFinishedWork: commit.work.removeAll { if case .finish = $0 { true } else { false } }
        case .keepsHandoffs: commit.handoff = nil
        case .forgetsCreations: commit.creation = nil
        case .ignoresRevisions:
            if let stored = try await store.load(commit.session), commit.expectedRevision != nil {
                (commit.expectedRevision, commit.expectedDraftEdits) = (stored.session.revision, nil)
            }
        case .keepsPartOfWhatItRefuses, .hidesOthersChanges, .answersBeforeSync, .endsWithoutLookingAgain: break
        }
        let outcome = try await store.commit(commit)
        if outcome == .conflict { try await refuse(commit, in: store) }
        return outcome
    }

    /// Stores the flows of a rejected commit if this is ``keepsPartOfWhatItRefuses``.
    func refuse(_ commit: Commit, in store: any Store) async throws(StoreError) {
        guard self == .keepsPartOfWhatItRefuses, let stored = try await store.load(commit.session) else { return }
        var part = Commit(session: commit.session, expectedRevision: stored.session.revision)
        part.row = stored.session
        part.flows = commit.flows
        _ = try await store.commit(part)
    }
}
