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

    public func deleteSessions(overBy date: Date, limit: Int) throws(StoreError) -> Int {
        try use { records in
            let over = records.sessions.values.filter { $0.row.status == .over && $0.row.touchedAt <= date }.prefix(
                limit
            )
            let gone = Set(over.map(\.row.id))
            for session in gone { records.sessions[session] = nil }
            records.handoffs = records.handoffs.filter { !gone.contains($0.value.session) }
            return gone.count
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

    public func deleteJournal(before date: Date, limit: Int) throws(StoreError) -> Int {
        try use { records in
            var left = limit
            for (session, record) in records.sessions {
                let old = record.journal.prefix(record.folded).prefix { $0.at < date }.prefix(left)
                left -= old.count
                records.sessions[session]?.journal.removeFirst(old.count)
                records.sessions[session]?.folded -= old.count
            }
            return limit - left
        }
    }

    public func deleteCounts(before date: Date, limit: Int) throws(StoreError) -> Int {
        try use { records in
            let old = records.edges.indices.filter { records.edges[$0].hour < EdgeCount.hour(of: date) }.prefix(limit)
            for index in old.reversed() { records.edges.remove(at: index) }
            return old.count
        }
    }

    public func deleteReplies(before date: Date, limit: Int) throws(StoreError) -> Int {
        try use { records in
            let old = records.sessions.flatMap { session, record in
                record.replies.values.filter { $0.at < date }.map { (session, $0.key) }
            }.prefix(limit)
            for (session, key) in old { records.sessions[session]?.replies[key] = nil }
            return old.count
        }
    }

    public func deleteExpired(at now: Date, limit: Int) throws(StoreError) -> Int {
        try use { records in
            let creations = records.creations.values.filter { $0.expiresAt <= now }.prefix(limit)
            for creation in creations { records.creations[creation.key] = nil }
            let handoffs = records.handoffs.filter { $0.value.expiresAt <= now }.prefix(limit - creations.count)
            for (code, _) in handoffs { records.handoffs[code] = nil }
            return creations.count + handoffs.count
        }
    }
}
