import Synchronization

/// Memory that several stores share. Tests use it to run several nodes in one process, and to control the notices between them.
package final class SharedMemory: Sendable {
    let records = Mutex(MemoryRecords())
    let clock: (any WallClock)?
    private let nodes = Mutex<[ObjectIdentifier: Node]>([:])

    /// The delivery of notices to a node.
    package enum Delivery: Sendable {
        /// Right after the commit.
        case immediate
        /// After the delivery is set to ``immediate``.
        case held
        /// Never. ``StoreNotice/missed`` follows when the delivery is set to ``immediate``.
        case lost
    }

    private struct Node {
        /// Nodes are notified in the order of their numbers.
        var number: Int
        var listener: @Sendable (StoreNotice) -> Void
        var delivery = Delivery.immediate
        var held: [StoreNotice] = []
    }

    /// - Parameter clock: The clock of all nodes; nil if they use their own.
    package init(clock: (any WallClock)? = nil) { self.clock = clock }

    /// Opens a node's store.
    package func open() -> MemoryStore { MemoryStore(sharing: self) }

    /// Sets the delivery of notices to a node. ``Delivery/immediate`` also delivers the notices that were held.
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

    /// Notifies every node, including the one that has committed, as a database does.
    func tell(_ notices: [StoreNotice]) {
        let listeners = nodes.withLock { nodes in
            for (id, node) in nodes where node.delivery == .held { nodes[id]?.held += notices }
            return nodes.values.filter { $0.delivery == .immediate }.sorted { $0.number < $1.number }.map(\.listener)
        }
        for listener in listeners { for notice in notices { listener(notice) } }
    }
}
