import Fairway
import FairwayWire
import Foundation

extension SQLStatement {
    /// The parameters of `commit_change`, in the order in which ``commit(_:by:id:mostSandboxes:)`` binds their values.
    private static let commitParameters =
        ["commit_session", "commit_id", "expected_revision", "expected_draft_edits"] + sessionParameters
        + ["most_sandboxes"] + flowParameters + ["removed_nodes", "draft_screens", "drafts_json"] + entryParameters
        + replyParameters + creationParameters + ["handoff_sha256", "link_sha256s", "links_expire_at_ms"]
        + workParameters + keyParameters + receiptParameters

    private static let commitStatement: String = {
        let values = commitParameters.enumerated().map { "\($1) => $\($0 + 1)" }
        return "SELECT commit_change(\(values.joined(separator: ", ")))"
    }()

    /// Writes a commit.
    ///
    /// - Parameters:
    ///   - build: The number of the build that makes the change.
    ///   - id: Shows whether an earlier attempt was applied, if the commit is repeated.
    ///   - mostSandboxes: For a new sandbox: the number of sandboxes that the store may have.
    static func commit(
        _ prepared: PreparedCommit,
        by build: Int?,
        id: CommitID,
        mostSandboxes: Int? = nil
    ) -> SQLStatement {
        let commit = prepared.commit
        return SQLStatement(commitStatement, values: commitParameters.count)
            .bind(commit.session).bind(id).bind(commit.expectedRevision).bind(commit.expectedDraftEdits)
            .bind(commit.row, device: prepared.device).bind(mostSandboxes)
            .bind(flows: commit.flows).bind(commit.removedFlows)
            .bind(drafts: commit.drafts)
            .bind(commit.journal, prepared).bind(commit.journal == nil ? nil : build)
            .bind(commit.reply)
            .bind(commit.creation)
            .bind(blob: commit.handoff)
            .bind(commit.links.map { .bytes($0.code) }, .bytes).bind(commit.links.map(\.expiresAt.milliseconds))
            .bind(work: commit.work)
            .bind(keys: commit.keys)
            .bind(commit.receipts.first, isStored: commit.completesReceipts)
    }

    private static let sessionParameters = [
        "new_revision", "new_is_over", "new_outcome", "new_root_flow", "new_front_screen", "new_created_at_ms",
        "new_touched_at_ms", "new_user_acted_at_ms", "new_touched_hour", "new_user_id", "new_claims_json",
        "new_token_sha256",
        "new_superseded_token_sha256s", "new_forked_from", "new_device_json", "new_layout_json", "new_view_models_json",
        "new_result_json",
    ]

    private consuming func bind(_ row: SessionRow?, device: [UInt8]) -> SQLStatement {
        bind(row?.revision).bind(row.map { $0.status == .over }).bind(row?.outcome?.rawValue).bind(row?.rootFlow)
            .bind(row?.frontScreen).bind(row?.createdAt).bind(row?.touchedAt).bind(row?.userActedAt)
            .bind(row.map { $0.touchedAt.hour }).bind(row?.user).bind(row?.claims)
            .bind(blob: row?.tokenHash).bind(blob: row?.supersededTokenHashes.flatMap(\.self)).bind(row?.forkedFrom)
            .bind(text: row == nil ? nil : device).bind(row?.layout).bind(row?.viewModels).bind(row?.result)
    }

    private static let flowParameters = [
        "flow_nodes", "flow_parents", "flow_depths", "flow_paths", "flow_names", "flow_stored_names", "flow_versions",
        "flow_slots", "flow_screens", "flow_fronts", "flow_started_at_ms", "flow_touched_at_ms", "flow_states_json",
        "flow_screens_json",
    ]

    private consuming func bind(flows: [FlowRow]) -> SQLStatement {
        bind(flows.map(\.node)).bind(flows.map(\.parent)).bind(flows.map(\.depth)).bind(flows.map(\.path))
            .bind(flows.map(\.flow)).bind(flows.map { $0.storedName == $0.flow ? nil : $0.storedName })
            .bind(flows.map(\.version)).bind(flows.map(\.slot)).bind(flows.map(\.screen)).bind(flows.map(\.isFront))
            .bind(flows.map(\.startedAt.milliseconds)).bind(flows.map(\.touchedAt.milliseconds))
            .bind(flows.map(\.state)).bind(flows.map(\.screens))
    }

