import Fairway

/// A store, or a sweeper, that does not do what it should, to see that the simulation notices.
enum Flaw: String, CaseIterable, Sendable {
    /// It says that a change is stored, and sometimes it is not.
    case losesCommits
    /// It does not keep what was answered.
    case forgetsReplies
    /// It does not write what a change did to flows that were there before.
    case losesFlows
    /// It does not take away flows that have left.
    case keepsRemovedFlows
    /// It loses entries of the journal.
    case losesJournal
    /// It does not keep timers and background work.
    case losesWork
    /// Work that was done stays, and is done again.
    case keepsFinishedWork
    /// A handoff code can be used again and again.
    case keepsHandoffs
    /// It forgets which answers gave out tokens.
    case forgetsCreations
    /// It takes a change made from any revision, as if nobody else wrote.
    case ignoresRevisions
    /// What it refuses, since another was faster, it has written in part.
    case keepsPartOfWhatItRefuses
    /// It tells nodes that what they have in memory is the newest.
    case hidesOthersChanges
    /// It says that a change is stored before the disk has synced it.
    case answersBeforeSync
    /// The sweeper ends what was idle when it made its list, though somebody has come back since.
    case endsWithoutLookingAgain

    /// Commits, wrongly.
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

    /// Refuses a commit, wrongly.
    func refuse(_ commit: Commit, in store: any Store) async throws(StoreError) {
        guard self == .keepsPartOfWhatItRefuses, let stored = try await store.load(commit.session) else { return }
        var part = Commit(session: commit.session, expectedRevision: stored.session.revision)
        part.row = stored.session
        part.flows = commit.flows
        _ = try await store.commit(part)
    }
}
