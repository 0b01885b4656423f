import FairwayWire

extension StateDocument {
    /// The moves from this state to another, for a client to animate.
    func moves(to new: StateDocument) -> [Move] {
        guard let after = new.navigation else { return new.status == status ? [] : [Move(.over)] }
        guard let before = navigation else { return [] }
        let moves = before.moves(to: after)
        guard moves.isEmpty else { return moves }
        return (new.visible + [new.screen].compactMap(\.self)).compactMap { shown in
            guard viewModel(of: shown.id) != shown.viewModel else { return nil }
            return Move(.refresh, container: after.stack(holding: shown.id), screen: shown.id)
        }
    }

    private func viewModel(of id: String) -> RawJSON? {
        screen?.id == id ? screen?.viewModel : visible.first { $0.id == id }?.viewModel
    }
}

extension Navigation {
    /// The id of the stack in which a screen lies.
    fileprivate func stack(holding screen: String) -> String? {
        if let found = presented?.stack(holding: screen) { return found }
        return switch content {
        case .stack(let screens): screens.contains { $0.id == screen } ? id : nil
        case .tabs(_, let tabs): tabs.lazy.compactMap { $0.content.stack(holding: screen) }.first
        case .split(let primary, let secondary): primary.stack(holding: screen) ?? secondary.stack(holding: screen)
        }
    }
}
