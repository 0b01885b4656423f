/// The outcome of one run of a call inside a session's mailbox.
enum Verdict {
    /// The store has accepted a commit.
    case committed(Answer)
    /// Decided with the state in memory, at this version. Only valid if the store has no newer version.
    case decided(Answer, at: SessionVersion)
    /// Another node committed first: run the call again with the newer state.
    case lost

    /// The call has no effect.
    init(unchanged state: SessionState) { self = .decided(Answer(state.keptDocument), at: state.version) }
}
