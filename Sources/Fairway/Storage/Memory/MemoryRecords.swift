import FairwayWire
import Foundation

/// The content of a memory store. Lists are sorted by the numbers of sessions, flows and work.
package struct MemoryRecords {
    package var sessions: [String: MemoryRecord] = [:]
    /// Codes with their numbers.
    var handoffs: [[UInt8]: (number: Int, stored: StoredHandoff)] = [:]
    package var creations: [[UInt8]: StoredCreation] = [:]
    var duties: [DutyClaim.Duty: DutyClaim] = [:]
    var signals = MemorySignals()
    /// What modules beside the engine keep in this store, by type.
    private(set) var parts: [ObjectIdentifier: any MemoryPart] = [:]
    package var nextNumber = 1
    /// The highest number of a journal entry so far, including deleted entries.
    package var newestEntry = 0

    /// What a module keeps in this store; nil if there is nothing.
    package subscript<Part: MemoryPart>(part type: Part.Type) -> Part? {
        get { parts[ObjectIdentifier(type)] as? Part }
        set { parts[ObjectIdentifier(type)] = newValue }
    }

    /// The session that holds a key.
    package func session(holding key: SessionKey) -> String? { signals.holders[key]?.session }

    mutating func updateParts(_ update: (inout any MemoryPart) -> Void) {
        for key in parts.keys {
            // Taken out, because a copy of it would copy all its rows at the first change.
            guard var part = parts.removeValue(forKey: key) else { continue }
            update(&part)
            parts[key] = part
        }
    }

    package mutating func commit(_ commit: Commit) -> CommitOutcome {
        if let new = commit.creation, let old = creations[new.key] { return .created(old) }
        if let code = commit.handoff, handoffs[code] == nil { return .conflict }
        guard signals.allow(commit) else { return .conflict }
        // In place, because a copy of the session would copy its journal.
        if let index = sessions.index(forKey: commit.session) {
            if let key = commit.reply?.key, let reply = sessions.values[index].replies[key] { return .answered(reply) }
            guard sessions.values[index].isExpected(by: commit) else { return .conflict }
            sessions.values[index].apply(commit, numberingFrom: &nextNumber)
            newestEntry = max(newestEntry, sessions.values[index].entryNumbers.last ?? 0)
        } else {
            guard commit.expectedRevision == nil, commit.row != nil || commit.creation != nil else { return .conflict }
            if let row = commit.row {
                var record = MemoryRecord(row: row, number: nextNumber)
                nextNumber += 1
                record.apply(commit, numberingFrom: &nextNumber)
                newestEntry = max(newestEntry, record.entryNumbers.last ?? 0)
                sessions[commit.session] = record
            }
        }
        for item in signals.apply(commit) {
            sessions[commit.session]?.add(item, number: nextNumber)
            nextNumber += 1
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
}

/// A session in a memory store.
package struct MemoryRecord {
    package var row: SessionRow
    package let number: Int
    /// The flows with their numbers, by node.
    package var flows: [Int: (number: Int, row: FlowRow)] = [:]
    var drafts: [String: RawJSON] = [:]
    var draftEdits = 0
    package var journal: [JournalEntry] = []
    /// The numbers of the journal's entries, which ascend over all sessions in the order of the commits.
    package private(set) var entryNumbers: [Int] = []
    /// The number of entries at the beginning of the journal that a module has counted.
    package var counted = 0
    var replies: [String: StoredReply] = [:]
    package var work: [MemoryWork] = []

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
        if let entry = commit.journal {
            journal.append(entry)
            entryNumbers.append(next)
            next += 1
        }
        if let reply = commit.reply { replies[reply.key] = reply }
        for (offset, change) in commit.work.enumerated() { apply(change, number: next + offset) }
        next += commit.work.count
        // A change makes the signals due that were held before it.
        if commit.row != nil, work.contains(where: \.isHeld) { releaseSignals(at: row.touchedAt) }
        guard !commit.removedFlows.isEmpty else { return }
        let gone = Set(commit.removedFlows.map { "f\($0)" })
        cancel { gone.contains($0.node) && !$0.outlivesFlow }
    }

    /// Removes the oldest entries of the journal.
    mutating func removeEntries(_ count: Int) {
        journal.removeFirst(count)
        entryNumbers.removeFirst(count)
        counted = max(0, counted - count)
    }

    private mutating func apply(_ change: WorkChange, number: Int) {
        switch change {
        case .add(let item): add(item, number: number)
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
        case .hold(let id): hold(id)
        }
    }

    mutating func add(_ item: WorkItem, number: Int) {
        work.append(MemoryWork(number: number, stored: StoredWork(session: row.id, item: item)))
    }

    private mutating func hold(_ id: String) {
        for index in work.indices where work[index].stored.item.id == id {
            work[index].isHeld = true
            work[index].stored.progress = WorkProgress(next: work[index].stored.item.due)
        }
    }

    private mutating func releaseSignals(at now: Date) {
        for index in work.indices where work[index].isHeld {
            work[index].isHeld = false
            work[index].stored.progress.next = now
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

/// What a module beside the engine keeps in a store in memory.
package protocol MemoryPart: Sendable {
    /// Called before sessions are deleted.
    mutating func willDelete(_ sessions: Set<String>)

    /// Whether a session may be deleted because of its age.
    ///
    /// - Parameter newestNumber: The highest number of an entry.
    func mayDelete(_ session: MemoryRecord, newestNumber: Int) -> Bool

    /// The number of a session's oldest journal entries that may be deleted because of their age.
    func deletableEntries(of session: MemoryRecord, newestNumber: Int) -> Int

    /// Called after entries were deleted because of their age, with the highest number of these.
    mutating func didRemove(through number: Int)
}

extension MemoryPart {
    package mutating func willDelete(_ sessions: Set<String>) {}
    package func mayDelete(_ session: MemoryRecord, newestNumber: Int) -> Bool { true }
    package func deletableEntries(of session: MemoryRecord, newestNumber: Int) -> Int { .max }
    package mutating func didRemove(through number: Int) {}
}

/// A timer, a job or a signal, with its number.
package struct MemoryWork {
    package let number: Int
    package var stored: StoredWork
    /// Whether it is a signal that waits for the session's next change.
    var isHeld = false

    /// Whether a worker may be performing it. If so, cancelling only marks it.
    var isPerformed: Bool { stored.item.kind == .job && stored.progress.holder != nil }
}
