import Synchronization

/// What several memory stores keep in common, so that many nodes run in one process: for tests, which decide what
/// becomes of the notices between them.
package final class SharedMemory: Sendable {
    let records = Mutex(MemoryRecords())
    let clock: (any WallClock)?
    private let nodes = Mutex<[ObjectIdentifier: Node]>([:])

    /// What becomes of the notices to a node.
    package enum Delivery: Sendable {
        /// They are told as soon as the commit is done.
        case immediate
        /// They wait until they are to be told.
        case held
        /// They are lost, and nobody notices until they are delivered again.
        case lost
    }

    private struct Node {
        /// In which order they are told, so that a test can rely on it.
        var number: Int
        var listener: @Sendable (StoreNotice) -> Void
        var delivery = Delivery.immediate
        var held: [StoreNotice] = []
    }

    /// - Parameter clock: the one that all nodes go by, where their own differ.
    package init(clock: (any WallClock)? = nil) { self.clock = clock }

    /// A node's store.
    package func open() -> MemoryStore { MemoryStore(sharing: self) }

    /// From now on, or from when it listens on, this becomes of the notices to a node. What was held is told if they are
    /// to be told.
    package func deliver(_ delivery: Delivery, to store: MemoryStore) {
        let (listener, held) = nodes.withLock { nodes in
            let node = nodes[ObjectIdentifier(store)]
            nodes[ObjectIdentifier(store)]?.delivery = delivery
            nodes[ObjectIdentifier(store)]?.held = []
            return (node?.listener, node?.delivery == .lost ? [.missed] : node?.held ?? [])
        }
        if delivery == .immediate { for notice in held { listener?(notice) } }
    }

    func listen(_ store: MemoryStore, _ listener: @escaping @Sendable (StoreNotice) -> Void) {
        nodes.withLock { nodes in
            let number = (nodes.values.map(\.number).max() ?? 0) + 1
            nodes[ObjectIdentifier(store)] = Node(number: number, listener: listener)
        }
        listener(.missed)
    }

    func leave(_ store: MemoryStore) { nodes.withLock { $0[ObjectIdentifier(store)] = nil } }

    /// Tells every node, the one that has committed included, as a database would.
    func tell(_ notices: [StoreNotice]) {
        let listeners = nodes.withLock { nodes in
            for (id, node) in nodes where node.delivery == .held { nodes[id]?.held += notices }
            return nodes.values.filter { $0.delivery == .immediate }.sorted { $0.number < $1.number }.map(\.listener)
        }
        for listener in listeners { for notice in notices { listener(notice) } }
    }
}
