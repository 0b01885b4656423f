/// The bounds of a store's feed, and its timelines. They decide which cursors are the store's own.
///
/// Numbers alone do not identify events: after a backup was restored, the store gives out the same numbers again. So a timeline begins
/// whenever a server opens the store, as PostgreSQL begins one after a recovery
/// (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES), and a cursor names the timeline of its event.
/// The restored store knows the timelines up to the backup only, and where each of them ends.
public struct FeedMarks: Hashable, Sendable {
    /// The events up to this number were removed by age.
    package var beginning: Int
    /// The highest number that was given out.
    package var newest: Int
    /// In order.
    package var timelines: [Timeline]

    /// A timeline: the events between its start and that of the next one.
    package struct Timeline: Hashable, Sendable {
        package let id: String
        /// The events of the timeline have higher numbers.
        package let start: Int

        package init(id: String, start: Int) { (self.id, self.start) = (id, start) }
    }

    package init(beginning: Int, newest: Int, timelines: [Timeline]) {
        (self.beginning, self.newest, self.timelines) = (beginning, newest, timelines)
    }

    /// The cursor behind the event with a number.
    package func cursor(_ number: Int) -> EventCursor {
        guard number > 0 else { return EventCursor(timeline: "", number: 0) }
        // Numbers before the first timeline belong to timelines beyond `EventLimits.timelines`.
        let timeline = timelines.last { $0.start < number } ?? timelines.first
        return EventCursor(timeline: timeline?.id ?? "0", number: number)
    }

    /// The cursor before the oldest event.
    package var oldest: EventCursor { cursor(beginning) }

    /// The number of a cursor. Nil if events behind it were removed by age, or if this store has not given it out.
    package func number(of cursor: EventCursor) -> Int? {
        (beginning...max(beginning, newest)).contains(cursor.number) && self.cursor(cursor.number) == cursor
            ? cursor.number : nil
    }

    /// The number up to which events may be removed, so that consumers can read the rest.
    package func removable(readUpTo positions: some Sequence<Int>) -> Int {
        max(newest - EventLimits.heldEvents, positions.min() ?? newest)
    }
}
