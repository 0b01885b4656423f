package import FairwayWire

extension Engine {
    /// A session's state and its flow controllers, with sensitive values masked. The tree is nil if the session is
    /// over.
    package func flowTree(
        _ session: String
    ) async throws(Refusal) -> (state: StateDocument, tree: FlowNodeDocument?) {
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        do {
            let state = try await loaded(live, by: Caller(.operator))
            return (state.document, try state.tree.root.map { try document(of: $0, in: state.tree) })
        } catch {
            throw Refusal(answer: answer(to: error, state: nil))
        }
    }

    private func document(of node: Node, in tree: Tree) throws -> FlowNodeDocument {
        FlowNodeDocument(
            id: node.id.description,
            flow: node.type.name,
            version: node.type.version,
            state: try node.type.encode(node.state, masked: true),
            screens: node.screens.map {
                ScreenReference(id: $0.id.description, name: $0.type.name, flow: node.type.name)
            },
            children: try tree.children(of: node.id).map { try document(of: $0, in: tree) }
        )
    }
}
