import Fairway
import FairwayWire
import Foundation

extension SQLStatement {
    /// The number of parameters of `commit_change`.
    private static let commitValues = 74
    private static let commitStatement =
        "SELECT commit_change(\((1...commitValues).map { "$\($0)" }.joined(separator: ", ")))"

    /// Writes a commit. If it is repeated, `id` shows whether an earlier attempt was applied.
    static func commit(_ prepared: PreparedCommit, id: CommitID) -> SQLStatement {
        let commit = prepared.commit
        return SQLStatement(commitStatement, values: commitValues)
            .bind(commit.session).bind(id).bind(commit.expectedRevision).bind(commit.expectedDraftEdits)
            .bind(commit.row, device: prepared.device)
            .bind(flows: commit.flows).bind(commit.removedFlows)
            .bind(drafts: commit.drafts)
            .bind(commit.journal, moves: prepared.moves, effects: prepared.effects)
            .bind(commit.reply)
            .bind(blob: commit.handoff)
            .bind(commit.links.map { .bytes($0.code) }, .bytes).bind(commit.links.map(\.expiresAt.milliseconds))
            .bind(commit.creation)
            .bind(work: commit.work)
    }

    /// Adds the trail to the journal entry of a commit; empty for a commit without a trail. A statement of its own, because most
    /// changes have none. It finds no entry if the commit was refused.
    static func addTrail(_ prepared: PreparedCommit, id: CommitID) -> [SQLStatement] {
        guard let trail = prepared.trail else { return [] }
        let sql = "UPDATE journal SET trail_json = $1 WHERE session = $2 AND revision = $3 AND commit_id = $4"
        return [
            SQLStatement(sql).bind(text: trail).bind(prepared.commit.session).bind(prepared.commit.journal?.revision)
                .bind(id)
        ]
    }

    /// Sets the versions of new timers and jobs; empty if all are of version 1, as those of most apps. `commit_change` has no
    /// parameter for the column. The statements find no work if the commit was refused.
    static func setWorkVersions(_ commit: Commit, id: CommitID) -> [SQLStatement] {
        let isApplied =
            commit.journal == nil
            ? "FROM sessions WHERE id = $2 AND token_sha256 = $4"
            : "FROM journal WHERE session = $2 AND revision = $4 AND commit_id = $5"
        let sql = "UPDATE jobs SET version = $1 WHERE session = $2 AND id = $3 AND EXISTS (SELECT \(isApplied))"
        return commit.work.compactMap { change in
            guard case .add(let item) = change, item.version != 1 else { return nil }
            let statement = SQLStatement(sql).bind(item.version).bind(commit.session).bind(item.id)
            guard let entry = commit.journal else { return statement.bind(blob: commit.row?.tokenHash) }
            return statement.bind(entry.revision).bind(id)
        }
    }

    private consuming func bind(_ row: SessionRow?, device: [UInt8]) -> SQLStatement {
        bind(row?.revision).bind(row.map { $0.status == .over }).bind(row?.touchedAt)
            .bind(row.map { EdgeCount.hour(of: $0.touchedAt) }).bind(row?.createdAt).bind(row?.rootFlow)
            .bind(row?.frontScreen).bind(row?.outcome?.rawValue).bind(row?.user).bind(row?.claims)
            .bind(blob: row?.tokenHash).bind(blob: row?.supersededTokenHashes.flatMap(\.self)).bind(
                text: row == nil ? nil : device
            )
            .bind(row?.layout).bind(row?.viewModels).bind(row?.result)
    }

    private consuming func bind(flows: [FlowRow]) -> SQLStatement {
        bind(flows.map(\.node)).bind(flows.map(\.parent)).bind(flows.map(\.depth)).bind(flows.map(\.path))
            .bind(flows.map(\.flow)).bind(flows.map(\.version)).bind(flows.map(\.screen)).bind(flows.map(\.isFront))
            .bind(flows.map(\.startedAt.milliseconds)).bind(flows.map(\.touchedAt.milliseconds))
            .bind(flows.map { $0.storedName == $0.flow ? nil : $0.storedName }).bind(flows.map(\.slot))
            .bind(flows.map(\.state)).bind(flows.map(\.screens))
    }

    private consuming func bind(drafts: [String: RawJSON?]) -> SQLStatement {
        let drafts = drafts.sorted { $0.key < $1.key }
        return bind(drafts.map(\.key)).bind(drafts.map(\.value))
    }

    private consuming func bind(_ entry: JournalEntry?, moves: [UInt8]?, effects: [UInt8]?) -> SQLStatement {
        bind(entry?.revision).bind(entry?.at).bind(entry?.kind).bind(entry?.flow).bind(entry?.screen).bind(entry?.name)
            .bind(entry?.to).bind(entry?.microseconds).bind(entry?.params).bind(text: moves).bind(text: effects)
    }

    private consuming func bind(_ reply: StoredReply?) -> SQLStatement {
        bind(reply?.key).bind(reply?.fingerprint).bind(reply?.status).bind(reply?.revision).bind(reply?.at)
            .bind(blob: reply?.body)
    }

    private consuming func bind(_ creation: StoredCreation?) -> SQLStatement {
        bind(blob: creation?.key).bind(creation?.fingerprint).bind(blob: creation?.salt).bind(creation?.status)
            .bind(creation?.at).bind(creation?.expiresAt).bind(blob: creation?.body)
    }

    private consuming func bind(work changes: [WorkChange]) -> SQLStatement {
        let rows = changes.map(ChangeOfWork.init)
        return bind(rows.map(\.change)).bind(rows.map(\.id)).bind(rows.map { $0.item?.kind.rawValue })
            .bind(rows.map(\.node)).bind(rows.map { $0.item?.name }).bind(rows.map(\.label))
            .bind(rows.map { $0.item?.outlivesFlow ?? false }).bind(rows.map { $0.item?.due.milliseconds })
            .bind(rows.map { $0.item?.payload }).bind(rows.map(\.error))
    }
}

/// A change of a timer or job, as a row of parameters of `commit_change`.
private struct ChangeOfWork {
    var change: String
    var id: String?
    var node: String?
    var label: String?
    var error: String?
    var item: WorkItem?

    init(_ change: WorkChange) {
        switch change {
        case .add(let item): (self.change, id, node, label, self.item) = ("add", item.id, item.node, item.label, item)
        case .cancel(let node, let label): (self.change, self.node, self.label) = ("cancel", node, label)
        case .finish(let id): (self.change, self.id) = ("finish", id)
        case .giveUp(let id, let error): (self.change, self.id, self.error) = ("giveUp", id, error)
        }
    }
}

/// The random id of a commit, stored as a UUID. Foundation's `UUID` opens a file for each id.
struct CommitID: Sendable {
    let high: UInt64
    let low: UInt64

    init() {
        var generator = SystemRandomNumberGenerator()
        (high, low) = (generator.next(), generator.next())
    }
}
