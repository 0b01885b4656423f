/// What an operator is told of one flow.
public struct FlowEvent: Sendable {
    /// What happened to it.
    public var kind: Kind
    /// The revision of its session that made it so.
    public var revision: Int
    /// The flow as lists show it; one that has ended as it was, no longer in front.
    public var flow: ListedFlow

    /// What may happen to a flow.
    public enum Kind: String, Sendable, CaseIterable {
        /// It is there now.
        case start
        /// Something else is in its row than before: the screen, whether it is in front, when it was touched.
        case move
        /// It has left.
        case end
    }
}

extension Transition {
    /// What the change did to flows: those that have left first, then those that are there, parents before children.
    func flowEvents(since before: Tree) -> [FlowEvent] {
        let ended = removedFlows.compactMap { before[NodeID($0)] }.map { node in
            FlowEvent(kind: .end, revision: state.row.revision, flow: ListedFlow(gone: node, from: state.row))
        }
        let present = flows.map { row in
            FlowEvent(
                kind: before[NodeID(row.node)] == nil ? .start : .move,
                revision: state.row.revision,
                flow: ListedFlow(row, of: state.row)
            )
        }
        return ended + present
    }
}

extension ListedFlow {
    /// A flow that has just left, as it was.
    fileprivate init(gone node: Node, from session: SessionRow) {
        self.init(
            session: session.id,
            node: node.id.number,
            parent: node.parent?.number,
            depth: node.depth,
            path: node.path,
            flow: node.type.name,
            version: node.type.version,
            screen: node.screens.last?.type.name,
            isFront: false,
            startedAt: node.startedAt,
            touchedAt: session.touchedAt,
            device: session.device
        )
    }
}
