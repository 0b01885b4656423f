public import Fairway

/// The part of a store that the event feed needs. Every store passes the same contract, `EventStoreContract` in `FairwayTesting`.
///
/// The events are the entries of the journal. Each gets a number, and the store promises:
///
/// - An entry gets its number after its commit, or in it while no other commit can become visible.
/// - Whoever sees a number sees all smaller ones. So no event is ever added before a cursor.
/// - The numbers of a session's entries are in the order of its revisions.
/// - A number is never used again, also if its entry was deleted.
///
/// Sandboxes have no events. `Store.delete(_:before:limit:)` deletes no entry, and no session with an entry, that has no number yet or
/// that a consumer has not read (`EventLimits.heldEvents`).
public protocol EventStore: Store {
    /// Begins a timeline. A store that does so when its file is opened does nothing.
    func openFeed() async throws(StoreError)

    /// Numbers committed entries that have no number, the oldest first. Returns their number, which may exceed the limit; less than the limit
    /// if all that were visible have a number now.
    func numberEvents(limit: Int) async throws(StoreError) -> Int

    /// Reads events and the marks, in one snapshot.
    func events(_ query: EventQuery) async throws(StoreError) -> StoredEvents

    /// The bounds of the feed.
    func feedMarks() async throws(StoreError) -> FeedMarks

    /// The numbers up to which consumers have read, by name.
    func feedPositions() async throws(StoreError) -> [String: Int]

    /// Stores the number up to which a consumer has read; nil forgets the consumer.
    ///
    /// - Returns: False if there are ``EventLimits/consumers`` others already.
    func setFeedPosition(_ number: Int?, of consumer: String) async throws(StoreError) -> Bool
}

/// A read of the feed.
public struct EventQuery: Hashable, Sendable {
    /// Only events with higher numbers. Nil begins with the oldest event.
    package var after: Int?
    package var filter: EventFilter
    package var limit: Int

    package init(after: Int? = nil, filter: EventFilter = EventFilter(), limit: Int) {
        (self.after, self.filter, self.limit) = (after, filter, limit)
    }

    /// The last number that a read examines.
    package func end(_ marks: FeedMarks) -> Int {
        min(marks.newest, (after ?? marks.beginning) + EventLimits.entriesPerRead)
    }
}

/// What a read has found.
public struct StoredEvents: Sendable {
    /// In the order of their numbers.
    package var rows: [StoredEvent]
    package var marks: FeedMarks

    package init(_ rows: [StoredEvent], _ marks: FeedMarks) { (self.rows, self.marks) = (rows, marks) }
}

/// A journal entry with its number, and the columns of its session.
package struct StoredEvent: Sendable {
    package let number: Int
    let session: String
    let user: String?
    /// Of a session that is over; nil unless this is its last entry.
    let outcome: SessionOutcome?
    let entry: JournalEntry

    init(number: Int, of session: SessionRow, _ entry: JournalEntry) {
        self.number = number
        self.session = session.id
        user = session.user
        outcome = entry.revision == session.revision ? session.outcome : nil
        self.entry = entry
    }

    /// Reads ``columns``.
    package init(_ row: some StoredRow) {
        entry = JournalEntry(row)
        let first = JournalEntry.columnNames.count
        number = row.int(first)
        session = row.text(first + 1)
        user = row.optionalText(first + 2)
        outcome = row.optionalText(first + 3).flatMap(SessionOutcome.init)
    }

    /// The columns, of a journal joined with `sessions`.
    package static let columns = """
        \(JournalEntry.columns(of: "journal")), journal.number, sessions.id, sessions.user_id, \
        CASE WHEN sessions.revision = journal.revision THEN sessions.outcome END
        """

    func event(_ marks: FeedMarks) -> FeedEvent {
        FeedEvent(
            cursor: marks.cursor(number),
            session: session,
            revision: entry.revision,
            at: entry.at,
            kind: entry.kind,
            flow: entry.flow,
            screen: entry.screen,
            name: entry.name,
            params: entry.params,
            to: entry.to,
            outcome: outcome,
            user: user,
            request: entry.request
        )
    }
}
