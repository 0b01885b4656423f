import FairwayWire

/// What a client shows, and what it makes of states that reach it in whatever order (`protocol.md` 1).
struct ShownState: Sendable {
    private(set) var state: StateDocument

    init(_ state: StateDocument) { self.state = state }

    /// What there is to be shown of a state that has come in; nil when it is older than what is shown.
    mutating func receive(_ new: StateDocument) -> Update? {
        guard new.revision >= state.revision else { return nil }
        let old = state
        state = new
        state.token = nil
        guard new.revision > old.revision else { return Update(state: state, transition: .contents) }
        guard new.revision == old.revision + 1, !new.moves.isEmpty else {
            let isSame = old.navigation == new.navigation && old.status == new.status
            return Update(state: state, transition: isSame ? .contents : .whole)
        }
        guard Self.canFollow(new.moves, from: old.navigation, to: new.navigation) else {
            return Update(state: state, transition: .whole)
        }
        let isContents = new.moves.allSatisfy { $0.move == .refresh }
        return Update(state: state, transition: isContents ? .contents : .moves(new.moves))
    }

    /// Whether the moves lead from one tree to the other, each by a step that can be shown.
    private static func canFollow(_ moves: [Move], from old: Navigation?, to new: Navigation?) -> Bool {
        // An end needs no tree.
        guard let new else { return true }
        guard !moves.contains(where: { $0.move == .reset }) else { return false }
        return old?.following(moves, toward: new) == new
    }
}
