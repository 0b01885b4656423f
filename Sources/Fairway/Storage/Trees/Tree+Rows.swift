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

    /// Keeps a hash of a flow's state if it is large, so that a later change writes the state only if it differs. Returns
    /// the columns of the row that are large and have the same values as in the tree before the change.
    mutating func keepHash(of row: FlowRow, since before: Tree, _ blueprint: Blueprint) throws -> FlowRow.LargeColumns {
        guard let node = self[NodeID(row.node)] else { return [] }
        let hash = row.largeStateHash
        if node.storedStateHash != hash { modifyUnstored(node.id) { $0.storedStateHash = hash } }
        guard row.hasLargeState || row.hasLargeScreens, let old = before[node.id] else { return [] }
        var unchanged: FlowRow.LargeColumns = []
        if let hash, old.storedStateHash == hash { unchanged.insert(.state) }
        if row.hasLargeScreens, try StoredScreens(old, blueprint) == StoredScreens(node, blueprint) {
            unchanged.insert(.screens)
        }
        return unchanged
    }

    /// Restores a tree. Throws if this build cannot read a flow.
    init(
        _ flows: [FlowRow],
        _ layout: CachedLayout,
        _ blueprint: Blueprint,
        noting notes: MemberNotes
    ) throws(IncompatibleFlow) {
        self.init()
        (next, layers) = (layout.next, layout.layers)
        for row in flows.sorted(by: { $0.node < $1.node }) {
            // Parents come before their children, because the responder chain must not have a cycle.
            let isPlaced = row.parent.map { self[NodeID($0)] != nil } ?? nodes.isEmpty
            guard isPlaced, nodes.last?.id != NodeID(row.node) else {
                throw IncompatibleFlow(flow: row.storedName, reason: "its parent or its number is invalid")
            }
            let parent = row.parent.map(NodeID.init)
            let node = try Node(row, blueprint, notes) { screen in
                parent.flatMap { self.maker(of: screen, at: nil, from: $0)?.maker }
            }
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

extension FlowRow {
    /// Nil for a small state. The hash has a key of this process, so a client cannot choose states with equal hashes.
    fileprivate var largeStateHash: Int? {
        guard hasLargeState else { return nil }
        var hasher = Hasher()
        state.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}

extension Node {
    /// - Parameter above: how the flows above derive a screen.
    fileprivate init(
        _ row: FlowRow,
        _ blueprint: Blueprint,
        _ notes: MemberNotes,
        above: (any Screen.Type) -> ScreenMaker?
    ) throws(IncompatibleFlow) {
        guard let type = blueprint.flow(stored: row.storedName) else {
            throw IncompatibleFlow(flow: row.storedName, reason: "this build has no flow of that name")
        }
        do {
            let stored = try StoredScreens(JSONReader(row.screens.bytes))
            guard stored.areInOrder else { throw Mistake("its screens are not in the order of their ids") }
            self.init(
                id: NodeID(row.node),
                parent: row.parent.map(NodeID.init),
                Content(
                    type: type,
                    slot: row.slot.map(FlowSlot.init(stored:)),
                    state: try type.decode(row.state.bytes, version: row.version, noting: notes),
                    screens: try stored.shown.map { try ShownScreen($0, of: type, blueprint, notes, above) },
                    retained: try stored.retained?.compactMap {
                        try RetainedScreen($0, of: type, blueprint, notes)
                    } ?? [],
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
    /// A screen that an older build showed with state of its own becomes a derived screen if its flow now declares it
    /// without a parameter. A derived screen that no flow of this build declares keeps its stored properties. It also
    /// keeps its origin, for a build that declares it.
    fileprivate init(
        _ stored: StoredScreens.StoredScreen,
        of flow: FlowType,
        _ blueprint: Blueprint,
        _ notes: MemberNotes,
        _ above: (any Screen.Type) -> ScreenMaker?
    ) throws {
        guard let id = stored.id else { throw Mistake("a shown screen \(stored.name) without an id") }
        let type = try stored.type(blueprint)
        let parameter = stored.derived?.first
        let own = flow.maker(of: type.metatype, at: stored.step)
        let nearest = stored.derived == nil ? own : own ?? above(type.metatype)
        // The declaration applies only if both it and the stored screen have a parameter, or neither has.
        let maker = (nearest?.parameter == nil) == (parameter == nil) ? nearest : nil
        if let parameter { try maker?.parameter?.check(parameter) }
        let value: (any Screen)?
        if maker == nil {
            value = try type.decode(stored.state.bytes, version: stored.version, noting: notes)
        } else {
            value =
                stored.version == type.version
                ? try? type.decode(stored.state.bytes, version: type.version, noting: nil) : nil
        }
        self.init(
            id: ScreenID(id),
            type: type,
            value: value,
            encoded: Encoded(json: stored.state, version: stored.version, title: stored.title),
            derivation: maker != nil || stored.derived != nil
                ? Derivation(parameter: parameter, isDeclared: maker != nil) : nil,
            step: stored.step,
            isRetained: maker == nil && stored.isRetained ?? false,
            isBarrier: stored.isBarrier ?? false
        )
    }
}

extension RetainedScreen {
    /// Nil if this build derives the step's screen.
    fileprivate init?(
        _ stored: StoredScreens.StoredScreen,
        of flow: FlowType,
        _ blueprint: Blueprint,
        _ notes: MemberNotes
    ) throws {
        guard let step = stored.step else { throw Mistake("a retained screen \(stored.name) without its step") }
        if flow.order?.isDerived(step) ?? false { return nil }
        let type = try stored.type(blueprint)
        let value = try type.decode(stored.state.bytes, version: stored.version, noting: notes)
        self.init(type: type, value: value, step: step)
    }
}

extension StoredScreens.StoredScreen {
    fileprivate func type(_ blueprint: Blueprint) throws -> ScreenType {
        guard let type = blueprint.screen(stored: name, mangled: self.type) else {
            throw Mistake("this build has no screen \(name)")
        }
        return type
    }
}

/// A stored flow that this build can neither decode nor migrate. It stays unchanged for a build that can.
public struct IncompatibleFlow: Error, Hashable, Sendable {
    /// Its stored name.
    public let flow: String
    /// The reason.
    public let reason: String

    package init(flow: String, reason: String) { (self.flow, self.reason) = (flow, reason) }
}
