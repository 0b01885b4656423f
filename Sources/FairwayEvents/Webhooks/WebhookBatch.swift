import Foundation

/// The events of one request.
struct WebhookBatch {
    /// `{"events": […]}`
    let body: [UInt8]
    /// The last event.
    let last: EventCursor
    /// Where the next request begins. The receiver does not take the events in between.
    let next: EventCursor
    let firstAt: Date
    let lastAt: Date
    /// Whether more events wait.
    let hasMore: Bool
    let first: FeedEvent?

    /// The first events of a page that fit into a request; nil if the page has none.
    ///
    /// - Parameters:
    ///   - page: Events that the receiver takes, at most ``WebhookLimits/events``.
    ///   - body: What each event shows. An event that is larger than a request is thin.
    init?(_ page: EventPage, _ body: WebhookReceiver.Body, _ encode: WebhookEncoding) throws {
        var (bytes, count) = (Array(#"{"events":["#.utf8), 0)
        for event in page.events {
            var text = try encode(event, body)
            // The brackets of the list and of the object follow.
            if bytes.count + text.count + 3 > WebhookLimits.bytes {
                guard count == 0 else { break }
                text = try encode(event, .thin)
            }
            if count > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += text
            count += 1
        }
        guard count > 0 else { return nil }
        let isWhole = count == page.events.count
        self.body = bytes + Array("]}".utf8)
        last = page.events[count - 1].cursor
        next = isWhole ? page.next : last
        (firstAt, lastAt) = (page.events[0].at, page.events[count - 1].at)
        hasMore = !isWhole || count == WebhookLimits.events
        first = page.events[0]
    }

    /// The request that is repeated.
    ///
    /// - Parameters:
    ///   - body: The stored body.
    ///   - first: The first event, unless the receiver no longer takes it.
    init?(repeating body: [UInt8], _ progress: WebhookProgress, first: FeedEvent? = nil) {
        guard let last = progress.repeatedThrough, let at = progress.waitingSince else { return nil }
        (self.body, self.last, next, firstAt, lastAt, hasMore) = (body, last, last, at, at, true)
        self.first = first?.at == at ? first : nil
    }
}

/// The value of `traceparent` for the change that made a revision of a session.
package typealias WebhookTracing = @Sendable (_ session: String, _ revision: Int) -> String

/// Encodes an event as JSON.
package typealias WebhookEncoding = @Sendable (FeedEvent, WebhookReceiver.Body) throws -> [UInt8]
