/// Back navigation, as queries on the tree.
extension Tree {
    /// The result of going back.
    enum BackNavigation: Hashable, Sendable {
        /// Going back is not possible.
        case refused
        /// Removes the screens and the areas, and dismisses the flows. An area is removed without its flow if that flow
        /// shows something in another layer, or must not be dismissed.
        case leave(screens: Set<ScreenID>, areas: Set<ContainerID> = [], flows: Set<NodeID> = [])
    }

    /// The result of going back from a visible screen. The flows in `staying` and their ancestors are not dismissed.
    func backNavigation(from screen: ScreenID, keeping staying: [NodeID] = []) -> BackNavigation {
        guard let (leaving, layer) = leaving(with: screen) else { return .refused }
        let screens = Set(leaving.map(\.screen))
        guard let layer else { return .leave(screens: screens) }
        var (areas, flows): (Set<ContainerID>, Set<NodeID>) = ([], [])
        for (area, owner) in layer.area.owned {
            let subtree = Set(subtree(of: owner))
            let stays = !subtree.isDisjoint(with: staying) || showsSomething(of: subtree, outside: layer)
            if stays { areas.insert(area) } else { flows.insert(owner) }
        }
        return .leave(screens: screens, areas: areas, flows: flows)
    }

    private func showsSomething(of flows: Set<NodeID>, outside layer: Layer) -> Bool {
        layers.contains { $0.id != layer.id && $0.area.place(of: flows) != nil }
    }

    func goesBack(from screen: ScreenID) -> Bool { leaving(with: screen) != nil }

    /// The screens that going back from a visible screen removes. The layer is not nil if all of the screen's layer is
    /// removed. Returns nil if going back is not possible.
    private func leaving(with screen: ScreenID) -> (screens: [Area.Entry], layer: Layer?)? {
        guard let layer = layers.last(where: { $0.area.stack(holding: screen) != nil }),
            let stack = layer.area.stack(holding: screen),
            let index = stack.entries.firstIndex(where: { $0.screen == screen })
        else { return nil }
        let leaving = index > 0 ? Array(stack.entries[index...]) : layer.area.entries
        guard !crossesBarrier(leaving) else { return nil }
        if index > 0 { return (leaving, nil) }
        if layer.presentation == nil {
            // Going back from the first screen of the base layer ends the root flow. It is refused if the root flow
            // cannot end, or if its content was replaced.
            guard let root, root.type.canEnd, !root.hasReplacedRoot else { return nil }
        }
        return (leaving, layer)
    }

    /// The result of going back to an earlier screen of the same stack. Nil if `earlier` is not below `screen`.
    func backNavigation(from screen: ScreenID, to earlier: ScreenID) -> BackNavigation? {
        guard let stack = layers.last?.area.stack(holding: screen),
            let index = stack.entries.firstIndex(where: { $0.screen == earlier }),
            let top = stack.entries.firstIndex(where: { $0.screen == screen }), index < top
        else { return nil }
        let leaving = stack.entries[(index + 1)...]
        return crossesBarrier(leaving) ? .refused : .leave(screens: Set(leaving.map(\.screen)))
    }

    /// Whether going back must not cross one of the screens.
    func crossesBarrier(_ leaving: some Sequence<Area.Entry>) -> Bool {
        leaving.contains { withShown($0) { $0.isBarrier } ?? false }
    }
}

extension Area {
    /// The areas with an owner: this area and, recursively, its parts.
    fileprivate var owned: [(area: ContainerID, owner: NodeID)] {
        (owner.map { [(id, $0)] } ?? []) + parts.flatMap(\.owned)
    }
}
