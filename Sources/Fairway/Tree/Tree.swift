/// A session's flow controllers and their screens.
///
/// The tree is a value, and a failed change discards its copy. It is stored in a copy-on-write box, because it is
/// passed to every step of a change. Its accessors yield without a copy and are inlined for the reason given at
/// ``Shared/value``.
struct Tree: Sendable {
    private var parts = Shared(Parts())

    private struct Parts: Sendable {
        var nodes: [Node] = []
        var layers: [Layer] = []
        var next = NextIdentifiers()
        var changes = Changes()
    }

    /// The changes since the last commit.
    struct Changes: Sendable {
        /// The changed and new nodes, without duplicates. Not a set, because a change rarely touches more than one
        /// flow.
        private(set) var touched = ShortList<NodeID>()
        private(set) var removed: [NodeID] = []
        var layout = false

        mutating func noteNew(_ id: NodeID) { touched.append(id) }

        mutating func note(touched id: NodeID) {
            if !touched.contains(id) { touched.append(id) }
        }

        mutating func note(removed id: NodeID) {
            touched = ShortList(touched.filter { $0 != id })
            removed.append(id)
        }
    }

    /// The active flow controllers, oldest first. Parents precede their children.
    private(set) var nodes: [Node] {
        _read { yield parts.value.nodes }
        _modify { yield &parts.value.nodes }
    }

    /// The presentation layers, base first.
    var layers: [Layer] {
        _read { yield parts.value.layers }
        _modify {
            defer { parts.value.changes.layout = true }
            yield &parts.value.layers
        }
    }

    var next: NextIdentifiers {
        _read { yield parts.value.next }
        _modify { yield &parts.value.next }
    }

    private(set) var changes: Changes {
        _read { yield parts.value.changes }
        _modify { yield &parts.value.changes }
    }

    subscript(id: NodeID) -> Node? { index(of: id).map { nodes[$0] } }

    /// Nil when the session is over.
    var root: Node? { nodes.first }

    mutating func insert(_ node: consuming Node) {
        let parent = node.parent.flatMap { self[$0] }
        node.path = parent.map { "\($0.path)/\(node.type.name)" } ?? node.type.name
        node.depth = parent.map { $0.depth + 1 } ?? 0
        changes.noteNew(node.id)
        // Ids increase, so the list stays sorted.
        nodes.append(node)
    }

    /// Changes a node in place. Does nothing if the node was removed.
    mutating func modify(_ id: NodeID, _ change: (inout Node) throws -> Void) rethrows {
        guard let index = index(of: id) else { return }
        changes.note(touched: id)
        try change(&nodes[index])
    }

    /// Changes a node in memory only. Its row is not stored.
    mutating func modifyUnstored(_ id: NodeID, _ change: (inout Node) -> Void) {
        guard let index = index(of: id) else { return }
        change(&nodes[index])
    }

    /// Removes a node. Its screens must already be removed from the layers.
    mutating func remove(_ id: NodeID) {
        guard let index = index(of: id) else { return }
        nodes.remove(at: index)
        changes.note(removed: id)
    }

    mutating func markCommitted() { changes = Changes() }

    /// The children of a node, oldest first.
    func children(of id: NodeID) -> [Node] {
        nodes.filter { $0.parent == id }
    }

    /// The responder chain: a node, its parent, and so on up to the root.
    func chain(from id: NodeID) -> some Sequence<Node> {
        sequence(state: id as NodeID?) { next in
            let node = next.flatMap { self[$0] }
            next = node?.parent
            return node
        }
    }

    /// The nearest flow up the responder chain with a handler for the key. A nil key has no responder.
    func responder(from id: NodeID, to key: RouteKey?) -> (node: NodeID, handler: FlowRouteHandler)? {
        guard let key else { return nil }
        var next = index(of: id)
        while let index = next {
            if let handler = nodes[index].type.handlers[key] { return (nodes[index].id, handler) }
            next = nodes[index].parent.flatMap { self.index(of: $0) }
        }
        return nil
    }

    /// A node and its descendants, parents first.
    func subtree(of id: NodeID) -> [NodeID] {
        guard let index = index(of: id) else { return [] }
        var found: Set<NodeID> = [id]
        var subtree = [id]
        for node in nodes[(index + 1)...] {
            guard let parent = node.parent, found.contains(parent) else { continue }
            found.insert(node.id)
            subtree.append(node.id)
        }
        return subtree
    }

    /// The screen with this id, and the flow that shows it.
    func shown(_ id: ScreenID) -> (screen: ShownScreen, owner: Node)? {
        for layer in layers.reversed() {
            guard let stack = layer.area.stack(holding: id), let entry = stack.entries.last(where: { $0.screen == id }),
                let owner = self[entry.owner], let index = owner.index(of: id)
            else { continue }
            return (owner.screens[index], owner)
        }
        return nil
    }

    /// Calls `read` with the screen of an entry, without copying the screen. Inlined together with its closure.
    @inline(__always)
    func withShown<Result>(_ entry: Area.Entry, to read: (borrowing ShownScreen) throws -> Result) rethrows -> Result? {
        guard let node = index(of: entry.owner), let screen = nodes[node].index(of: entry.screen) else { return nil }
        return try read(nodes[node].screens[screen])
    }

    /// Whether the screen was encoded for another language, or by a build in which it has another version or title.
    func isOutdated(_ entry: Area.Entry, in language: Language) -> Bool {
        withShown(entry) { $0.isOutdated(in: language) } ?? false
    }

    /// The frontmost layer that is not empty, or the base layer. A layer that becomes empty stays until the end of the
    /// change, in case a parent flow shows something there.
    var frontLayer: Layer? { layers.last { !$0.area.isVacant } ?? layers.first }

    /// The visible screens, the frontmost last.
    var visible: ShortList<Area.Entry> { frontLayer?.area.visible ?? ShortList() }

    /// The frontmost screen. In a split view this is the secondary pane's, unless that pane is empty.
    var front: Area.Entry? { frontLayer?.area.front }

    private func index(of id: NodeID) -> Int? { id.index(in: nodes.indices) { nodes[$0].id } }
}
