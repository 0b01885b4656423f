/// What going back means, by history: a pure reading of the tree.
extension Tree {
    /// What a back gesture takes away.
    enum Retreat: Hashable, Sendable {
        /// There is no way back.
        case refused
        /// These screens leave, these tabs and split views, of flows that show something else beside or stay all the
        /// same, and these flows, which show nothing but theirs.
        case leave(screens: Set<ScreenID>, areas: Set<ContainerID> = [], flows: Set<NodeID> = [])
    }

    /// What leaving a visible screen takes away; some flows stay, and so do those that they are part of.
    func retreat(from screen: ScreenID, keeping staying: [NodeID] = []) -> Retreat {
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

    /// Whether some flows show something beside what is in a layer.
    private func showsSomething(of flows: Set<NodeID>, outside layer: Layer) -> Bool {
        layers.contains { $0.id != layer.id && $0.area.place(of: flows) != nil }
    }

    /// Whether there is a way back off a visible screen.
    func goesBack(from screen: ScreenID) -> Bool { leaving(with: screen) != nil }

    /// The screens that leave with a visible one, and their layer where all of it does; nil when they may not.
    private func leaving(with screen: ScreenID) -> (screens: [Area.Entry], layer: Layer?)? {
        guard let layer = layers.last(where: { $0.area.stack(holding: screen) != nil }),
            let stack = layer.area.stack(holding: screen),
            let index = stack.entries.firstIndex(where: { $0.screen == screen })
        else { return nil }
        let leaving = index > 0 ? Array(stack.entries[index...]) : layer.area.entries
        guard !crossesBarrier(leaving) else { return nil }
        if index > 0 { return (leaving, nil) }
        if layer.presentation == nil {
            // Off the base there is nothing but the end of the root flow, unless a parent shows something else instead.
            guard let root, root.type.canEnd, !root.hasReplacedRoot else { return nil }
        }
        return (leaving, layer)
    }

    /// What going back to an earlier screen of the same stack takes away; nil when that screen is not below.
    func retreat(from screen: ScreenID, to earlier: ScreenID) -> Retreat? {
        guard let stack = layers.last?.area.stack(holding: screen),
            let index = stack.entries.firstIndex(where: { $0.screen == earlier }),
            let top = stack.entries.firstIndex(where: { $0.screen == screen }), index < top
        else { return nil }
        let leaving = stack.entries[(index + 1)...]
        return crossesBarrier(Array(leaving)) ? .refused : .leave(screens: Set(leaving.map(\.screen)))
    }

    private func crossesBarrier(_ leaving: [Area.Entry]) -> Bool {
        leaving.contains { entry in
            self[entry.owner]?.screens.contains { $0.id == entry.screen && $0.isBarrier } ?? false
        }
    }
}

extension Area {
    /// This area and those in it that belong to a flow, with their flows.
    fileprivate var owned: [(area: ContainerID, owner: NodeID)] {
        (owner.map { [(id, $0)] } ?? []) + parts.flatMap(\.owned)
    }
}
