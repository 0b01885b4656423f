import FairwayWire

/// Going back at the request of a flow, and links. No `dismissOf:` handlers run for the flows that are removed here.
extension TreeEditor {
    /// The result of a flow's `goBack()`. Content of other flows on top stays. If the flow has pending requests, only the
    /// screen itself leaves.
    func backNavigation(by id: NodeID) throws(Problem) -> Tree.BackNavigation {
        guard let top = tree.front(of: Set(tree.subtree(of: id))) else { throw Problem(.cannotGoBack) }
        let navigation = tree.backNavigation(from: top.screen, keeping: operations.unfinished)
        guard case .leave(_, let areas, let flows) = navigation,
            operations.unfinished.contains(id) || (areas.isEmpty && flows.isEmpty)
        else { return navigation }
        return .leave(screens: [top.screen])
    }

    /// Goes back to the latest screen of a type that the flow shows, with the parameter if there is one.
    mutating func goBack(
        to type: any Screen.Type,
        for parameter: ScreenParameter?,
        by id: NodeID
    ) throws(Problem) {
        let place = tree.lastPlace { entry in
            guard entry.owner == id else { return false }
            return tree.withShown(entry) { screen in
                guard screen.type.id == ObjectIdentifier(type) else { return false }
                return parameter.map { screen.derivation?.parameter.map($0.equals) ?? false } ?? true
            } ?? false
        }
        guard let place else { throw Problem(.cannotGoBack, "There is no \(type.name) to go back to.") }
        try goBack(to: place, within: Set(tree.subtree(of: id)))
    }

    /// Goes back to the first screen of a flow and its descendants.
    mutating func goBackToRoot(of id: NodeID) throws(Problem) {
        let subtree = Set(tree.subtree(of: id))
        guard let place = tree.place(of: subtree) else { throw Problem(.cannotGoBack) }
        try goBack(to: place, within: subtree)
    }

    /// Removes a flow's content beyond a position.
    private mutating func goBack(to place: Tree.Place, within subtree: Set<NodeID>) throws(Problem) {
        let leaving = tree.entries(beyond: place).filter { subtree.contains($0.owner) }
        guard !tree.crossesBarrier(leaving) else { throw Problem(.cannotGoBack) }
        let above = Set(tree.layers[(place.layer + 1)...].flatMap(\.area.ids))
        let screens = Set(leaving.map(\.screen))
        tree.removeContent {
            screens.contains($0.screen)
        } areas: { area in
            above.contains(area.id) && area.owner.map(subtree.contains) ?? false
        }
        for flow in subtree.sorted(by: >) where tree.isContentless(flow) && !operations.unfinished.contains(flow) {
            tree.remove(flow)
        }
    }

    /// Keeps the root flow's first screen, or its tabs or split view.
    mutating func clearAboveRoot() {
        guard let base = tree.layers.first else { return }
        let kept: Set<ScreenID>
        if case .stack(let stack) = base.area {
            kept = Set(stack.entries.prefix(1).map(\.screen))
        } else {
            kept = Set(base.area.entries.map(\.screen))
        }
        tree.removeContent {
            !kept.contains($0.screen)
        } areas: { area in
            base.area.area(area.id) == nil
        }
        tree.prune()
        while let id = tree.contentless(), tree[id]?.parent != nil { tree.remove(id) }
    }
}
