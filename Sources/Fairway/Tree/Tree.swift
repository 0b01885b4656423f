/// A session's flow controllers and what they show: a value, so that a change that fails simply lets go of its copy.
struct Tree: Sendable {
    /// The active flow controllers.
    private(set) var nodes: [NodeID: Node] = [:]
    /// What lies on one another, base first.
    var layers: [Layer] = [] {
        didSet { changes.layout = true }
    }
    var next = NextIdentifiers()
    /// What has been changed since the tree was last committed.
    private(set) var changes = Changes()

    /// The parts of a tree that a commit has to look at.
    struct Changes: Sendable {
        var touched: Set<NodeID> = []
        var removed: Set<NodeID> = []
        var layout = false
    }

    subscript(id: NodeID) -> Node? { nodes[id] }

    /// The session's root flow; nil when the session is over.
    var root: Node? { nodes.values.first { $0.parent == nil } }

    mutating func insert(_ node: Node) {
        nodes[node.id] = node
        changes.touched.insert(node.id)
    }

    /// Changes a node in place; nothing happens when it has left.
    mutating func modify(_ id: NodeID, _ change: (inout Node) -> Void) {
        guard let index = nodes.index(forKey: id) else { return }
        change(&nodes.values[index])
        changes.touched.insert(id)
    }

    /// Takes a node out of the tree; its screens have to be gone from the layers.
    mutating func remove(_ id: NodeID) {
        guard nodes.removeValue(forKey: id) != nil else { return }
        changes.touched.remove(id)
        changes.removed.insert(id)
    }

    /// Forgets what was changed, once it is committed.
    mutating func markCommitted() { changes = Changes() }

    /// The children of a node, oldest first.
    func children(of id: NodeID) -> [Node] {
        nodes.values.filter { $0.parent == id }.sorted { $0.id < $1.id }
    }

    /// A node, its parent, and so on up to the root: the responder chain.
    func chain(from id: NodeID) -> [Node] {
        var chain: [Node] = []
        var next = nodes[id]
        while let node = next {
            chain.append(node)
            next = node.parent.flatMap { nodes[$0] }
        }
        return chain
    }

    /// A node and everything it started, parents before children.
    func subtree(of id: NodeID) -> [NodeID] {
        var found = nodes[id] == nil ? [] : [id]
        var index = 0
        while index < found.count {
            found += children(of: found[index]).map(\.id)
            index += 1
        }
        return found
    }

    /// The screen of that id with the flow that shows it.
    func shown(_ id: ScreenID) -> (screen: ShownScreen, owner: Node)? {
        for layer in layers.reversed() {
            guard let stack = layer.area.stack(holding: id), let entry = stack.entries.last(where: { $0.screen == id }),
                let owner = nodes[entry.owner], let screen = owner.screens.first(where: { $0.id == id })
            else { continue }
            return (screen, owner)
        }
        return nil
    }

    /// The layer in front. In the middle of a change a layer may be vacant because what it held has finished; it waits
    /// there in case the parent puts something else in its place.
    var frontLayer: Layer? { layers.last { !$0.area.isVacant } ?? layers.first }

    /// The screens a user sees, the one in front last.
    var visible: [Area.Entry] { frontLayer?.area.visible ?? [] }

    /// The screen in front: of a split view the secondary half's, unless that is empty.
    var front: Area.Entry? { visible.last }
}
