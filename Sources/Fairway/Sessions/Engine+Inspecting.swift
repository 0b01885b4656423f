import FairwayWire

extension Engine {
    /// A session as it was last committed.
    package func inspect(_ session: String) async throws -> Inspection {
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        let state = try await loaded(live, by: Caller(.operator))
        let tree = state.tree
        var row = state.row
        row.layout = StoredLayout(tree).json
        row.viewModels = try RawJSON(named: state.viewModels)
        let nodes = tree.root.map { tree.subtree(of: $0.id).compactMap { tree[$0] } } ?? []
        return Inspection(
            document: state.document,
            visible: tree.visible.compactMap { tree.shown($0.screen)?.screen.value },
            flows: nodes.map { node in
                InspectedFlow(
                    id: node.id.description,
                    name: node.type.name,
                    depth: node.depth,
                    value: node.state,
                    screens: node.screens.map { ($0.id.description, $0.value) }
                )
            },
            rows: StoredSession(
                session: row,
                flows: try nodes.sorted { $0.id < $1.id }.map { try tree.row(of: $0, blueprint) },
                drafts: Dictionary(uniqueKeysWithValues: state.drafts.map { ($0.key.description, $0.value) }),
                draftEdits: state.draftEdits
            )
        )
    }
}
