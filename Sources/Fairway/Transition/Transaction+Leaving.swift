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
        case .leave(let screens, let areas, let flows):
            tree.remove(screens: screens, areas: areas)
            for flow in flows.sorted(by: >) { try await leave(flow, with: nil) }
            try await dismissContentless()
        }
    }

    /// Flows that have nothing left to show leave, deepest first, and their parents are told; not those for which more
    /// of what they asked for is to be done.
    @inline(__always)
    func dismissContentless() async throws {
        while ending == nil, let id = tree.contentless(besides: unfinished) {
            if tree[id]?.parent == nil, tree[id]?.type.canEnd == false {
                throw Mistake(
                    "nothing is left to show: \(tree[id]?.type.name ?? "the initial flow") has no screen and no flow any more. "
                        + "Show a screen in on(finishOf:) or on(dismissOf:)."
                )
            }
            try await leave(id, with: nil)
        }
    }

    /// Goes back as a flow asked for itself: only what it and the flows it started show leaves.
    func goBack(_ target: Operation.BackTarget, by id: NodeID) async throws {
        let subtree = Set(tree.subtree(of: id))
        switch target {
        case .one:
            guard let top = tree.front(of: subtree) else { throw Problem(.cannotGoBack) }
            var way = tree.retreat(from: top.screen, keeping: unfinished)
            // What others have put on top stays there; where more is to come, so does all but the screen itself.
            if case .leave(_, let areas, let flows) = way,
                unfinished.contains(id) || (areas.isEmpty && flows.isEmpty)
            {
                way = .leave(screens: [top.screen])
            }
            try await retreat(way)
        case .screen(let type):
            guard
                let place = tree.lastPlace(where: {
                    $0.owner == id && tree.shown($0.screen)?.screen.type.id == ObjectIdentifier(type)
                })
            else { throw Problem(.cannotGoBack, "There is no \(type.name) to go back to.") }
            try goBack(to: place, within: subtree)
        case .root:
            guard let place = tree.place(of: subtree) else { throw Problem(.cannotGoBack) }
            try goBack(to: place, within: subtree)
        }
    }

    /// Takes away what lies beyond a place, of a flow and of the flows it started. It asked for that itself, so that
    /// nobody is told of those that leave with it.
    private func goBack(to place: Tree.Place, within subtree: Set<NodeID>) throws {
        let leaving = tree.entries(beyond: place).filter { subtree.contains($0.owner) }
        guard !leaving.contains(where: { tree.shown($0.screen)?.screen.isBarrier ?? false }) else {
            throw Problem(.cannotGoBack)
        }
        let above = Set(tree.layers[(place.layer + 1)...].flatMap(\.area.ids))
        let screens = Set(leaving.map(\.screen))
        tree.removeContent {
            screens.contains($0.screen)
        } areas: { area in
            above.contains(area.id) && area.owner.map(subtree.contains) ?? false
        }
        for flow in subtree.sorted(by: >) where tree.isContentless(flow) && !unfinished.contains(flow) {
            tree.remove(flow)
        }
    }

    func raise(_ event: any Event, from id: NodeID) async throws {
        guard let (responder, handler) = tree.responder(from: id, to: RouteKey(.event, type(of: event))) else {
            throw Mistake(
                "no-responder: nobody from \(tree[id]?.type.name ?? "this flow") up has a route on(event: \(type(of: event).name).self)."
            )
        }
        _ = try await handler(self, responder, event)
    }
}
