import FairwayWire

extension Tree {
    /// The row of a flow.
    func row(of node: Node, _ blueprint: Blueprint) throws -> FlowRow {
        FlowRow(
            node: node.id.number,
            parent: node.parent?.number,
            depth: node.depth,
            path: node.path,
            flow: node.type.name,
            storedName: node.type.storedName,
            version: node.type.version,
            slot: try node.slot?.stored,
            state: try node.type.encode(node.state),
            screens: try StoredScreens(node, blueprint).json,
            screen: node.screens.last?.type.name,
            isFront: front?.owner == node.id,
            startedAt: node.startedAt,
            touchedAt: node.touchedAt
        )
    }

    /// Restores a tree. Throws if this build cannot read a flow.
    init(_ flows: [FlowRow], _ layout: CachedLayout, _ blueprint: Blueprint) throws(IncompatibleFlow) {
        self.init()
        (next, layers) = (layout.next, layout.layers)
        for row in flows.sorted(by: { $0.node < $1.node }) {
            // Parents come before their children, because the responder chain must not have a cycle.
            let isPlaced = row.parent.map { self[NodeID($0)] != nil } ?? nodes.isEmpty
            guard isPlaced, nodes.last?.id != NodeID(row.node) else {
                throw IncompatibleFlow(flow: row.storedName, reason: "its parent or its number is invalid")
            }
            let node = try Node(row, blueprint)
            try checkSlot(of: node)
            insert(node)
        }
        markCommitted()
    }

    /// Throws if the parent's route with `slot:` cannot decode a stored slot.
    private func checkSlot(of node: Node) throws(IncompatibleFlow) {
        guard let slot = node.slot, let parent = node.parent.flatMap({ self[$0] }) else { return }
        do {
            try parent.type.slots[node.type.role]?.check(slot)
        } catch {
            throw IncompatibleFlow(flow: node.type.storedName, reason: "its slot: \(error)")
        }
    }
}

extension Node {
    fileprivate init(_ row: FlowRow, _ blueprint: Blueprint) throws(IncompatibleFlow) {
        guard let type = blueprint.flow(stored: row.storedName) else {
            throw IncompatibleFlow(flow: row.storedName, reason: "this build has no flow of that name")
        }
        do {
            let stored = try StoredScreens(JSONReader(row.screens.bytes))
            self.init(
                id: NodeID(row.node),
                parent: row.parent.map(NodeID.init),
                Content(
                    type: type,
                    slot: row.slot.map(FlowSlot.init(stored:)),
                    state: try type.decode(row.state.bytes, version: row.version),
                    screens: try stored.shown.map { try ShownScreen($0, blueprint) },
                    retained: try stored.retained?.map { try RetainedScreen($0, blueprint) } ?? [],
                    home: stored.home.map(ContainerID.init),
                    hasReplacedRoot: stored.hasReplacedRoot ?? false,
                    startedAt: row.startedAt,
                    touchedAt: row.touchedAt
                )
            )
        } catch {
            throw IncompatibleFlow(flow: row.storedName, reason: "\(error)")
        }
    }
}

extension ShownScreen {
    fileprivate init(_ stored: StoredScreens.StoredScreen, _ blueprint: Blueprint) throws {
        let (type, value) = try stored.read(blueprint)
        guard let id = stored.id else { throw Mistake("a shown screen \(stored.name) without an id") }
        self.init(
            id: ScreenID(id),
            type: type,
            value: value,
            encoded: Encoded(json: stored.state, version: stored.version, title: stored.title),
            step: stored.step,
            isRetained: stored.isRetained ?? false,
            isBarrier: stored.isBarrier ?? false
        )
    }
}

extension RetainedScreen {
    fileprivate init(_ stored: StoredScreens.StoredScreen, _ blueprint: Blueprint) throws {
        let (type, value) = try stored.read(blueprint)
        guard let step = stored.step else { throw Mistake("a retained screen \(stored.name) without its step") }
        self.init(type: type, value: value, step: step)
    }
}

extension StoredScreens.StoredScreen {
    fileprivate func read(_ blueprint: Blueprint) throws -> (ScreenType, any Screen) {
        guard let type = blueprint.screen(stored: name, mangled: self.type) else {
            throw Mistake("this build has no screen \(name)")
        }
        return (type, try type.decode(state.bytes, version: version))
    }
}

/// The version of stored state.
enum StoredVersion {
    /// Throws for state that a newer build stored. `migrate` knows older versions only.
    static func check(_ version: Int, atMost newest: Int) throws(Mistake) {
        guard version > newest else { return }
        throw Mistake("a newer build stored version \(version), and this build knows version \(newest)")
    }
}

/// A stored flow that this build can neither decode nor migrate. It stays unchanged for a build that can.
public struct IncompatibleFlow: Error, Hashable, Sendable {
    /// Its stored name.
    public let flow: String
    /// The reason.
    public let reason: String
}