    private consuming func bind(drafts: [String: RawJSON?]) -> SQLStatement {
        let drafts = drafts.sorted { $0.key < $1.key }
        return bind(drafts.map(\.key)).bind(drafts.map(\.value))
    }

    private static let entryParameters = [
        "entry_revision", "entry_at_ms", "entry_kind", "entry_flow", "entry_screen", "entry_name", "entry_to_screen",
        "entry_took_microseconds", "entry_params_json", "entry_moves_json", "entry_effects_json", "entry_trail_json",
        "entry_delivery_json", "entry_request", "entry_build",
    ]

    private consuming func bind(_ entry: JournalEntry?, _ prepared: PreparedCommit) -> SQLStatement {
        bind(entry?.revision).bind(entry?.at).bind(entry?.kind).bind(entry?.flow).bind(entry?.screen).bind(entry?.name)
            .bind(entry?.to).bind(entry?.microseconds).bind(entry?.params).bind(text: prepared.moves)
            .bind(text: prepared.effects).bind(text: prepared.trail).bind(text: prepared.delivery)
            .bind(entry?.request)
    }

    private static let replyParameters = [
        "reply_key", "reply_fingerprint", "reply_status", "reply_revision", "reply_at_ms", "reply_body",
    ]

    private consuming func bind(_ reply: StoredReply?) -> SQLStatement {
        bind(reply?.key).bind(reply?.fingerprint).bind(reply?.status).bind(reply?.revision).bind(reply?.at)
            .bind(blob: reply?.body)
    }

    private static let creationParameters = [
        "creation_key_sha256", "creation_fingerprint", "creation_salt", "creation_status", "creation_at_ms",
        "creation_expires_at_ms", "creation_body",
    ]

    private consuming func bind(_ creation: StoredCreation?) -> SQLStatement {
        bind(blob: creation?.key).bind(creation?.fingerprint).bind(blob: creation?.salt).bind(creation?.status)
            .bind(creation?.at).bind(creation?.expiresAt).bind(blob: creation?.body)
    }

    private static let workParameters = [
        "work_changes", "work_ids", "work_kinds", "work_nodes", "work_names", "work_labels", "work_outlives_flow",
        "work_due_at_ms", "work_versions", "work_payloads_json", "work_errors",
        "work_requests", "work_traces",
    ]

    private consuming func bind(work changes: [WorkChange]) -> SQLStatement {
        let rows = changes.map(ChangeOfWork.init)
        return bind(rows.map(\.change)).bind(rows.map(\.id)).bind(rows.map { $0.item?.kind.rawValue })
            .bind(rows.map(\.node)).bind(rows.map { $0.item?.name }).bind(rows.map(\.label))
            .bind(rows.map { $0.item?.outlivesFlow ?? false }).bind(rows.map { $0.item?.due.milliseconds })
            .bind(rows.map { $0.item?.version }).bind(rows.map { $0.item?.payload }).bind(rows.map(\.error))
            .bind(rows.map { $0.item?.request }).bind(rows.map { $0.item?.trace })
    }

    private static let keyParameters = ["key_names", "key_values", "key_nodes"]

    /// Keys are locked in this order, so that two commits cannot wait for each other.
    private consuming func bind(keys: [KeyBinding]) -> SQLStatement {
        let keys = keys.count < 2 ? keys : keys.sorted { ($0.key.name, $0.key.value) < ($1.key.name, $1.key.value) }
        return bind(keys.map(\.key.name)).bind(keys.map(\.key.value)).bind(keys.map(\.node))
    }

    private static let receiptParameters = [
        "receipt_id", "receipt_fingerprint", "receipt_session", "receipt_revision", "receipt_at_ms",
        "receipt_is_stored",
    ]

    private consuming func bind(_ receipt: SignalReceipt?, isStored: Bool) -> SQLStatement {
        bind(receipt?.id).bind(receipt?.fingerprint).bind(receipt?.session).bind(receipt?.revision).bind(receipt?.at)
            .bind(isStored)
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
        case .hold(let id): (self.change, self.id) = ("hold", id)
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
