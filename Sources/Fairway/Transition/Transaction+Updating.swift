import FairwayWire

/// Access to the stored properties of screens.
extension Transaction {
    /// Changes a screen that is shown by a flow or its descendants, or that the flow has retained.
    func update<S: Screen>(_ type: S.Type, step: String?, of id: NodeID, _ change: (inout S) -> Void) -> Bool {
        switch place(of: type, step: step, in: id) {
        case .requested(let index):
            guard let value = requests[index].request.screen?.value else { return false }
            var screen: S = unboxed(value)
            change(&screen)
            requests[index].request = requests[index].request.replacingScreen(with: screen)
        // The closure runs on a copy, because it may access the tree through the navigator.
        case .shown(let node, let index):
            guard let value = tree[node]?.screens[index].value else { return false }
            var screen: S = unboxed(value)
            change(&screen)
            tree.modify(node) { node in
                node.screens[index].value = screen
                node.screens[index].encoded = nil
            }
        case .retained(let node, let index):
            guard let value = tree[node]?.retained[index].value else { return false }
            var screen: S = unboxed(value)
            change(&screen)
            tree.modify(node) { $0.retained[index].value = screen }
        case nil:
            return false
        }
        return true
    }

    func instance<S: Screen>(of type: S.Type, step: String?, in id: NodeID) -> S? {
        switch place(of: type, step: step, in: id) {
        case .requested(let index): requests[index].request.screen?.value as? S
        case .shown(let node, let index): tree[node]?.screens[index].value as? S
        case .retained(let node, let index): tree[node]?.retained[index].value as? S
        case nil: nil
        }
    }

    private enum ScreenPlace {
        case requested(Int)
        case shown(NodeID, Int)
        case retained(NodeID, Int)
    }

    /// The latest screen of the type that the flow has requested, shows, or has retained, or that a descendant shows.
    /// Fails the change if that screen is derived, or if there is none and the flow derives it.
    private func place<S: Screen>(of type: S.Type, step: String?, in id: NodeID) -> ScreenPlace? {
        func fits(_ value: any Screen, _ key: StepKey?) -> Bool { value is S && (step == nil || key?.id == step) }
        let pending = requests.lastIndex { request, node in
            if case .showDerived(let screen, _, _) = request { return node == id && step == nil && screen == type }
            return node == id && request.screen.map { fits($0.value, $0.step) } ?? false
        }
        if let pending { return requests[pending].request.screen == nil ? derived(type) : .requested(pending) }
        // The flow's own screens come first, then those of its descendants, latest first.
        func shown(in node: NodeID) -> ScreenPlace? {
            tree[node]?.screens.lastIndex { shown in
                shown.type.id == ObjectIdentifier(type) && (step == nil || shown.step?.id == step)
            }.map { .shown(node, $0) }
        }
        let descendants = tree.subtree(of: id).dropFirst().reversed()
        if let found = shown(in: id) ?? descendants.firstNonNil(shown) {
            guard case .shown(let node, let index) = found, tree[node]?.screens[index].isDerived == true else {
                return found
            }
            return derived(type)
        }
        let retained = tree[id]?.retained.lastIndex { fits($0.value, $0.step) }
        if retained == nil, tree[id]?.type.alwaysDerives(type, step: step) == true { return derived(type) }
        return retained.map { .retained(id, $0) }
    }

    private func derived<S: Screen>(_ type: S.Type) -> ScreenPlace? {
        fail(
            .mistake(
                Mistake(
                    "\(type.name) is derived from a flow's state: read or change that state instead of the screen, which "
                        + "follows at the end of the change."
                )
            )
        )
        return nil
    }
}
