import FairwayWire

/// How flows and screens leave.
extension Transaction {
    /// A flow ends, with its output or without; then its parent is told.
    func leave(_ id: NodeID, with output: (any Codable & Sendable)?) async throws {
        guard let node = tree[id] else { return }
        guard let parent = node.parent else {
            guard let output else {
                guard node.type.canEnd else {
                    throw Problem(.cannotGoBack, "\(node.type.name) is the first flow of the app.")
                }
                return end(.dismissed)
            }
            return end(.completed, result: try RawJSON(encoding: output))
        }
        let kind: RouteKey.Kind = output == nil ? .dismiss : .finish
        tree.removeSubtree(id)
        try await tell(
            parent,
            of: Child(id: id.description, slot: node.slot),
            RouteKey(kind, role: node.type.role),
            output ?? ()
        )
    }

    /// Takes away what going back takes away.
    func retreat(_ retreat: Tree.Retreat) async throws {
        switch retreat {
        case .refused:
            throw Problem(.cannotGoBack)
        case .end:
            end(.dismissed)
        case .leave(let screens, let flows):
            tree.remove(screens: screens)
            for flow in flows.sorted(by: >) { try await leave(flow, with: nil) }
            try await dismissContentless()
        }
    }

    /// Flows that have nothing left to show leave, deepest first, and their parents are told.
    func dismissContentless() async throws {
        while ending == nil, let id = tree.contentless {
            if tree[id]?.parent == nil, tree[id]?.type.canEnd == false {
                throw Mistake(
                    "nothing is left to show: \(tree[id]?.type.name ?? "the initial flow") has no screen and no flow any more. "
                        + "Show a screen in on(finishOf:) or on(dismissOf:)."
                )
            }
            try await leave(id, with: nil)
        }
    }

    func goBack(_ target: Operation.BackTarget, by id: NodeID) async throws {
        let subtree = Set(tree.subtree(of: id))
        let own = tree.layers.flatMap(\.area.entries).filter { subtree.contains($0.owner) }
        switch target {
        case .one:
            guard let top = own.last else { throw Problem(.cannotGoBack) }
            try await retreat(tree.retreat(from: top.screen))
        case .screen(let type):
            let name = blueprint.screen(type).name
            guard let index = own.lastIndex(where: { entry in tree.shown(entry.screen)?.screen.type.name == name }),
                own[index].owner == id
            else { throw Problem(.cannotGoBack, "There is no \(name) to go back to.") }
            try await goBack(past: own[(index + 1)...], by: id)
        case .root:
            guard !own.isEmpty else { throw Problem(.cannotGoBack) }
            try await goBack(past: own[1...], by: id)
        }
    }

    /// Takes away these screens of a flow and of the flows it started. It asked for that itself, so that nobody is told.
    private func goBack(past leaving: ArraySlice<Area.Entry>, by id: NodeID) async throws {
        let barrier = leaving.contains { tree.shown($0.screen)?.screen.isBarrier ?? false }
        guard !barrier else { throw Problem(.cannotGoBack) }
        tree.remove(screens: Set(leaving.map(\.screen)))
        for flow in tree.subtree(of: id).dropFirst().reversed() where tree.isContentless(flow) {
            tree.remove(flow)
        }
    }

    func raise(_ event: any Event, from id: NodeID) async throws {
        let key = RouteKey(.event, type(of: event))
        for node in tree.chain(from: id) {
            guard let handler = node.type.handlers[key] else { continue }
            _ = try await handler(self, node.id, event)
            return
        }
        throw Mistake(
            "no-responder: nobody from \(tree[id]?.type.name ?? "this flow") up has a route on(event: \(type(of: event).name).self)."
        )
    }
}
