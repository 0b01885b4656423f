import Fairway
public import FairwayWire
public import Foundation

/// A committed change of a session.
public struct FeedEvent: Hashable, Sendable {
    /// The position behind the event. No other event has it.
    public var cursor: EventCursor
    /// The session's id.
    public var session: String
    /// The session's revision after the change.
    public var revision: Int
    /// The time of the change.
    public var at: Date
    /// The kind of change, as in the journal.
    public var kind: String
    /// The flow that showed the screen.
    public var flow: String?
    /// The screen that the change started from.
    public var screen: String?
    /// The name of the action, signal, link, event or job.
    public var name: String?
    /// Its parameters, with sensitive values masked.
    public var params: RawJSON?
    /// The front screen afterwards.
    public var to: String?
    /// How the session ended; nil if it did not end with this change.
    public var outcome: SessionOutcome?
    /// The user that the session belongs to when the event is read; nil for an anonymous session.
    public var user: String?
    /// The id of the call's request; nil if the change has none.
    public var request: String?
}

/// Which events to read.
public struct EventFilter: Hashable, Sendable {
    /// Only changes that started from a screen of one of these flows; all if empty.
    public var flows: Set<String>
    /// Only changes of these kinds; all if empty.
    public var kinds: Set<String>

    /// A filter. By default it selects all events.
    public init(flows: Set<String> = [], kinds: Set<String> = []) { (self.flows, self.kinds) = (flows, kinds) }

    /// Whether it selects all events.
    package var isEmpty: Bool { flows.isEmpty && kinds.isEmpty }

    func selects(_ entry: JournalEntry) -> Bool {
        (flows.isEmpty || entry.flow.map(flows.contains) == true) && (kinds.isEmpty || kinds.contains(entry.kind))
    }
}

/// Events in order.
public struct EventPage: Hashable, Sendable {
    /// The events. A filter may have left out all of them.
    public var events: [FeedEvent]
    /// Where to read on. It is behind the events that the filter has left out.
    public var next: EventCursor
    /// Whether there was no event behind ``next``.
    public var isLast: Bool
}

/// A consumer whose position the store knows.
public struct EventConsumer: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The position. Nil if events behind it were removed by age, or if it is not one of this store.
    public var cursor: EventCursor?
    /// The events behind it, including those of sandboxes and those that were erased.
    public var unread: Int
}
