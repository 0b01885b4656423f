/// Removal of screens and flows, as mutations of the tree's value.
extension Tree {
    /// Removes a flow and all flows that it started, with their screens.
    mutating func removeSubtree(_ id: NodeID) {
        let leaving = Set(subtree(of: id))
        removeContent {
            leaving.contains($0.owner)
        } areas: {
            $0.owner.map(leaving.contains) ?? false
        }
        leaving.forEach { remove($0) }
    }

    /// Removes screens and areas. Their flows stay.
    mutating func remove(screens: Set<ScreenID>, areas: Set<ContainerID> = []) {
        removeContent {
            screens.contains($0.screen)
        } areas: {
            areas.contains($0.id)
        }
    }

    /// Removes screens, and replaces areas by empty stacks. Empty layers stay until ``prune()``.
    mutating func removeContent(_ leaves: (Area.Entry) -> Bool, areas: (Area) -> Bool) {
        var next = self.next
        var layers = self.layers
        for index in layers.indices {
            layers[index].area.editAll { area in
                if case .stack(var stack) = area {
                    stack.entries.removeAll(where: leaves)
                    area = .stack(stack)
                } else if areas(area) {
                    area = .stack(Area.Stack(id: next.makeContainer()))
                }
            }
        }
        self.next = next
        self.layers = layers
        forgetScreensThatLeft()
    }

    /// Removes empty layers. The lowest remaining layer becomes the base.
    mutating func prune() {
        guard layers.contains(where: \.area.isVacant) else { return }
        layers.removeAll(where: \.area.isVacant)
        if !layers.isEmpty {
            layers[0].presentation = nil
            layers[0].navigates = true
        }
    }

    /// Whether the flow has no screens, no children, and no tabs or split view.
    func isContentless(_ id: NodeID) -> Bool {
        guard let node = self[id], node.screens.isEmpty, !nodes.contains(where: { $0.parent == id }) else {
            return false
        }
        return !layers.contains { $0.area.contains(owner: id) }
    }

    /// The newest flow without content, except for `others`.
    func contentless(besides others: [NodeID] = []) -> NodeID? {
        nodes.last { $0.screens.isEmpty && !others.contains($0.id) && isContentless($0.id) }?.id
    }

    /// Removes screens that are in no container from their flows.
    mutating func forgetScreensThatLeft() {
        let shown = Set(layers.flatMap(\.area.entries).map(\.screen))
        for node in nodes where node.screens.contains(where: { !shown.contains($0.id) }) {
            modify(node.id) { node in
                for screen in node.screens where !shown.contains(screen.id) { node.retain(screen) }
                node.screens.removeAll { !shown.contains($0.id) }
            }
        }
    }
}

extension Node {
    /// Keeps the stored properties of a removed screen if its step is retained.
    fileprivate mutating func retain(_ screen: ShownScreen) {
        guard let step = screen.step, screen.isRetained, let value = screen.value else { return }
        self.retained.removeAll { $0.step == step }
        self.retained.append(RetainedScreen(type: screen.type, value: value, step: step))
    }
}

extension Area {
    /// Whether a flow owns this area or one in it.
    fileprivate func contains(owner id: NodeID) -> Bool {
        owner == id || parts.contains { $0.contains(owner: id) }
    }
}
