package import FairwayWire

/// A session with its flows and screens as Swift values, for testing flows.
package struct Inspection: Sendable {
    /// The state as a GET returns it.
    package let document: StateDocument
    /// The visible screens, the front one last.
    package let visible: [any Screen]
    package let flows: [InspectedFlow]
    /// The rows of the session, encoded from the values in memory.
    package let rows: StoredSession
}

/// An active flow.
package struct InspectedFlow: Sendable {
    package let id: String
    package let name: String
    /// The number of flows above it.
    package let depth: Int
    package let value: any FlowController
    /// The ids and values of its screens, oldest first.
    package let screens: [(id: String, value: any Screen)]
}

extension Engine {
    /// Makes each visible derived screen without a context twice. Returns the names of those with different bytes, which
    /// therefore do not depend on the flow's state alone.
    package func impureScreens(of session: String) async throws -> [String] {
        guard blueprint.derivesScreens else { return [] }
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        var impure: [String] = []
        for (screen, context) in derivedScreens(of: try await loaded(live, by: Caller(.operator)))
        where !screen.maker.readsContext {
            let (first, second) = (try await screen.make(in: context), try await screen.make(in: context))
            if try first.map({ try RawJSON(encoding: $0) }) != second.map({ try RawJSON(encoding: $0) }) {
                impure.append(screen.type.name)
            }
        }
        return impure
    }

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
                    screens: node.screens.compactMap { shown in shown.value.map { (shown.id.description, $0) } }
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

extension Engine {
    /// A session's state and its flow controllers, with sensitive values masked. The tree is nil if the session is
    /// over.
    package func flowTree(
        _ session: String
    ) async throws(EngineError) -> (state: StateDocument, tree: FlowNodeDocument?) {
        let live = sessions.checkOut(session)
        defer { sessions.checkIn(live) }
        do {
            let state = try await loaded(live, by: Caller(.operator))
            return (state.document, try state.tree.root.map { try document(of: $0, in: state.tree) })
        } catch {
            throw EngineError(answer: answer(to: error, state: nil))
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
