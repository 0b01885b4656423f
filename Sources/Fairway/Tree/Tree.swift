/// A session's flow controllers and what they show: a value, so that a change that fails simply lets go of its copy.
///
/// It lies behind a reference, since every step of a change takes hold of it.
struct Tree: Sendable {
    private var parts = Shared(Parts())

    private struct Parts: Sendable {
        var nodes: [Node] = []
        var layers: [Layer] = []
        var next = NextIdentifiers()
        var changes = Changes()
    }

    /// The parts of a tree that a commit has to look at.
    struct Changes: Sendable {
        /// Each once; nearly always one, and never more than a session has flows.
        private(set) var touched: [NodeID] = []
        private(set) var removed: [NodeID] = []
        var layout = false

        mutating func noteNew(_ id: NodeID) { touched.append(id) }

        mutating func note(touched id: NodeID) {
            if !touched.contains(id) { touched.append(id) }
        }

        mutating func note(removed id: NodeID) {
            touched.removeAll { $0 == id }
            removed.append(id)
        }
    }

    /// The active flow controllers, oldest first: parents before their children.
    private(set) var nodes: [Node] {
        @inline(__always) _read { yield parts.value.nodes }
        @inline(__always) _modify { yield &parts.value.nodes }
    }

    /// What lies on one another, base first.
    var layers: [Layer] {
        @inline(__always) _read { yield parts.value.layers }
        @inline(__always) _modify {
            defer { parts.value.changes.layout = true }
            yield &parts.value.layers
        }
    }

    var next: NextIdentifiers {
        @inline(__always) _read { yield parts.value.next }
        @inline(__always) _modify { yield &parts.value.next }
    }

    /// What has been changed since the tree was last committed.
    private(set) var changes: Changes {
        @inline(__always) _read { yield parts.value.changes }
        @inline(__always) _modify { yield &parts.value.changes }
    }

    subscript(id: NodeID) -> Node? { index(of: id).map { nodes[$0] } }

    /// The session's root flow; nil when the session is over.
    var root: Node? { nodes.first }

    mutating func insert(_ node: consuming Node) {
        let parent = node.parent.flatMap { self[$0] }
        node.path = parent.map { "\($0.path)/\(node.type.name)" } ?? node.type.name
        node.depth = parent.map { $0.depth + 1 } ?? 0
        changes.noteNew(node.id)
        // Ids only grow, so that a new node is the last.
        nodes.append(node)
    }

    /// Changes a node in place; nothing happens when it has left.
    mutating func modify(_ id: NodeID, _ change: (inout Node) throws -> Void) rethrows {
        guard let index = index(of: id) else { return }
        changes.note(touched: id)
        try change(&nodes[index])
    }

    /// Takes a node out of the tree; its screens have to be gone from the layers.
    mutating func remove(_ id: NodeID) {
        guard let index = index(of: id) else { return }
        nodes.remove(at: index)
        changes.note(removed: id)
    }

    /// Forgets what was changed, once it is committed.
    mutating func markCommitted() { changes = Changes() }

    /// The children of a node, oldest first.
    func children(of id: NodeID) -> [Node] {
        nodes.filter { $0.parent == id }
    }

    /// A node, its parent, and so on up to the root: the responder chain.
    func chain(from id: NodeID) -> some Sequence<Node> {
        sequence(state: id as NodeID?) { next in
            let node = next.flatMap { self[$0] }
            next = node?.parent
            return node
        }
    }

    /// The nearest flow up the responder chain that handles something; nil, at no cost, for a key that nobody does.
    func responder(from id: NodeID, to key: RouteKey?) -> (node: NodeID, handler: RouteHandler)? {
        guard let key else { return nil }
        var next = index(of: id)
        while let index = next {
            if let handler = nodes[index].type.handlers[key] { return (nodes[index].id, handler) }
            next = nodes[index].parent.flatMap { self.index(of: $0) }
        }
        return nil
    }

    /// A node and everything it started, parents before children.
    func subtree(of id: NodeID) -> [NodeID] {
        guard let index = index(of: id) else { return [] }
        var found: Set<NodeID> = [id]
        var subtree = [id]
        // Parents stand before their children, so that one pass over what comes behind finds them all, in order.
        for node in nodes[(index + 1)...] {
            guard let parent = node.parent, found.contains(parent) else { continue }
            found.insert(node.id)
            subtree.append(node.id)
        }
        return subtree
    }

    /// The screen of that id with the flow that shows it.
    func shown(_ id: ScreenID) -> (screen: ShownScreen, owner: Node)? {
        for layer in layers.reversed() {
            guard let stack = layer.area.stack(holding: id), let entry = stack.entries.last(where: { $0.screen == id }),
                let owner = self[entry.owner], let screen = owner.screens.first(where: { $0.id == id })
            else { continue }
            return (screen, owner)
        }
        return nil
    }

    /// Lends the screen of an entry to who need not keep it: handing it on would count half a dozen references.
    @inline(__always)
    func lendShown<Result>(_ entry: Area.Entry, to read: (borrowing ShownScreen) throws -> Result) rethrows -> Result? {
        guard let node = index(of: entry.owner),
            let screen = nodes[node].screens.firstIndex(where: { $0.id == entry.screen })
        else { return nil }
        return try read(nodes[node].screens[screen])
    }

    /// Whether a screen stands as a build with another version of it has left it.
    func isOutdated(_ entry: Area.Entry) -> Bool {
        lendShown(entry) { $0.isOutdated } ?? false
    }

    /// The layer in front. In the middle of a change a layer may be vacant because what it held has finished; it waits
    /// there in case the parent puts something else in its place.
    var frontLayer: Layer? { layers.last { !$0.area.isVacant } ?? layers.first }

    /// The screens a user sees, the one in front last.
    var visible: [Area.Entry] { frontLayer?.area.visible ?? [] }

    /// The screen in front: of a split view the secondary half's, unless that is empty.
    var front: Area.Entry? { frontLayer?.area.front }

    private func index(of id: NodeID) -> Int? {
        var range = nodes.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if nodes[middle].id == id { return middle }
            range = nodes[middle].id < id ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}
