import FairwayWire

/// Flows and screens that leave.
extension Transaction {
    /// Ends a flow with or without an output, and runs the parent's handler.
    func leave(_ id: NodeID, with output: (any Codable & Sendable)?) async throws {
        guard let node = tree[id] else { return }
        if output != nil { finished.append(id) }
        guard let parent = node.parent else {
            guard let output else {
                guard node.type.canEnd else {
                    throw Problem(.cannotGoBack, "\(node.type.name) is the first flow of the app.")
                }
                return end(.dismissed)
            }
            var userInfo: [CodingUserInfoKey: Any] = [.language: language]
            if context.isSandbox { userInfo[.maskingSensitive] = true }
            return end(.completed, result: try RawJSON(encoding: output, userInfo: userInfo))
        }
        tree.removeSubtree(id)
        try await tell(parent, of: node, output)
    }

    /// Performs a back navigation.
    func goBack(_ navigation: Tree.BackNavigation) async throws {
        switch navigation {
        case .refused:
            throw Problem(.cannotGoBack)
        case .leave(let screens, let areas, let flows):
            tree.remove(screens: screens, areas: areas)
            for flow in flows.sorted(by: >) { try await leave(flow, with: nil) }
            try await dismissContentless()
        }
    }

    /// Dismisses flows without content, deepest first, and runs their parents' handlers. Flows with pending requests
    /// are skipped. Inlined for the reason given at `make(_:)`.
    @inline(__always)
    func dismissContentless() async throws {
        while ending == nil, let id = tree.contentless(besides: unfinished) {
            if tree[id]?.parent == nil, tree[id]?.type.canEnd == false {
                throw Mistake(
                    "nothing is left to show: \(tree[id]?.type.name ?? "the initial flow") has no screen and no flow left. "
                        + "Show a screen in on(finishOf:) or on(dismissOf:)."
                )
            }
            try await leave(id, with: nil)
        }
    }

    /// Goes back at the request of a flow. Only content of that flow and its descendants leaves.
    func goBack(_ target: NavigationRequest.BackTarget, by id: NodeID) async throws {
        let subtree = Set(tree.subtree(of: id))
        switch target {
        case .one:
            guard let top = tree.front(of: subtree) else { throw Problem(.cannotGoBack) }
            var navigation = tree.backNavigation(from: top.screen, keeping: unfinished)
            // Content of other flows on top stays. If the flow has pending requests, only the screen itself leaves.
            if case .leave(_, let areas, let flows) = navigation,
                unfinished.contains(id) || (areas.isEmpty && flows.isEmpty)
            {
                navigation = .leave(screens: [top.screen])
            }
            try await goBack(navigation)
        case .screen(let type, let parameter):
            if let parameter { _ = try maker(of: type, for: parameter, in: id, "nav.goBack") }
            let place = tree.lastPlace { entry in
                guard entry.owner == id else { return false }
                return tree.withShown(entry) { screen in
                    guard screen.type.id == ObjectIdentifier(type) else { return false }
                    return parameter.map { screen.derivation?.parameter.map($0.equals) ?? false } ?? true
                } ?? false
            }
            guard let place else { throw Problem(.cannotGoBack, "There is no \(type.name) to go back to.") }
            try goBack(to: place, within: subtree)
        case .root:
            guard let place = tree.place(of: subtree) else { throw Problem(.cannotGoBack) }
            try goBack(to: place, within: subtree)
        }
    }

    /// Removes a flow's content beyond a position. The flow requested this itself, so no `dismissOf:` handlers run.
    private func goBack(to place: Tree.Place, within subtree: Set<NodeID>) throws {
        let leaving = tree.entries(beyond: place).filter { subtree.contains($0.owner) }
        guard !tree.crossesBarrier(leaving) else { throw Problem(.cannotGoBack) }
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
                "no-responder: neither \(tree[id]?.type.name ?? "this flow") nor a flow above it has a route on(event: \(type(of: event).name).self)."
            )
        }
        _ = try await handler(self, responder, event)
    }
}
