import FairwayWire

/// All that a memory store holds of one session.
struct MemoryRecord {
    var row: SessionRow
    let number: Int
    var flows: [Int: FlowRow] = [:]
    /// The numbers of the flows among those of all sessions, by node.
    var numbers: [Int: Int] = [:]
    var drafts: [String: RawJSON] = [:]
    var draftEdits = 0
    var journal: [JournalEntry] = []
    /// How many entries at the beginning of the journal have been folded.
    var folded = 0
    var replies: [String: StoredReply] = [:]
    var work: [MemoryWork] = []

    init(row: SessionRow, number: Int) {
        self.row = row
        self.number = number
    }

    var stored: StoredSession {
        StoredSession(
            session: row,
            flows: flows.values.sorted { $0.node < $1.node },
            drafts: drafts,
            draftEdits: draftEdits
        )
    }

    var version: SessionVersion { SessionVersion(revision: row.revision, draftEdits: draftEdits) }

    func isExpected(by commit: Commit) -> Bool {
        row.revision == commit.expectedRevision && commit.expectedDraftEdits ?? draftEdits == draftEdits
    }

    mutating func setDraft(_ draft: RawJSON?, _ screen: String) -> Int {
        drafts[screen] = draft
        draftEdits += 1
        return draftEdits
    }

    mutating func apply(_ commit: Commit, numberingFrom next: inout Int) {
        if let row = commit.row { self.row = row }
        for flow in commit.flows where flows.updateValue(flow, forKey: flow.node) == nil {
            numbers[flow.node] = next
            next += 1
        }
        for node in commit.removedFlows { (flows[node], numbers[node]) = (nil, nil) }
        for (screen, draft) in commit.drafts { drafts[screen] = draft }
        if let entry = commit.journal { journal.append(entry) }
        if let reply = commit.reply { replies[reply.key] = reply }
        for (offset, change) in commit.work.enumerated() { apply(change, number: next + offset) }
        next += commit.work.count
        guard !commit.removedFlows.isEmpty else { return }
        let gone = Set(commit.removedFlows.map { "f\($0)" })
        cancel { gone.contains($0.node) && !$0.outlivesFlow }
    }

    private mutating func apply(_ change: WorkChange, number: Int) {
        switch change {
        case .add(let item):
            work.append(MemoryWork(number: number, stored: StoredWork(session: row.id, item: item)))
        case .cancel(let node, let label): cancel { $0.node == node && $0.label == label }
        case .finish(let id): work.removeAll { $0.stored.item.id == id }
        case .giveUp(let id, let error):
            for index in work.indices where work[index].stored.item.id == id {
                work[index].stored.progress = WorkProgress(next: nil, error: error)
            }
        }
    }

    private mutating func cancel(_ isUnwanted: (WorkItem) -> Bool) {
        work.removeAll { isUnwanted($0.stored.item) && !$0.isPerformed }
        for index in work.indices where isUnwanted(work[index].stored.item) {
            work[index].stored.item.label = nil
            work[index].stored.progress.isCancelled = true
        }
    }
}
