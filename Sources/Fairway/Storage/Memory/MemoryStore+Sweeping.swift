public import Foundation

/// The sweeper's calls, which ``Store`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore {
    public func newestTime() throws(StoreError) -> Date? {
        try use { records in records.sessions.values.map { $0.journal.last?.at ?? $0.row.touchedAt }.max() }
    }

    public func idleSessions(since: Date, cursor: String?, limit: Int) throws(StoreError) -> Page<String> {
        // A cursor is an hour and a session's number.
        let start = (cursor ?? "\(Int.min)/0").split(separator: "/").compactMap { Int($0) }
        guard start.count == 2 else { throw .invalidCursor }
        return try use { records in
            let idle = records.sessions.values.filter { $0.row.status == .active && $0.row.touchedAt <= since }
                .map { (hour: $0.row.touchedAt.hour, number: $0.number, id: $0.row.id) }
                .filter { ($0.hour, $0.number) > (start[0], start[1]) }
                .sorted { ($0.hour, $0.number) < ($1.hour, $1.number) }
            return Page(idle.map { ("\($0.hour)/\($0.number)", $0.id) }, limit: limit)
        }
    }

    public func delete(_ rows: SweptRows, before date: Date, limit: Int) throws(StoreError) -> Int {
        try use { records in
            switch rows {
            case .sessions: records.deleteSessions(before: date, limit) { _ in true }
            case .sessionsOf(let flows):
                records.deleteSessions(before: date, limit, ofAll: false, flows.contains)
            case .sessionsExcept(let flows): records.deleteSessions(before: date, limit) { !flows.contains($0) }
            case .journal(let uncounted): records.deleteJournal(before: date, uncounted: uncounted, limit)
            case .replies: records.deleteReplies(before: date, limit)
            case .expired: records.deleteExpired(before: date, limit)
            }
        }
    }
}

extension MemoryRecords {
    fileprivate mutating func deleteSessions(
        before date: Date,
        _ limit: Int,
        ofAll isOfAll: Bool = true,
        _ isSelected: (_ rootFlow: String) -> Bool
    ) -> Int {
        let over = sessions.values.filter { record in
            record.row.status == .over && record.row.touchedAt <= date && isSelected(record.row.rootFlow)
                && parts.values.allSatisfy { $0.mayDelete(record, newestNumber: newestEntry) }
        }.prefix(limit)
        delete(Set(over.map(\.row.id)))
        if isOfAll, let last = over.compactMap(\.entryNumbers.last).max() {
            updateParts { $0.didRemove(through: last) }
        }
        return over.count
    }

    package mutating func delete(_ gone: Set<String>) {
        updateParts { $0.willDelete(gone) }
        for session in gone { sessions[session] = nil }
        signals.release(gone)
        handoffs = handoffs.filter { !gone.contains($0.value.stored.session) }
    }

    fileprivate mutating func deleteJournal(before date: Date, uncounted: Bool, _ limit: Int) -> Int {
        var left = limit
        for (session, record) in sessions {
            var deletable = uncounted ? record.journal.count : record.counted
            for part in parts.values {
                deletable = min(deletable, part.deletableEntries(of: record, newestNumber: newestEntry))
            }
            let old = record.journal.prefix(deletable).prefix { $0.at < date }.prefix(left)
            guard !old.isEmpty else { continue }
            left -= old.count
            sessions[session]?.removeEntries(old.count)
            updateParts { $0.didRemove(through: record.entryNumbers[old.count - 1]) }
        }
        return limit - left
    }

    fileprivate mutating func deleteReplies(before date: Date, _ limit: Int) -> Int {
        let old = sessions.flatMap { session, record in
            record.replies.values.filter { $0.at < date }.map { (session, $0.key) }
        }.prefix(limit)
        for (session, key) in old { sessions[session]?.replies[key] = nil }
        return old.count
    }

    fileprivate mutating func deleteExpired(before date: Date, _ limit: Int) -> Int {
        let oldCreations = creations.values.filter { $0.expiresAt <= date }.prefix(limit)
        for creation in oldCreations { creations[creation.key] = nil }
        let oldHandoffs = handoffs.filter { $0.value.stored.expiresAt <= date }.prefix(limit - oldCreations.count)
        for (code, _) in oldHandoffs { handoffs[code] = nil }
        return oldCreations.count + oldHandoffs.count
    }
}
