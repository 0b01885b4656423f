import FairwayWire
import Foundation

/// The content of a memory store. Lists are sorted by the numbers of sessions, flows and work.
struct MemoryRecords {
    var sessions: [String: MemoryRecord] = [:]
    var handoffs: [[UInt8]: StoredHandoff] = [:]
    var creations: [[UInt8]: StoredCreation] = [:]
    var edges: [EdgeCount] = []
    var duties: [DutyClaim.Duty: DutyClaim] = [:]
    private var nextNumber = 1

    mutating func commit(_ commit: Commit) -> CommitOutcome {
        if let new = commit.creation, let old = creations[new.key] { return .created(old) }
        if let code = commit.handoff, handoffs[code] == nil { return .conflict }
        // In place, because a copy of the session would copy its journal.
        if let index = sessions.index(forKey: commit.session) {
            if let key = commit.reply?.key, let reply = sessions.values[index].replies[key] { return .answered(reply) }
            guard sessions.values[index].isExpected(by: commit) else { return .conflict }
            sessions.values[index].apply(commit, numberingFrom: &nextNumber)
        } else {
            guard commit.expectedRevision == nil, commit.row != nil || commit.creation != nil else { return .conflict }
            if let row = commit.row {
                var record = MemoryRecord(row: row, number: nextNumber)
                nextNumber += 1
                record.apply(commit, numberingFrom: &nextNumber)
                sessions[commit.session] = record
            }
        }
        if let code = commit.handoff { handoffs[code] = nil }
        if let creation = commit.creation { creations[creation.key] = creation }
        return .committed
    }

    /// The next uncounted journal entries. For each session: its id, the number of entries, and their edges.
    func unfolded(_ limit: Int) -> [(session: String, entries: Int, counts: [EdgeCount])] {
        var left = limit
        var unfolded: [(session: String, entries: Int, counts: [EdgeCount])] = []
        for (session, record) in sessions where left > 0 {
            let end = record.folded + min(record.journal.count - record.folded, left)
            let counts = (record.folded..<end).compactMap { index in
                EdgeCount(record.journal[index], after: index > 0 ? record.journal[index - 1] : nil)
            }
            unfolded.append((session, end - record.folded, counts))
            left -= end - record.folded
        }
        return unfolded
    }
}

/// A session in a memory store.
struct MemoryRecord {
    var row: SessionRow
    let number: Int
    /// The flows with their numbers, by node.
    var flows: [Int: (number: Int, row: FlowRow)] = [:]
    var drafts: [String: RawJSON] = [:]
    var draftEdits = 0
    var journal: [JournalEntry] = []
    /// The number of entries at the beginning of the journal that are in the hourly counts.
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
            flows: flows.values.map(\.row).sorted { $0.node < $1.node },
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
        for flow in commit.flows {
            flows[flow.node] = (flows[flow.node]?.number ?? next, flow)
            next += 1
        }
        for node in commit.removedFlows { flows[node] = nil }
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

/// A timer or a job, with its number.
struct MemoryWork {
    let number: Int
    var stored: StoredWork

    /// Whether a worker may be performing it. If so, cancelling only marks it.
    var isPerformed: Bool { stored.item.kind == .job && stored.progress.holder != nil }
}
