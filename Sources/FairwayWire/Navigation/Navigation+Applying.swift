extension Navigation {
    /// This navigation after the moves, taking the names of new screens and containers from the new navigation.
    ///
    /// It is what a client does between two states: the result equals `new` whenever `moves` are those that belong to it.
    public func applying(_ moves: [Move], toward new: Navigation?) -> Navigation? {
        guard let new else { return nil }
        guard !moves.contains(where: { $0.move == .over }) else { return nil }
        return following(moves, toward: new) ?? new
    }

    /// The same for a client that animates: nil where a step names what is not there, so that it cannot be shown.
    public func following(_ moves: [Move], toward new: Navigation) -> Navigation? {
        var layers = self.layers
        for move in moves {
            switch move.move {
            case .refresh:
                continue
            case .over:
                return nil
            case .reset, .select:
                return new
            case .dismiss:
                guard let index = layers.firstIndex(where: { $0.id == move.container }) else { return nil }
                layers.removeSubrange((index + 1)...)
            case .present:
                guard let layer = new.layers.first(where: { $0.id == move.container }) else { return nil }
                layers.append(layer)
            case .push, .pop, .replace:
                guard var front = layers.popLast(), front.apply(move, naming: new.screens) else { return nil }
                layers.append(front)
            }
        }
        return Navigation(layers: layers)
    }

    /// Applies a step to the stack it names, here or in a part of this container; false when that stack is not here.
    private mutating func apply(_ move: Move, naming screens: [ScreenReference]) -> Bool {
        switch content {
        case .stack(var stack):
            guard id == move.container, let screen = screens.first(where: { $0.id == move.screen }) else {
                return false
            }
            switch move.move {
            case .push:
                stack.append(screen)
            case .replace:
                stack = stack.dropLast() + [screen]
            default:
                guard let index = stack.firstIndex(of: screen) else { return false }
                stack.removeSubrange((index + 1)...)
            }
            content = .stack(stack)
            return true
        case .tabs(let selected, var tabs):
            for index in tabs.indices where tabs[index].content.apply(move, naming: screens) {
                content = .tabs(selected: selected, tabs)
                return true
            }
            return false
        case .split(var primary, var secondary):
            guard primary.apply(move, naming: screens) || secondary.apply(move, naming: screens) else { return false }
            content = .split(primary: primary, secondary: secondary)
            return true
        }
    }
}
