public import Fairway
public import Foundation

/// Counting, deleting and erasing, and the calls for the whole store. ``OperatorStore`` documents them.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore {
    public func foldJournal(limit: Int) throws(StoreError) -> Int {
        try use { records, own in
            let unfolded = own.unfolded(limit, in: records)
            own.fold(unfolded, in: &records)
            let count = unfolded.reduce(0) { $0 + $1.entries.count }
            if count < limit { own.foldIncidents(of: Array(own.sessions.keys), numberingFrom: &records.nextNumber) }
            return count
        }
    }

    public func delete(_ rows: OperatorRows, before date: Date, limit: Int) throws(StoreError) -> Int {
        try use { _, own in
            switch rows {
            case .counts: own.deleteCounts(before: date, limit)
            case .runs: own.deleteRuns(before: date, limit)
            case .audit: own.deleteAudit(before: date, limit)
            case .problems: own.deleteProblems(before: date, limit)
            }
        }
    }

    public func eraseUser(_ user: String, limit: Int) throws(StoreError) -> [String] {
        try use { records, own in
            let owned = records.sessions.values.filter { $0.row.user.isSameUser(as: user) }
                .sorted { $0.number < $1.number }.prefix(limit)
            return own.erase(Array(owned), from: &records)
        }
    }

    public func erase(_ sessions: [String]) throws(StoreError) -> [String] {
        try use { records, own in own.erase(sessions.compactMap { records.sessions[$0] }, from: &records) }
    }

    public func finishErasure() throws(StoreError) -> Bool { try use { _ in true } }

    public func integrityProblems() throws(StoreError) -> [String] { try use { _ in [] } }

    public func backup(to path: String) throws(StoreError) {
        throw StoreError(.unsupported, "A memory store cannot be backed up: serve with --store sqlite:PATH.")
    }
}

extension OperatorRecords {
    /// Erases sessions and the sandboxes that were copied from them.
    fileprivate mutating func erase(_ originals: [MemoryRecord], from records: inout MemoryRecords) -> [String] {
        let ids = Set(originals.map(\.row.id))
        let copies = records.sessions.values.filter { record in
            !ids.contains(record.row.id) && record.row.forkedFrom.map(ids.contains) ?? false
        }
        let erased = originals + copies
        let gone = Set(erased.map(\.row.id))
        foldAll(of: gone, in: &records)
        delete(gone, from: &records)
        records.creations = records.creations.filter { !gone.contains($0.value.session) }
        return erased.map(\.row.id)
    }

    mutating func delete(_ gone: Set<String>, from records: inout MemoryRecords) {
        willDelete(gone)
        records.delete(gone)
    }

    fileprivate mutating func deleteAudit(before date: Date, _ limit: Int) -> Int {
        let oldEntries = audit.filter { $0.entry.at < date }.prefix(limit).map(\.number)
        audit.removeAll { oldEntries.contains($0.number) }
        let ended = batches.filter { $0.batch.endedAt.map { $0 < date } ?? false }
        let oldBatches = ended.prefix(limit - oldEntries.count).map(\.number)
        batches.removeAll { oldBatches.contains($0.number) }
        return oldEntries.count + oldBatches.count
    }

    fileprivate mutating func deleteCounts(before date: Date, _ limit: Int) -> Int {
        let old = edges.indices.filter { edges[$0].hour < date.hour }.prefix(limit)
        for index in old.reversed() { edges.remove(at: index) }
        return old.count + builds.deleteCounts(before: date.hour, limit - old.count)
    }

    fileprivate mutating func deleteRuns(before date: Date, _ limit: Int) -> Int {
        let old = runs.filter { $0.value.run.startedAt < date }.keys.prefix(limit)
        for number in old { runs[number] = nil }
        return old.count
    }
}
