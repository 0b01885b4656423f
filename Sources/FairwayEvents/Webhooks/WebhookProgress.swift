import Fairway
package import Foundation

/// How far a receiver has come. One row of the store.
package struct WebhookProgress: Hashable, Sendable {
    /// The id of the receiver.
    package var id: String
    /// The last event that the receiver has accepted, or that was not meant for it.
    package var cursor: EventCursor
    /// The last event of the request that is sent or repeated; nil if none is. The store has its body, unless an erasure has deleted it.
    package var repeatedThrough: EventCursor?
    /// Failed requests since the last accepted one.
    package var failures = 0
    /// The time of the oldest event that was not accepted; nil if there is none.
    package var waitingSince: Date?
    package var nextAttempt: Date?
    package var lastError: String?
    package var lastErrorAt: Date?
    /// When a request was last accepted.
    package var deliveredAt: Date?
    /// The fingerprint of the entry with which the receiver has answered 410; nil if it has not.
    package var disabledIn: String?
    /// How often an operator had events delivered again. It is part of the ids of requests, so that receivers do not take
    /// them for repeated ones.
    package var redeliveries = 0
    /// The number of the stored row. A write replaces only the row that it has read.
    package var version = 0

    /// The longest error in bytes.
    static let mostErrorBytes = 200

    /// A new receiver, which gets the events after the cursor.
    package init(id: String, cursor: EventCursor) { (self.id, self.cursor) = (id, cursor) }
}

extension WebhookProgress {
    /// After five seconds, and then twice as long each time, up to a day.
    static let retries = RetryPolicy(attempts: .max, firstDelay: .seconds(5), longestDelay: .seconds(86_400))

    /// Whether the receiver gets nothing until its entry changes or an operator has events delivered again.
    package func isDisabled(in entry: String) -> Bool { disabledIn == entry }

    /// The seconds for which the oldest event has waited.
    package func lag(at now: Date) -> Double { Self.lag(since: waitingSince, at: now) }

    static func lag(since date: Date?, at now: Date) -> Double {
        date.map { Double(max(0, now.milliseconds - $0.milliseconds)) / 1_000 } ?? 0
    }

    /// Moves past events that the receiver does not take.
    mutating func skip(to cursor: EventCursor) { (self.cursor, waitingSince) = (cursor, nil) }

    /// Takes note of a request that is sent for the first time.
    mutating func begin(_ batch: WebhookBatch) { (repeatedThrough, waitingSince) = (batch.last, batch.firstAt) }

    /// Takes note of the answer to a request.
    ///
    /// - Parameters:
    ///   - batch: What the request had.
    ///   - entry: The fingerprint of the receiver's entry.
    mutating func note(_ answer: WebhookAnswer, to batch: WebhookBatch, in entry: String, at now: Date) {
        switch answer {
        case .status(200..<300):
            cursor = batch.next
            (repeatedThrough, failures, nextAttempt, lastError, lastErrorAt) = (nil, 0, nil, nil, nil)
            waitingSince = batch.hasMore ? batch.lastAt : nil
            (deliveredAt, disabledIn) = (now, nil)
        case .status(410):
            fail("The receiver answered 410, and gets no more events.", batch, at: now)
            (disabledIn, repeatedThrough, nextAttempt) = (entry, nil, nil)
        case .status(let status) where (300..<400).contains(status):
            fail("The receiver answered \(status). Redirects are not followed.", batch, at: now)
        case .status(let status): fail("The receiver answered \(status).", batch, at: now)
        case .none(let reason): fail("The request failed: \(reason).", batch, at: now)
        }
    }

    private mutating func fail(_ error: String, _ batch: WebhookBatch, at now: Date) {
        failures += 1
        (lastError, lastErrorAt) = (error.shortened(toBytes: Self.mostErrorBytes), now)
        (repeatedThrough, waitingSince, disabledIn) = (batch.last, batch.firstAt, nil)
        let delay = Self.retries.delay(after: failures, of: id) ?? Self.retries.longestDelay
        nextAttempt = now.addingTimeInterval(delay / .seconds(1))
    }

    /// Continues with the oldest event that the store has, because it has deleted older ones: there were too many, or the receiver was
    /// disabled.
    mutating func lose(before oldest: EventCursor, at now: Date) {
        (cursor, repeatedThrough, nextAttempt, waitingSince) = (oldest, nil, nil, nil)
        lastError = "Events were deleted before the receiver accepted them."
        lastErrorAt = now
    }

    /// Delivers the events after a cursor, again and at once.
    package mutating func redeliver(after cursor: EventCursor) {
        (self.cursor, repeatedThrough, failures, nextAttempt) = (cursor, nil, 0, nil)
        (waitingSince, disabledIn, lastError, lastErrorAt) = (nil, nil, nil, nil)
        redeliveries += 1
    }
}
