public import Fairway

/// The feed of a store in memory, which ``EventStore`` documents. A commit numbers its entry, while it has the store to itself.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MemoryStore: EventStore {
    public func openFeed() throws(StoreError) {
        try use { records in
            var feed = records.feed
            let start = feed.timelines.isEmpty ? 0 : records.newestEntry
            feed.timelines.removeAll { $0.start == start }
            feed.timelines.append(.init(id: Self.makeTimeline(), start: start))
            feed.timelines.removeFirst(max(0, feed.timelines.count - EventLimits.timelines))
            records.feed = feed
        }
    }

    public func numberEvents(limit: Int) throws(StoreError) -> Int { try use { _ in 0 } }

    public func events(_ query: EventQuery) throws(StoreError) -> StoredEvents {
        try use { records in
            let marks = records.feedMarks
            let numbers = (query.after ?? marks.beginning, query.end(marks))
            let rows = records.sessions.values.filter { !$0.row.isSandbox }.flatMap { record in
                zip(record.entryNumbers, record.journal)
                    .filter { $0.0 > numbers.0 && $0.0 <= numbers.1 && query.filter.selects($0.1) }
                    .map { StoredEvent(number: $0.0, of: record.row, $0.1) }
            }
            return StoredEvents(Array(rows.sorted { $0.number < $1.number }.prefix(query.limit)), marks)
        }
    }

    public func feedMarks() throws(StoreError) -> FeedMarks { try use { $0.feedMarks } }

    public func feedPositions() throws(StoreError) -> [String: Int] { try use { $0.feed.positions } }

    public func setFeedPosition(_ number: Int?, of consumer: String) throws(StoreError) -> Bool {
        try use { records in
            let positions = records.feed.positions
            guard number == nil || positions[consumer] != nil || positions.count < EventLimits.consumers else {
                return false
            }
            records.feed.positions[consumer] = number
            return true
        }
    }

    private static func makeTimeline() -> String { String(UInt64.random(in: 1 ... .max), radix: 16) }
}

/// What the feed keeps in a store in memory.
struct FeedRecords: MemoryPart {
    var beginning = 0
    var timelines: [FeedMarks.Timeline] = []
    var positions: [String: Int] = [:]

    func mayDelete(_ session: MemoryRecord, newestNumber: Int) -> Bool {
        session.entryNumbers.last ?? 0 <= removable(newestNumber)
    }

    func deletableEntries(of session: MemoryRecord, newestNumber: Int) -> Int {
        let removable = removable(newestNumber)
        return session.entryNumbers.count { $0 <= removable }
    }

    mutating func didRemove(through number: Int) { beginning = max(beginning, number) }

    private func removable(_ newest: Int) -> Int {
        FeedMarks(beginning: beginning, newest: newest, timelines: []).removable(readUpTo: positions.values)
    }
}

extension MemoryRecords {
    fileprivate var feed: FeedRecords {
        get { self[part: FeedRecords.self] ?? FeedRecords() }
        set { self[part: FeedRecords.self] = newValue }
    }

    fileprivate var feedMarks: FeedMarks {
        let feed = feed
        return FeedMarks(beginning: feed.beginning, newest: newestEntry, timelines: feed.timelines)
    }
}
