package import Fairway
import Foundation

/// The part of a store that webhooks need: the progress of each receiver, and the body of the request that is sent or repeated.
///
/// An erasure of sessions or of a user deletes all these bodies, because they may have events of the erased sessions. It also adds one to the
/// versions, so that a request that is being sent does not store its body again.
package protocol WebhookStore: EventStore {
    /// The progress of the receivers with these ids, in any order. A new receiver has none.
    func webhooks(_ ids: [String]) async throws(StoreError) -> [WebhookProgress]

    /// The body of the request that a receiver gets, or gets again; nil if there is none.
    func webhookBody(_ id: String) async throws(StoreError) -> [UInt8]?

    /// Writes a row if the stored one has the same version, or if there is none, and adds one to the version. Then deletes the rows that were
    /// written longest ago, beyond ``WebhookLimits/progressRows``.
    ///
    /// - Parameters:
    ///   - progress: The new row.
    ///   - body: The body of the request that is sent. If it is nil, the stored one stays, unless ``WebhookProgress/repeatedThrough`` is
    ///     nil.
    /// - Returns: Whether it was written. Otherwise another write was faster.
    func setWebhook(_ progress: WebhookProgress, body: [UInt8]?) async throws(StoreError) -> Bool
}

/// The limits of webhooks.
package enum WebhookLimits {
    /// Entries in the file of `--webhooks`.
    package static let receivers = 100
    /// Rows of progress in the store. Those of receivers that are no longer in the file stay until there are more.
    package static let progressRows = 1_000
    /// Events in a request.
    package static let events = 500
    /// The size of a request's body.
    package static let bytes = 1 << 20
    /// Seconds between requests to a receiver, unless one is full. The events of this time are sent together, because a request
    /// costs more than its events.
    package static let secondsBetweenRequests = 0.25
    /// Seconds between looks at the store while a receiver gets nothing: it has failed, or another node sends.
    package static let secondsBetweenLooks = 1.0
    /// Seconds of the wait for an event. After it, the sender looks whether an operator has moved its cursor.
    package static let secondsOfWait = 2.0
    /// Seconds after which the place of a receiver is stored that takes none of the new events.
    package static let secondsBetweenSkips = 60.0
    /// Seconds for which a node claims to be the one that sends.
    package static let secondsOfClaim = 60.0
    /// Seconds after which the claim is renewed. A request lasts at most ten seconds, so it ends within the claim.
    package static let secondsBetweenClaims = 20.0
}

extension WebhookProgress {
    /// The columns that ``init(_:)`` reads, in this order.
    package static let columns = columnNames.joined(separator: ", ")

    package static let columnNames = [
        "id", "cursor", "repeated_through", "failures", "waiting_since_ms", "next_attempt_ms", "last_error",
        "last_error_at_ms", "delivered_at_ms", "disabled_in", "redeliveries", "version",
    ]

    /// Replaces the columns of a stored row by those of the inserted one.
    package static let replacement = columnNames.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")

    /// What an erasure sets in all rows.
    package static let erasure = "body = NULL, repeated_through = NULL, version = version + 1"

    /// Reads a row; nil if its cursor is not one of this feed.
    package init?(_ row: some StoredRow) {
        guard let cursor = EventCursor(row.text(1)) else { return nil }
        self.init(id: row.text(0), cursor: cursor)
        repeatedThrough = row.optionalText(2).flatMap { EventCursor($0) }
        failures = row.int(3)
        waitingSince = row.optionalInt(4).map { Date(milliseconds: $0) }
        nextAttempt = row.optionalInt(5).map { Date(milliseconds: $0) }
        lastError = row.optionalText(6)
        lastErrorAt = row.optionalInt(7).map { Date(milliseconds: $0) }
        deliveredAt = row.optionalInt(8).map { Date(milliseconds: $0) }
        disabledIn = row.optionalText(9)
        (redeliveries, version) = (row.int(10), row.int(11))
    }
}
