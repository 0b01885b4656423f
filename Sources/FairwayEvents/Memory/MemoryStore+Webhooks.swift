package import Fairway

/// The progress of webhooks in a store in memory, which ``WebhookStore`` documents.
extension MemoryStore: WebhookStore {
    package func webhooks(_ ids: [String]) throws(StoreError) -> [WebhookProgress] {
        try use { records in ids.compactMap { records.webhooks.rows[$0]?.progress } }
    }

    package func webhookBody(_ id: String) throws(StoreError) -> [UInt8]? {
        try use { $0.webhooks.rows[id]?.body }
    }

    package func setWebhook(_ progress: WebhookProgress, body: [UInt8]?) throws(StoreError) -> Bool {
        try use { $0.webhooks.set(progress, body) }
    }
}

/// What webhooks keep in a store in memory.
struct WebhookRecords: MemoryPart {
    private(set) var rows: [String: Row] = [:]
    private var writes = 0

    struct Row {
        var progress: WebhookProgress
        var body: [UInt8]?
        /// The number of the last write.
        var number: Int
    }

    mutating func set(_ progress: WebhookProgress, _ body: [UInt8]?) -> Bool {
        let old = rows[progress.id]
        guard old.map({ $0.progress.version == progress.version }) ?? true else { return false }
        var progress = progress
        progress.version += 1
        writes += 1
        let kept = progress.repeatedThrough == nil ? nil : body ?? old?.body
        rows[progress.id] = Row(progress: progress, body: kept, number: writes)
        if rows.count > WebhookLimits.progressRows, let oldest = rows.min(by: { $0.value.number < $1.value.number }) {
            rows[oldest.key] = nil
        }
        return true
    }

    mutating func willDelete(_ sessions: Set<String>) {
        guard !sessions.isEmpty else { return }
        for id in rows.keys {
            rows[id]?.body = nil
            rows[id]?.progress.repeatedThrough = nil
            rows[id]?.progress.version += 1
        }
    }
}

extension MemoryRecords {
    fileprivate var webhooks: WebhookRecords {
        get { self[part: WebhookRecords.self] ?? WebhookRecords() }
        set { self[part: WebhookRecords.self] = newValue }
    }
}
