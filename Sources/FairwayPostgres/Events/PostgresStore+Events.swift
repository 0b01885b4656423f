public import Fairway
public import FairwayEvents

/// The feed of a shared store, which ``EventStore`` documents.
///
/// Transactions become visible in another order than they began, so a number that a commit draws may become visible behind a higher
/// one. Entries are numbered after their commit, by the SQL function `number_events`. It locks the row of `feed`, and then reads the
/// committed entries without a number. PostgreSQL makes a transaction visible before it releases its locks
/// (https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED). So whoever holds the lock sees the numbers of
/// all holders before, and whoever sees a number sees all smaller ones. A call numbers all entries that wait, which groups the commits
/// of all nodes.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PostgresStore: EventStore {
    public func openFeed() async throws(StoreError) {
        _ = try await write(SQLStatement("SELECT open_feed($1)").bind(EventLimits.timelines))
    }

    public func numberEvents(limit: Int) async throws(StoreError) -> Int {
        try await write(SQLStatement("SELECT number_events($1)").bind(limit)).first { $0.int(0) } ?? 0
    }

    public func events(_ query: EventQuery) async throws(StoreError) -> StoredEvents {
        let results = try await readLists(SQLStatement.feedMarks + [.events(query)])
        return StoredEvents(results[2].all(StoredEvent.init), FeedMarks(results))
    }

    public func feedMarks() async throws(StoreError) -> FeedMarks {
        FeedMarks(try await read(SQLStatement.feedMarks))
    }

    public func feedPositions() async throws(StoreError) -> [String: Int] {
        let positions = try await read(SQLStatement("SELECT name, position FROM feed_consumers")).all {
            ($0.text(0), $0.int(1))
        }
        return Dictionary(positions) { _, last in last }
    }

    public func setFeedPosition(_ number: Int?, of consumer: String) async throws(StoreError) -> Bool {
        guard let number else {
            _ = try await write(SQLStatement("DELETE FROM feed_consumers WHERE name = $1").bind(consumer))
            return true
        }
        let sql = """
            INSERT INTO feed_consumers (name, position)
            SELECT $1, $2 WHERE (SELECT count(*) FROM feed_consumers WHERE name <> $1) < $3
            ON CONFLICT (name) DO UPDATE SET position = excluded.position
            """
        let call = SQLStatement(sql).bind(consumer).bind(number).bind(EventLimits.consumers)
        return try await write(call).affected > 0
    }
}

extension SQLStatement {
    /// The statements whose results ``FeedMarks/init(_:)`` reads.
    fileprivate static let feedMarks = [
        SQLStatement("SELECT beginning, newest FROM feed"),
        SQLStatement("SELECT timeline, after_number FROM feed_timelines ORDER BY after_number"),
    ]

    /// Reads events in order.
    static func events(_ query: EventQuery) -> SQLStatement {
        let sql = """
            SELECT \(StoredEvent.columns) FROM journal JOIN sessions ON sessions.id = journal.session
            WHERE journal.number > coalesce($1, (SELECT beginning FROM feed))
            AND journal.number <= coalesce($1, (SELECT beginning FROM feed)) + $2 AND NOT sessions.is_sandbox
            AND ($3::text[] IS NULL OR journal.flow = ANY ($3)) AND ($4::text[] IS NULL OR journal.kind = ANY ($4))
            ORDER BY journal.number LIMIT $5
            """
        return SQLStatement(sql).bind(query.after).bind(EventLimits.entriesPerRead).bind(query.filter.flows.sorted())
            .bind(query.filter.kinds.sorted()).bind(query.limit)
    }
}

extension FeedMarks {
    /// Reads the results of ``SQLStatement/feedMarks``. A feed that was never opened is empty.
    fileprivate init(_ results: [Rows]) {
        let bounds = results[0].first { (beginning: $0.int(0), newest: $0.int(1)) }
        self.init(
            beginning: bounds?.beginning ?? 0,
            newest: bounds?.newest ?? 0,
            timelines: results[1].all { Timeline(id: $0.text(0), start: $0.int(1)) }
        )
    }
}
