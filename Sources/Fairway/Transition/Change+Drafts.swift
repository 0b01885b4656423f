import FairwayWire

extension Change {
    /// What the user had typed, sent along with the change.
    var draft: RawJSON? {
        switch self {
        case .action(_, _, _, let draft), .back(_, _, let draft): draft
        default: nil
        }
    }

    /// The screen on which it was typed, if that is still in the tree.
    func draftScreen(in state: SessionState) -> ScreenID? {
        switch self {
        case .action(_, _, let screen, _), .back(let screen, _, _):
            guard let id = screen == nil ? state.tree.front?.screen : screen.flatMap(ScreenID.init) else { return nil }
            return state.tree.shown(id) == nil ? nil : id
        default:
            return nil
        }
    }
}
