/// What came of one go at a call inside a session's mailbox.
enum Verdict {
    /// The store has said yes at the version that the answer was made at.
    case committed(Answer)
    /// The answer was made from what is in memory, at this version: it holds if the session still is there.
    case decided(Answer, at: SessionVersion)
    /// Another node was faster: to be done again on what it has left.
    case lost

    /// Nothing was to be made of the call.
    init(unchanged state: SessionState) { self = .decided(Answer(state.keptDocument), at: state.version) }
}
