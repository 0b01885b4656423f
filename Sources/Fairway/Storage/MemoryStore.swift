public import FairwayWire
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store that lasts as long as its process: for tests and for trying things out.
public final class MemoryStore: Store {
    private let records = Mutex(Records())

    fileprivate struct Records {
        var sessions: [String: Record] = [:]
        var handoffs: [[UInt8]: StoredHandoff] = [:]
        var creations: [[UInt8]: StoredCreation] = [:]
    }

    fileprivate struct Record {
        var row: SessionRow
        var flows: [Int: FlowRow] = [:]
        var drafts: [String: RawJSON] = [:]
        var journal: [JournalEntry] = []
        var replies: [String: StoredReply] = [:]
        var work: [WorkItem] = []
    }

    /// An empty store.
    public init() {}

    /// A session with its flows and drafts.
    public func load(_ session: String) -> StoredSession? {
        records.withLock { records in
            records.sessions[session].map { record in
                StoredSession(
                    session: record.row,
                    flows: record.flows.values.sorted { $0.node < $1.node },
                    drafts: record.drafts
                )
            }
        }
    }

    /// Writes a change if the session is at the expected revision and the idempotency key is new.
    public func commit(_ commit: Commit) -> CommitOutcome {
        records.withLock { records in
            if let key = commit.creation?.key, let creation = records.creations[key] { return .created(creation) }
            if let code = commit.handoff, records.handoffs[code] == nil { return .conflict }
            if let existing = records.sessions[commit.session] {
                if let key = commit.reply?.key, let reply = existing.replies[key] { return .answered(reply) }
                guard existing.row.revision == commit.expectedRevision else { return .conflict }
            } else {
                guard commit.expectedRevision == nil, let row = commit.row else { return .conflict }
                records.sessions[commit.session] = Record(row: row)
            }
            // In place: a copy of the record would copy the whole journal with every commit.
            records.sessions[commit.session]?.apply(commit)
            if let code = commit.handoff { records.handoffs[code] = nil }
            if let creation = commit.creation { records.creations[creation.key] = creation }
            return .committed
        }
    }

    /// The answer that was kept under a key.
    public func reply(_ session: String, key: String) -> StoredReply? {
        records.withLock { $0.sessions[session]?.replies[key] }
    }

    /// Keeps or removes what a user has typed.
    public func setDraft(_ draft: RawJSON?, _ session: String, screen: String) {
        records.withLock { $0.sessions[session]?.drafts[screen] = draft }
    }

    /// What happened to a session after a revision, oldest first.
    public func journal(_ session: String, after revision: Int, limit: Int) -> [JournalEntry] {
        records.withLock { Array($0.sessions[session]?.journal.filter { $0.revision > revision }.prefix(limit) ?? []) }
    }

    /// The pending timers and background work of a session, in order of due time.
    public func work(_ session: String) -> [WorkItem] {
        records.withLock { $0.sessions[session]?.work.sorted { $0.due < $1.due } ?? [] }
    }

    /// Keeps a handoff code.
    public func addHandoff(_ code: [UInt8], session: String, expiresAt: Date) {
        records.withLock { $0.handoffs[code] = StoredHandoff(session: session, expiresAt: expiresAt) }
    }

    /// The session that a handoff code belongs to.
    public func handoff(_ code: [UInt8]) -> StoredHandoff? {
        records.withLock { $0.handoffs[code] }
    }

    /// What was answered to a request that gave out a token.
    public func creation(_ key: [UInt8]) -> StoredCreation? {
        records.withLock { $0.creations[key] }
    }
}

extension MemoryStore.Record {
    fileprivate mutating func apply(_ commit: Commit) {
        if let row = commit.row { self.row = row }
        for flow in commit.flows { flows[flow.node] = flow }
        for node in commit.removedFlows { flows[node] = nil }
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
