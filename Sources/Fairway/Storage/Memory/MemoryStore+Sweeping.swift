public import Foundation

/// The sweeper's calls, which ``Store`` documents.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore {
    public func newestTime() throws(StoreError) -> Date? {
        try use { records in records.sessions.values.map { $0.journal.last?.at ?? $0.row.touchedAt }.max() }
    }

    public func idleSessions(since: Date, cursor: String?, limit: Int) throws(StoreError) -> Page<String> {
        let start = (cursor ?? "-inf/0").split(separator: "/").compactMap { Double($0) }
        guard start.count == 2 else { throw .invalidCursor }
        return try use { records in
            let idle = records.sessions.values.filter { $0.row.status == .active && $0.row.touchedAt <= since }
                .map { (time: $0.row.touchedAt.timeIntervalSince1970, number: $0.number, id: $0.row.id) }
                .filter { ($0.time, Double($0.number)) > (start[0], start[1]) }
                .sorted { ($0.time, $0.number) < ($1.time, $1.number) }
            return Page(idle.map { ("\($0.time)/\($0.number)", $0.id) }, limit: limit)
        }
    }

    public func foldJournal(limit: Int) throws(StoreError) -> Int {
        try use { records in
            let unfolded = records.unfolded(limit)
            for (session, entries, _) in unfolded { records.sessions[session]?.folded += entries }
            records.edges = EdgeCount.sum(records.edges + unfolded.flatMap(\.counts))
            return unfolded.reduce(0) { $0 + $1.entries }
        }
    }

    public func delete(_ rows: SweptRows, before date: Date, limit: Int) throws(StoreError) -> Int {
        try use { records in
            switch rows {
            case .sessions: records.deleteSessions(before: date, limit)
            case .journal: records.deleteJournal(before: date, limit)
            case .counts: records.deleteCounts(before: date, limit)
            case .replies: records.deleteReplies(before: date, limit)
            case .expired: records.deleteExpired(before: date, limit)
            }
        }
    }
}

extension MemoryRecords {
    fileprivate mutating func deleteSessions(before date: Date, _ limit: Int) -> Int {
        let over = sessions.values.filter { $0.row.status == .over && $0.row.touchedAt <= date }.prefix(limit)
        let gone = Set(over.map(\.row.id))
        for session in gone { sessions[session] = nil }
        handoffs = handoffs.filter { !gone.contains($0.value.session) }
        return gone.count
    }

    fileprivate mutating func deleteJournal(before date: Date, _ limit: Int) -> Int {
        var left = limit
        for (session, record) in sessions {
            let old = record.journal.prefix(record.folded).prefix { $0.at < date }.prefix(left)
            left -= old.count
            sessions[session]?.journal.removeFirst(old.count)
            sessions[session]?.folded -= old.count
        }
        return limit - left
    }

    fileprivate mutating func deleteCounts(before date: Date, _ limit: Int) -> Int {
        let old = edges.indices.filter { edges[$0].hour < EdgeCount.hour(of: date) }.prefix(limit)
        for index in old.reversed() { edges.remove(at: index) }
        return old.count
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
        let oldHandoffs = handoffs.filter { $0.value.expiresAt <= date }.prefix(limit - oldCreations.count)
        for (code, _) in oldHandoffs { handoffs[code] = nil }
        return oldCreations.count + oldHandoffs.count
    }
}
