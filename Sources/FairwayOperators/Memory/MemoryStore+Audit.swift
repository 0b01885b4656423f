public import Fairway
public import Foundation

/// The audit and the batches of operators, which ``OperatorStore`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore {
    public func record(_ entry: AuditEntry) throws(StoreError) {
        try use { records, own in
            var entry = entry
            entry.user = entry.user ?? entry.session.flatMap { records.sessions[$0]?.row.user }
            own.audit.append((records.nextNumber, entry))
            records.nextNumber += 1
        }
    }

    public func audit(_ query: AuditQuery) throws(StoreError) -> Page<AuditEntry> {
        let start = try Int(cursor: query.cursor)
        return try use { _, own in
            let rows = own.audit.filter { query.matches($0.entry) }.map { ($0.number, $0.entry) }
            return makePage(rows, from: start, .newest, query.limit)
        }
    }

    public func addBatch(_ batch: SessionBatch) throws(StoreError) -> Bool {
        try use { records, own in
            guard own.batches.count(where: { $0.batch.isAtWork }) < OperatorLimits.runningBatches else { return false }
            own.batches.append((records.nextNumber, batch))
            records.nextNumber += 1
            return true
        }
    }

    public func batches(_ query: BatchesQuery) throws(StoreError) -> Page<SessionBatch> {
        let start = try Int(cursor: query.cursor)
        return try use { _, own in
            makePage(own.batches.map { ($0.number, $0.batch) }, from: start, .newest, query.limit)
        }
    }

    public func batch(_ id: String) throws(StoreError) -> SessionBatch? {
        try use { _, own in own.batches.first { $0.batch.id == id }?.batch }
    }

    public func runningBatch() throws(StoreError) -> SessionBatch? {
        try use { _, own in own.batches.first { $0.batch.isAtWork }?.batch }
    }

    public func erasedBatches(limit: Int) throws(StoreError) -> [SessionBatch] {
        try use { _, own in own.batches.filter { $0.batch.isErased }.prefix(limit).map { $0.batch } }
    }

    public func setProgress(
        _ progress: BatchProgress,
        of batch: String,
        state: SessionBatch.State,
        at date: Date
    ) throws(StoreError) -> SessionBatch.State? {
        try use { _, own in
            guard
                let index = own.batches.firstIndex(where: {
                    $0.batch.id == batch && $0.batch.progress.step == progress.step - 1
                })
            else { return nil }
            own.batches[index].batch.progress = progress
            own.batches[index].batch.end(state, at: date)
            return own.batches[index].batch.state
        }
    }

    public func stopBatch(_ id: String, at date: Date) throws(StoreError) -> SessionBatch.Action? {
        try use { _, own in
            guard let index = own.batches.firstIndex(where: { $0.batch.id == id }) else { return nil }
            own.batches[index].batch.end(.stopped, at: date)
            return own.batches[index].batch.action
        }
    }
}

extension SessionBatch {
    fileprivate var isErased: Bool {
        state == .running && action == .erase && progress.isListed && progress.sessions.isEmpty
    }
    fileprivate var isAtWork: Bool { state == .running && !isErased }

    fileprivate mutating func end(_ newState: State, at date: Date) {
        guard state == .running, newState != .running else { return }
        state = newState
        endedAt = date
    }
}

extension AuditQuery {
    fileprivate func matches(_ entry: AuditEntry) -> Bool {
        (`operator` == nil || `operator` == entry.operator) && (session == nil || session == entry.session)
            && (user == nil || user.isSameUser(as: entry.user))
    }
}
