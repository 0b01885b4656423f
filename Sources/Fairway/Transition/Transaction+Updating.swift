import FairwayWire

/// Reading and changing the stored properties of screens.
extension Transaction {
    /// Changes a screen that a flow shows, itself or through a flow it started, or one that it has retained.
    func update<S: Screen>(_ type: S.Type, step: String?, of id: NodeID, _ change: (inout S) -> Void) -> Bool {
        switch place(of: type, step: step, in: id) {
        case .asked(let index):
            guard let value = asked[index].operation.screen?.value else { return false }
            var screen: S = unboxed(value)
            change(&screen)
            asked[index].operation = asked[index].operation.bringing(screen)
        // The author's code runs on a copy, and not within the tree, which it may ask for something.
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

    /// The stored properties of a screen that a flow shows, itself or through a flow it started, or has retained.
    func instance<S: Screen>(of type: S.Type, step: String?, in id: NodeID) -> S? {
        switch place(of: type, step: step, in: id) {
        case .asked(let index): asked[index].operation.screen?.value as? S
        case .shown(let node, let index): tree[node]?.screens[index].value as? S
        case .retained(let node, let index): tree[node]?.retained[index].value as? S
        case nil: nil
        }
    }

    private enum ScreenPlace {
        case asked(Int)
        case shown(NodeID, Int)
        case retained(NodeID, Int)
    }

    /// The latest screen of a type that a flow has asked to show, shows, has below it, or has retained.
    private func place<S: Screen>(of type: S.Type, step: String?, in id: NodeID) -> ScreenPlace? {
        func fits(_ value: any Screen, _ key: StepKey?) -> Bool { value is S && (step == nil || key?.id == step) }
        let pending = asked.lastIndex { operation, node in
            node == id && operation.screen.map { fits($0.value, $0.step) } ?? false
        }
        if let pending { return .asked(pending) }
        // Its own screens before those of the flows it started, of which the one started last comes first.
        func shown(in node: NodeID) -> ScreenPlace? {
            tree[node]?.screens.lastIndex { fits($0.value, $0.step) }.map { .shown(node, $0) }
        }
        if let own = shown(in: id) { return own }
        for node in tree.subtree(of: id).dropFirst().reversed() {
            if let below = shown(in: node) { return below }
        }
        return tree[id]?.retained.lastIndex { fits($0.value, $0.step) }.map { .retained(id, $0) }
    }
}
