/// The values of screens and tabs that handlers read, change and take.
extension TreeEditor {
    /// The place of a screen's value.
    enum ScreenPlace {
        case requested(Int)
        case shown(NodeID, Int)
        case retained(NodeID, Int)
    }

    /// The latest screen of the type that the flow has requested, shows, or has retained, or that a descendant shows.
    /// Throws if that screen is derived, or if there is none and the flow derives it.
    func place<S: Screen>(of type: S.Type, step: String?, in id: NodeID) throws(Mistake) -> ScreenPlace? {
        func fits(_ value: any Screen, _ key: StepKey?) -> Bool { value is S && (step == nil || key?.id == step) }
        let pending = operations.recorded.lastIndex { request, node in
            if case .showDerived(let screen, _, _) = request { return node == id && step == nil && screen == type }
            return node == id && request.screen.map { fits($0.value, $0.step) } ?? false
        }
        if let pending {
            if operations.recorded[pending].request.screen == nil { throw derived(type) }
            return .requested(pending)
        }
        // The flow's own screens come first, then those of its descendants, latest first.
        func shown(in node: NodeID) -> ScreenPlace? {
            tree[node]?.screens.lastIndex { shown in
                shown.type.id == ObjectIdentifier(type) && (step == nil || shown.step?.id == step)
            }.map { .shown(node, $0) }
        }
        let descendants = tree.subtree(of: id).dropFirst().reversed()
        if let found = shown(in: id) ?? descendants.firstNonNil(shown) {
            if case .shown(let node, let index) = found, tree[node]?.screens[index].isDerived == true {
                throw derived(type)
            }
            return found
        }
        let retained = tree[id]?.retained.lastIndex { fits($0.value, $0.step) }
        if retained == nil, tree[id]?.type.alwaysDerives(type, step: step) == true { throw derived(type) }
        return retained.map { .retained(id, $0) }
    }

    private func derived<S: Screen>(_ type: S.Type) -> Mistake {
        Mistake(
            "\(type.name) is derived from a flow's state: read or change that state instead of the screen, which "
                + "follows at the end of the change."
        )
    }

    func value(at place: ScreenPlace) -> (any Screen)? {
        switch place {
        case .requested(let index): operations.recorded[index].request.screen?.value
        case .shown(let node, let index): tree[node]?.screens[index].value
        case .retained(let node, let index): tree[node]?.retained[index].value
        }
    }

    mutating func replaceValue(at place: ScreenPlace, with screen: any Screen) {
        switch place {
        case .requested(let index): operations.replaceScreen(at: index, with: screen)
        case .shown(let node, let index):
            tree.modify(node) { node in
                node.screens[index].value = screen
                node.screens[index].encoded = nil
            }
        case .retained(let node, let index): tree.modify(node) { $0.retained[index].value = screen }
        }
    }

    /// Takes the screen that was kept for a flow's step when it left.
    mutating func takeRetained(_ step: StepKey, of id: NodeID) -> (any Screen)? {
        guard let retained = tree[id]?.retained.first(where: { $0.step == step }) else { return nil }
        tree.modify(id) { $0.retained.removeAll { $0.step == step } }
        return retained.value
    }

    /// Takes the flow of the selected tab if it has not started, with the area for it and the flow that shows the tabs.
    mutating func takeUnstarted(
        in container: ContainerID
    ) -> (flow: UnstartedFlow, area: ContainerID, owner: NodeID)? {
        guard let tabs = tree.tabs(container),
            let index = tabs.tabs.firstIndex(where: { $0.key == tabs.selected }),
            let unstarted = tabs.tabs[index].unstarted
        else { return nil }
        tree.modifyTabs(container) { $0.tabs[index].unstarted = nil }
        return (unstarted, tabs.tabs[index].area.id, tabs.owner)
    }
}
