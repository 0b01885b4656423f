public import Fairway
public import FairwayEvents

/// The event feed in SQLite.
///
/// The writer numbers an entry in its commit. SQLite has one writer, so entries become visible in the order of their numbers. A restart
/// does not reuse numbers; see ``SQLiteConnection/newestEvent()``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SQLiteStore: EventStore {
    /// Does nothing: each connection that writes begins a timeline. So it also begins when the file is replaced by a backup.
    public func openFeed() async throws(StoreError) {}

    public func numberEvents(limit: Int) async throws(StoreError) -> Int { 0 }

    public func events(_ query: EventQuery) async throws(StoreError) -> StoredEvents {
        try await readForAdmin { connection in
            let marks = try connection.feedMarks()
            let (flows, kinds) = (query.filter.flows.sorted(), query.filter.kinds.sorted())
            let statement = try connection.statement(Self.events(flows: flows.count, kinds: kinds.count))
                .bind(query.after ?? marks.beginning).bind(query.end(marks))
            for value in flows + kinds { statement.bind(value) }
            return StoredEvents(try statement.bind(query.limit).all(StoredEvent.init), marks)
        }
    }

    public func feedMarks() async throws(StoreError) -> FeedMarks {
        try await readForAdmin { try $0.feedMarks() }
    }

    public func feedPositions() async throws(StoreError) -> [String: Int] {
        let positions = try await readForAdmin { connection in
            try connection.statement("SELECT name, position FROM feed_consumers").all { ($0.text(0), $0.int(1)) }
        }
        return Dictionary(positions) { _, last in last }
    }

    public func setFeedPosition(_ number: Int?, of consumer: String) async throws(StoreError) -> Bool {
        try await write { try $0.setFeedPosition(number, of: consumer) }
    }

    private static func events(flows: Int, kinds: Int) -> String {
        func condition(_ column: String, _ count: Int) -> String {
            count == 0
                ? "" : "AND journal.\(column) IN (\(Array(repeating: "?", count: count).joined(separator: ", ")))"
        }
        return """
            SELECT \(StoredEvent.columns) FROM journal CROSS JOIN sessions ON sessions.number = journal.session
            WHERE journal.number > ? AND journal.number <= ? AND sessions.is_sandbox = 0
            \(condition("flow", flows)) \(condition("kind", kinds)) ORDER BY journal.number LIMIT ?
            """
    }
}

extension SQLiteConnection {
    fileprivate func feedMarks() throws(SQLiteFailure) -> FeedMarks {
        FeedMarks(
            beginning: try number("SELECT feed_beginning FROM bookkeeping"),
            newest: try newestEvent(),
            timelines: try statement("SELECT timeline, after_number FROM feed_timelines ORDER BY after_number").all {
                FeedMarks.Timeline(id: $0.text(0), start: $0.int(1))
            }
        )
    }

    /// The highest number of a journal entry so far, including deleted entries.
    func newestEvent() throws(SQLiteFailure) -> Int {
        try number(
            """
            SELECT max(coalesce((SELECT max(number) FROM journal), 0), feed_beginning, newest_deleted_entry)
            FROM bookkeeping
            """
        )
    }
}

extension CommitWriter {
    /// Begins a timeline after the newest entry, and deletes timelines without events.
    func beginTimeline() throws(SQLiteFailure) {
        let newest = try connection.newestEvent()
        try connection.statement("DELETE FROM feed_timelines WHERE after_number >= ?").bind(newest).run()
        let insertion = "INSERT INTO feed_timelines (after_number, timeline) VALUES (?, lower(hex(randomblob(8))))"
        try connection.statement(insertion).bind(newest).run()
        let past = """
            DELETE FROM feed_timelines WHERE after_number < (
                SELECT max(after_number) FROM feed_timelines
                WHERE after_number < (SELECT feed_beginning FROM bookkeeping)
            )
            """
        try connection.statement(past).run()
        let excess = """
            DELETE FROM feed_timelines WHERE number IN (
                SELECT number FROM feed_timelines ORDER BY after_number DESC LIMIT -1 OFFSET ?
            )
            """
        try connection.statement(excess).bind(EventLimits.timelines).run()
    }

    /// The highest number that retention may remove. Consumers have yet to read later entries.
    func removableEvents() throws(SQLiteFailure) -> Int {
        let marks = FeedMarks(beginning: 0, newest: try connection.newestEvent(), timelines: [])
        return marks.removable(
            readUpTo: try connection.statement("SELECT position FROM feed_consumers").all { $0.int(0) }
        )
    }

    /// Moves the beginning of the feed past the entries that retention has removed.
    func moveFeedBeginning(behind number: Int) throws(SQLiteFailure) {
        try connection.statement("UPDATE bookkeeping SET feed_beginning = max(feed_beginning, ?)").bind(number).run()
    }

    fileprivate func setFeedPosition(_ number: Int?, of consumer: String) throws(SQLiteFailure) -> Bool {
        guard let number else {
            try connection.statement("DELETE FROM feed_consumers WHERE name = ?").bind(consumer).run()
            return true
        }
        let sql = """
            INSERT INTO feed_consumers (name, position)
            SELECT ?1, ?2 WHERE (SELECT count(*) FROM feed_consumers WHERE name <> ?1) < ?3
            ON CONFLICT (name) DO UPDATE SET position = excluded.position
            """
        try connection.statement(sql).bind(consumer).bind(number).bind(EventLimits.consumers).run()
        return connection.changedRows > 0
    }
}
