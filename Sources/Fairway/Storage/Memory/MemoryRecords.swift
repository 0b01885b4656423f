import FairwayWire
import Foundation

/// The content of a memory store. Lists are sorted by the numbers of sessions, flows and work.
struct MemoryRecords {
    var sessions: [String: MemoryRecord] = [:]
    /// Codes with their numbers.
    var handoffs: [[UInt8]: (number: Int, stored: StoredHandoff)] = [:]
    var creations: [[UInt8]: StoredCreation] = [:]
    var edges: [EdgeCount] = []
    /// By number.
    var runs: [Int: MemoryRun] = [:]
    var duties: [DutyClaim.Duty: DutyClaim] = [:]
    /// Oldest first.
    var audit: [(number: Int, entry: AuditEntry)] = []
    var batches: [(number: Int, batch: SessionBatch)] = []
    var nextNumber = 1

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
        add(commit.links, to: commit.session)
        if let creation = commit.creation { creations[creation.key] = creation }
        return .committed
    }

    mutating func addHandoff(_ code: [UInt8], _ handoff: StoredHandoff) {
        handoffs[code] = (nextNumber, handoff)
        nextNumber += 1
    }

    mutating func record(_ entry: AuditEntry) {
        audit.append((nextNumber, entry))
        nextNumber += 1
    }

    mutating func add(_ batch: SessionBatch) {
        batches.append((nextNumber, batch))
        nextNumber += 1
    }

    private mutating func add(_ links: [StoredLink], to session: String) {
        for link in links {
            addHandoff(link.code, StoredHandoff(session: session, expiresAt: link.expiresAt, isLink: true))
        }
        guard !links.isEmpty else { return }
        let own = handoffs.filter { $0.value.stored.isLink && $0.value.stored.session == session }
        for (code, _) in own.sorted(by: { $0.value.number > $1.value.number }).dropFirst(StoredLink.mostPerSession) {
            handoffs[code] = nil
        }
    }

    /// The next journal entries to fold, by session.
    func unfolded(_ limit: Int) -> [(session: String, entries: [UnfoldedEntry])] {
        var left = limit
        var unfolded: [(session: String, entries: [UnfoldedEntry])] = []
        for (session, record) in sessions where left > 0 {
            let entries = record.unfolded(left)
            unfolded.append((session, entries))
            left -= entries.count
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
    /// The number of entries at the beginning of the journal that were folded.
    var folded = 0
    var replies: [String: StoredReply] = [:]
    /// The numbers of the session's runs.
    var runs: [Int] = []
    var work: [MemoryWork] = []
    /// The newest incidents, oldest first.
    var incidents: [Incident] = []
    var keptStates: [Int: KeptState] = [:]

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

    /// The next journal entries to fold.
    func unfolded(_ limit: Int) -> [UnfoldedEntry] {
        (folded..<folded + min(journal.count - folded, limit)).map { index in
            UnfoldedEntry(
                journal[index],
                after: index > 0 ? journal[index - 1] : nil,
                ofSandbox: row.isSandbox
            )
        }
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
                let progress = work[index].stored.progress
                work[index].stored.progress = WorkProgress(
                    next: nil,
                    attempts: progress.attempts,
                    error: error,
                    isCancelled: progress.isCancelled
                )
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

/// A run of a flow.
struct MemoryRun {
    /// Nil once the session was deleted.
    var session: String?
    var run: FlowRun
}

/// A timer or a job, with its number.
struct MemoryWork {
    let number: Int
    var stored: StoredWork

    /// Whether a worker may be performing it. If so, cancelling only marks it.
    var isPerformed: Bool { stored.item.kind == .job && stored.progress.holder != nil }
}
