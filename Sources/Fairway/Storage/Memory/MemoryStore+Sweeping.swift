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
                .map { (hour: EdgeCount.hour(of: $0.row.touchedAt), number: $0.number, id: $0.row.id) }
                .filter { ($0.hour, $0.number) > (start[0], start[1]) }
                .sorted { ($0.hour, $0.number) < ($1.hour, $1.number) }
            return Page(idle.map { ("\($0.hour)/\($0.number)", $0.id) }, limit: limit)
        }
    }

    public func foldJournal(limit: Int) throws(StoreError) -> Int {
        try use { records in
            let unfolded = records.unfolded(limit)
            records.fold(unfolded)
            let count = unfolded.reduce(0) { $0 + $1.entries.count }
            if count < limit { records.foldIncidents(of: records.sessions.keys) }
            return count
        }
    }

    public func delete(_ rows: SweptRows, before date: Date, limit: Int) throws(StoreError) -> Int {
        try use { records in
            switch rows {
            case .sessions: records.deleteSessions(before: date, limit) { _ in true }
            case .sessionsOf(let flows): records.deleteSessions(before: date, limit, flows.contains)
            case .sessionsExcept(let flows): records.deleteSessions(before: date, limit) { !flows.contains($0) }
            case .journal: records.deleteJournal(before: date, limit)
            case .counts: records.deleteCounts(before: date, limit)
            case .runs: records.deleteRuns(before: date, limit)
            case .replies: records.deleteReplies(before: date, limit)
            case .expired: records.deleteExpired(before: date, limit)
            case .audit: records.deleteAudit(before: date, limit)
            }
        }
    }

    public func eraseUser(_ user: String, limit: Int) throws(StoreError) -> [String] {
        try use { records in
            let owned = records.sessions.values.filter { $0.row.user.isSameUser(as: user) }
                .sorted { $0.number < $1.number }.prefix(limit)
            return records.erase(Array(owned))
        }
    }

    public func erase(_ sessions: [String]) throws(StoreError) -> [String] {
        try use { records in records.erase(sessions.compactMap { records.sessions[$0] }) }
    }

    public func finishErasure() throws(StoreError) -> Bool { try use { _ in true } }
}

extension MemoryRecords {
    fileprivate mutating func deleteSessions(
        before date: Date,
        _ limit: Int,
        _ isSelected: (_ rootFlow: String) -> Bool
    ) -> Int {
        let over = sessions.values.filter { record in
            record.row.status == .over && record.row.touchedAt <= date && isSelected(record.row.rootFlow)
        }
        let gone = Set(over.prefix(limit).map(\.row.id))
        delete(gone)
        return gone.count
    }

    /// Adds the next journal entries of sessions to the hourly counts and to the runs.
    fileprivate mutating func fold(_ unfolded: [(session: String, entries: [UnfoldedEntry])]) {
        let new = unfolded.flatMap { $0.entries.compactMap(\.edge) }
        if !new.isEmpty { edges = EdgeCount.sum(edges + new) }
        for (session, entries) in unfolded {
            sessions[session]?.folded += entries.count
            let trails = entries.compactMap(\.trail)
            if !trails.isEmpty { updateRuns(of: session) { runs in for trail in trails { runs.apply(trail) } } }
        }
    }

    /// Notes the kept incidents in the runs. To note an incident again has no effect.
    fileprivate mutating func foldIncidents(of ids: some Sequence<String>) {
        for session in ids {
            let incidents = sessions[session]?.incidents ?? []
            guard !incidents.isEmpty else { continue }
            updateRuns(of: session) { runs in
                for incident in incidents { runs.refuse(incident.screen ?? "", of: incident.node ?? 0) }
            }
        }
    }

    /// Folds the journals of sessions to their ends, and their incidents.
    mutating func foldAll(of ids: Set<String>) {
        fold(ids.map { ($0, sessions[$0]?.unfolded(.max) ?? []) })
        foldIncidents(of: ids)
    }

    private mutating func updateRuns(of session: String, _ update: (inout SessionRuns) -> Void) {
        let numbers = sessions[session]?.runs ?? []
        var changes = SessionRuns(numbers.compactMap { number in runs[number].map { (number, $0.run) } })
        update(&changes)
        for (number, run) in changes.changed {
            runs[number ?? nextNumber] = MemoryRun(session: session, run: run)
            guard number == nil else { continue }
            sessions[session]?.runs.append(nextNumber)
            nextNumber += 1
        }
    }

    /// Erases sessions and the sandboxes that were copied from them.
    fileprivate mutating func erase(_ originals: [MemoryRecord]) -> [String] {
        let ids = Set(originals.map(\.row.id))
        let copies = sessions.values.filter { record in
            !ids.contains(record.row.id) && record.row.forkedFrom.map(ids.contains) ?? false
        }
        let erased = originals + copies
        let gone = Set(erased.map(\.row.id))
        foldAll(of: gone)
        delete(gone)
        creations = creations.filter { !gone.contains($0.value.session) }
        return erased.map(\.row.id)
    }

    fileprivate mutating func deleteAudit(before date: Date, _ limit: Int) -> Int {
        let oldEntries = audit.filter { $0.entry.at < date }.prefix(limit).map(\.number)
        audit.removeAll { oldEntries.contains($0.number) }
        let ended = batches.filter { $0.batch.endedAt.map { $0 < date } ?? false }
        let oldBatches = ended.prefix(limit - oldEntries.count).map(\.number)
        batches.removeAll { oldBatches.contains($0.number) }
        return oldEntries.count + oldBatches.count
    }

    mutating func delete(_ gone: Set<String>) {
        for session in gone {
            for number in sessions[session]?.runs ?? [] {
                runs[number]?.session = nil
                runs[number]?.run.endWithSession()
            }
            sessions[session] = nil
        }
        handoffs = handoffs.filter { !gone.contains($0.value.stored.session) }
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

    fileprivate mutating func deleteRuns(before date: Date, _ limit: Int) -> Int {
        let old = runs.filter { $0.value.run.startedAt < date }.keys.prefix(limit)
        for number in old { runs[number] = nil }
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
        let oldHandoffs = handoffs.filter { $0.value.stored.expiresAt <= date }.prefix(limit - oldCreations.count)
        for (code, _) in oldHandoffs { handoffs[code] = nil }
        return oldCreations.count + oldHandoffs.count
    }
}
