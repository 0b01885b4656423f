import FairwayWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// All that a memory store holds. Sessions and flows are numbered as they come, which is the order of lists.
struct MemoryRecords {
    var sessions: [String: MemoryRecord] = [:]
    var handoffs: [[UInt8]: StoredHandoff] = [:]
    var creations: [[UInt8]: StoredCreation] = [:]
    var edges: [EdgeCount] = []
    var isClosed = false
    private var nextNumber = 1

    mutating func commit(_ commit: Commit) -> CommitOutcome {
        if let new = commit.creation, let old = creations[new.key], old.expiresAt > new.at { return .created(old) }
        if let code = commit.handoff, handoffs[code] == nil { return .conflict }
        if let existing = sessions[commit.session] {
            if let key = commit.reply?.key, let reply = existing.replies[key] { return .answered(reply) }
            guard existing.row.revision == commit.expectedRevision else { return .conflict }
        } else {
            guard commit.expectedRevision == nil, commit.row != nil || commit.creation != nil else { return .conflict }
            sessions[commit.session] = commit.row.map { MemoryRecord(row: $0, number: makeNumber()) }
        }
        for flow in commit.flows where sessions[commit.session]?.flows[flow.node] == nil {
            let number = makeNumber()
            sessions[commit.session]?.numbers[flow.node] = number
        }
        // In place: a copy of the record would copy the whole journal with every commit.
        sessions[commit.session]?.apply(commit)
        if let code = commit.handoff { handoffs[code] = nil }
        if let creation = commit.creation { creations[creation.key] = creation }
        return .committed
    }

    private mutating func makeNumber() -> Int {
        defer { nextNumber += 1 }
        return nextNumber
    }
}

/// All that a memory store holds of one session.
struct MemoryRecord {
    var row: SessionRow
    let number: Int
    var flows: [Int: FlowRow] = [:]
    /// The numbers of the flows among those of all sessions, by node.
    var numbers: [Int: Int] = [:]
    var drafts: [String: RawJSON] = [:]
    var journal: [JournalEntry] = []
    /// How many entries at the beginning of the journal have been folded.
    var folded = 0
    var replies: [String: StoredReply] = [:]
    var work: [WorkItem] = []

    init(row: SessionRow, number: Int) {
        self.row = row
        self.number = number
    }

    var stored: StoredSession {
        StoredSession(session: row, flows: flows.values.sorted { $0.node < $1.node }, drafts: drafts)
    }

    mutating func apply(_ commit: Commit) {
        if let row = commit.row { self.row = row }
        for flow in commit.flows { flows[flow.node] = flow }
        for node in commit.removedFlows { (flows[node], numbers[node]) = (nil, nil) }
        for (screen, draft) in commit.drafts { drafts[screen] = draft }
        if let entry = commit.journal { journal.append(entry) }
        if let reply = commit.reply { replies[reply.key] = reply }
        for change in commit.work { apply(change) }
        let gone = Set(commit.removedFlows.map { "f\($0)" })
        work.removeAll { gone.contains($0.node) && !$0.outlivesFlow }
    }

    private mutating func apply(_ change: WorkChange) {
        switch change {
        case .add(let item): work.append(item)
        case .cancel(let node, let label): work.removeAll { $0.node == node && $0.label == label }
        case .finish(let id): work.removeAll { $0.id == id }
        }
    }
}
