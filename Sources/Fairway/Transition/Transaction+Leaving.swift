import FairwayWire

/// Flows and screens that leave.
extension Transaction {
    /// Ends a flow with or without an output, and runs the parent's handler.
    func leave(_ id: NodeID, with output: (any Codable & Sendable)?) async throws {
        guard let node = editor.tree[id] else { return }
        if output != nil { editor.noteFinished(id) }
        guard let parent = node.parent else {
            guard let output else {
                guard node.type.canEnd else {
                    throw Problem(.cannotGoBack, "\(node.type.name) is the first flow of the app.")
                }
                return editor.end(.dismissed)
            }
            var userInfo: [CodingUserInfoKey: Any] = [.language: language]
            if context.isSandbox { userInfo[.maskingSensitive] = true }
            return editor.end(.completed, result: try RawJSON(encoding: output, userInfo: userInfo))
        }
        editor.tree.removeSubtree(id)
        try await tell(parent, of: node, output: output)
    }

    /// Performs a back navigation.
    func goBack(_ navigation: Tree.BackNavigation) async throws {
        switch navigation {
        case .refused:
            throw Problem(.cannotGoBack)
        case .leave(let screens, let areas, let flows):
            editor.tree.remove(screens: screens, areas: areas)
            for flow in flows.sorted(by: >) { try await leave(flow, with: nil) }
            try await dismissContentless()
        }
    }

    /// Dismisses flows without content, deepest first, and runs their parents' handlers. Flows with pending requests
    /// are skipped.
    func dismissContentless() async throws {
        while let id = try editor.contentless() {
            try await leave(id, with: nil)
        }
    }

    /// Goes back at the request of a flow. Only content of that flow and its descendants leaves.
    func goBack(_ target: NavigationRequest.BackTarget, by id: NodeID) async throws {
        switch target {
        case .one: try await goBack(editor.backNavigation(by: id))
        case .screen(let type, let parameter):
            if let parameter { _ = try maker(of: type, for: parameter, in: id, call: "nav.goBack") }
            try editor.goBack(to: type, for: parameter, by: id)
        case .root: try editor.goBackToRoot(of: id)
        }
    }

    func raise(_ event: any Event, from id: NodeID) async throws {
        guard let (responder, handler) = editor.tree.responder(from: id, to: RouteKey(.event, type(of: event))) else {
            throw Mistake(
                "no-responder: neither \(editor.tree[id]?.type.name ?? "this flow") nor a flow above it has a route on(event: \(type(of: event).name).self)."
            )
        }
        _ = try await handler(self, responder, event)
    }
}
