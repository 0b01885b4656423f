import Fairway
import FairwayEvents
import FairwayWire
import Foundation

/// `GET /v1/admin/events`.
struct EventsDocument: Codable, DescribedType {
    var events: [EventDocument]
    /// The cursor to read on from.
    var next: String

    static let described = TypeDescription(
        "A page of the event feed.",
        .init("events", "The events, oldest first."),
        .init("next", "The cursor to read on from. It is never `null`.", "4711")
    )
}

/// An event of the feed. Sensitive values are masked.
struct EventDocument: Codable, DescribedType {
    var cursor: String
    var session: String
    var revision: Int
    var at: Date
    var kind: String
    var flow: String?
    var screen: String?
    var name: String?
    var to: String?
    /// How the session ended; nil if it did not end with this change.
    var outcome: SessionOutcome?
    var params: RawJSON?
    /// The user that the session belongs to when the event is read.
    var user: String?
    /// The id of the request; nil for timers and jobs.
    var request: String?

    static let described = TypeDescription(
        "A committed change of a session.",
        .init("cursor", "The event's place in the feed. Read on with `after`.", "4711"),
        .init("session", "The session's id.", "01m8kgeehg1ma8hsjwc5nwwsqq"),
        .init("revision", "The revision that the change made.", 8),
        .init("at", "When it was committed.", "2026-11-26T09:30:00.000Z"),
        .init("kind", "The kind of change, such as `action`, `back`, `timer` or `job`.", "action"),
        .init("flow", "The flow that was in front; `null` if there was none.", "Checkout"),
        .init("screen", "The screen that was in front; `null` if there was none.", "Checkout.Address"),
        .init("name", "The name of the action, tab, signal, timer or job.", "saveButtonPressed"),
        .init(
            "to",
            "The name of the front screen after the change; `null` if the session is over.",
            "Checkout.Payment"
        ),
        .init("outcome", "How the session ended; `null` if it did not end with this change.", JSONValue.null),
        .init(
            "params",
            "The parameters, with sensitive values masked; `null` if there are none.",
            ["street": "Quay 1"]
        ),
        .init(
            "user",
            "The user that the session belongs to when the event is read; `null` for an anonymous session.",
            "ada"
        ),
        .init("request", "The id of the request; `null` if there was none.", "r-8f3a2c")
    )

    init(_ event: FeedEvent) {
        cursor = "\(event.cursor)"
        session = event.session
        revision = event.revision
        at = event.at
        kind = event.kind
        flow = event.flow
        screen = event.screen
        name = event.name
        to = event.to
        outcome = event.outcome
        params = event.params
        user = event.user
        request = event.request
    }
}
