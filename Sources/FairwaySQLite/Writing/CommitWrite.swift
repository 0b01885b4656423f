import Fairway

/// A commit as this store writes it.
struct CommitWrite: Sendable {
    let prepared: PreparedCommit
    /// Where among the commit's flows the one in front is, and its mark.
    private let front: (index: Int, mark: FrontFlow.Mark)?

    /// What becomes of what a session's row says of the flow in front.
    enum FrontChange {
        case stays
        /// It is of the same flow as before, and so is what stands in that flow's own row.
        case goesOn(FrontFlow.Mark)
        case becomes(FrontFlow.Mark?)
        /// What stands there is of a flow that the commit does not name: it goes to that flow's own row first.
        case becomesAfterSettling(node: Int, FrontFlow.Mark)
    }

    init(_ prepared: PreparedCommit) {
        self.prepared = prepared
        let flows = prepared.commit.flows
        front = flows.firstIndex(where: \.isFront).map { ($0, FrontFlow.Mark(flows[$0])) }
    }

    var commit: Commit { prepared.commit }
    var device: [UInt8] { prepared.device }
    var frontFlow: FlowRow? { front.map { prepared.commit.flows[$0.index] } }

    /// Whether a session is known to have no flow but that one.
    func isOnly(_ mark: FrontFlow.Mark?) -> Bool {
        guard let mark, prepared.commit.flowCount == 1 else { return false }
        return prepared.commit.flows.allSatisfy { $0.node == mark.node }
    }

    /// What becomes of it.
    ///
    /// - Parameter before: Of which flow the session's row says something.
    func frontChange(after before: FrontFlow.Mark?) -> FrontChange {
        guard let before else { return front.map { .becomes($0.mark) } ?? .stays }
        if let mark = front?.mark, mark == before { return .goesOn(mark) }
        let isNamed =
            prepared.commit.flows.contains { $0.node == before.node }
            || prepared.commit.removedFlows.contains(before.node)
        guard let mark = front?.mark else { return isNamed ? .becomes(nil) : .stays }
        return isNamed ? .becomes(mark) : .becomesAfterSettling(node: before.node, mark)
    }
}

extension CommitWrite.FrontChange {
    var goesOn: Bool { if case .goesOn = self { true } else { false } }

    /// Of which flow the session's row says something afterwards.
    ///
    /// - Parameter before: Of which it did until then.
    func mark(after before: FrontFlow.Mark?) -> FrontFlow.Mark? {
        switch self {
        case .stays: before
        case .goesOn(let mark): mark
        case .becomes(let mark): mark
        case .becomesAfterSettling(_, let mark): mark
        }
    }
}
