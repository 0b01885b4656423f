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
        case goesOn
        case becomes(FrontFlow.Mark?)
        /// What stands there is of a flow that the commit does not name: it goes to that flow's own row first.
        case settlesAndBecomes(FrontFlow.Mark)
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
        let mark = front?.mark
        guard let before else { return mark == nil ? .stays : .becomes(mark) }
        if mark == before { return .goesOn }
        let isNamed =
            prepared.commit.flows.contains { $0.node == before.node }
            || prepared.commit.removedFlows.contains(before.node)
        if isNamed { return .becomes(mark) }
        return mark.map(FrontChange.settlesAndBecomes) ?? .stays
    }
}

extension CommitWrite.FrontChange {
    var goesOn: Bool { if case .goesOn = self { true } else { false } }

    /// Of which flow the session's row says something afterwards.
    ///
    /// - Parameter before: Of which it did until then.
    func mark(after before: FrontFlow.Mark?) -> FrontFlow.Mark? {
        switch self {
        case .stays, .goesOn: before
        case .becomes(let mark): mark
        case .settlesAndBecomes(let mark): mark
        }
    }
}
