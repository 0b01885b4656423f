import Fairway
import FairwayEvents
import FairwayWire
import Foundation

/// `GET /v1/admin/events`.
struct EventsDocument: Codable {
    var events: [EventDocument]
    /// The cursor to read on from.
    var next: String
}

/// An event of the feed. Sensitive values are masked.
struct EventDocument: Codable {
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
