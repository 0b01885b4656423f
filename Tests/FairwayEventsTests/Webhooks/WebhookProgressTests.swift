import FairwayWire
import Foundation
import Testing

@testable import Fairway
@testable import FairwayEvents

/// What an answer to a request changes.
struct WebhookProgressTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let fixture = WebhookFixture()

    private func noting(_ answers: WebhookAnswer...) throws -> WebhookProgress {
        var progress = WebhookProgress(id: "wh_1", cursor: try fixture.cursor(1))
        let batch = try #require(try fixture.batch(2...3))
        for answer in answers { progress.note(answer, to: batch, in: "entry", at: now) }
        return progress
    }

    @Test(arguments: [200, 201, 202, 204, 299])
    func acceptedRequestAdvancesTheCursor(status: Int) throws {
        let progress = try noting(.status(503), .status(status))
        #expect(progress.cursor == (try fixture.cursor(3)))
        #expect(progress.failures == 0)
        #expect(progress.nextAttempt == nil)
        #expect(progress.lastError == nil)
        #expect(progress.repeatedThrough == nil)
        #expect(progress.waitingSince == nil)
        #expect(progress.deliveredAt == now)
    }

    @Test(arguments: [
        (WebhookAnswer.status(500), "The receiver answered 500."),
        (.status(302), "The receiver answered 302. Redirects are not followed."),
        (.status(400), "The receiver answered 400."),
        (.none("the answer is larger than 1 MiB"), "The request failed: the answer is larger than 1 MiB."),
    ])
    func failedRequestIsRepeated(answer: WebhookAnswer, error: String) throws {
        let progress = try noting(answer)
        #expect(progress.cursor == (try fixture.cursor(1)))
        #expect(progress.repeatedThrough == (try fixture.cursor(3)))
        #expect(progress.failures == 1)
        #expect(progress.lastError == error)
        #expect(progress.lastErrorAt == now)
        #expect(progress.waitingSince == fixture.moment(2))
        #expect(progress.lag(at: fixture.moment(42)) == 40)
        let delay = try #require(progress.nextAttempt).timeIntervalSince(now)
        #expect((2.5...5).contains(delay))
    }

    @Test func delaysDoubleUpToADay() throws {
        var progress = try noting()
        let batch = try #require(try fixture.batch(2...3))
        var longest = 5.0
        for _ in 0..<40 {
            progress.note(.status(500), to: batch, in: "entry", at: now)
            let delay = try #require(progress.nextAttempt).timeIntervalSince(now)
            #expect((longest / 2...longest).contains(delay))
            longest = min(longest * 2, 86_400)
        }
        #expect(longest == 86_400)
        #expect(progress.failures == 40)
    }

    @Test func goneReceiverIsDisabledUntilItsEntryChanges() throws {
        let progress = try noting(.status(500), .status(410))
        #expect(progress.isDisabled(in: "entry"))
        #expect(!progress.isDisabled(in: "another entry"))
        #expect(progress.nextAttempt == nil)
        #expect(progress.repeatedThrough == nil, "the store keeps no body for it")
        #expect(progress.cursor == (try fixture.cursor(1)))
    }

    @Test func redeliveryEnablesAGoneReceiver() throws {
        var progress = try noting(.status(410))
        progress.redeliver(after: try fixture.cursor(7))
        var expected = WebhookProgress(id: "wh_1", cursor: try fixture.cursor(7))
        expected.redeliveries = 1
        #expect(progress == expected)
    }

    @Test func lostEventsAreVisible() throws {
        var progress = try noting(.status(500))
        progress.lose(before: try fixture.cursor(9), at: now)
        #expect(progress.cursor == (try fixture.cursor(9)))
        #expect(progress.lastError == "Events were deleted before the receiver accepted them.")
        #expect(progress.nextAttempt == nil)
        #expect(progress.repeatedThrough == nil)
    }
}

/// Which events a request has.
struct WebhookBatchTests {
    private let fixture = WebhookFixture()

    private func text(_ batch: WebhookBatch) -> String { String(decoding: batch.body, as: UTF8.self) }

    @Test func requestHasTheEventsOfAPage() throws {
        let batch = try #require(try fixture.batch(1...2, next: 9))
        #expect(text(batch) == #"{"events":["full 1","full 2"]}"#)
        #expect(batch.last == (try fixture.cursor(2)))
        #expect(batch.next == (try fixture.cursor(9)), "events that the receiver does not take are skipped")
        #expect(!batch.hasMore)
        #expect(try fixture.batch(1...2, body: .thin).map(text) == #"{"events":["thin 1","thin 2"]}"#)
    }

    @Test func requestHasAMebibyteAtMost() throws {
        // 10 bytes and a comma for each event.
        let event = WebhookLimits.bytes / 8
        let batch = try #require(try fixture.batch(1...20, bytes: event))
        #expect(batch.body.count <= WebhookLimits.bytes)
        #expect(batch.body.count > WebhookLimits.bytes - event)
        #expect(batch.next == batch.last)
        #expect(batch.last == (try fixture.cursor(7)))
        #expect(batch.hasMore)
        #expect(try JSON.decode(JSONObject.self, from: batch.body)["events"]?.array?.count == 7)
    }

    @Test func largeEventIsThin() throws {
        let batch = try #require(try fixture.batch(1...2, bytes: 2 * WebhookLimits.bytes))
        #expect(text(batch) == #"{"events":["thin 1"]}"#)
        #expect(batch.hasMore)
    }

    @Test func fullPageHasMore() throws {
        let batch = try #require(try fixture.batch(1...WebhookLimits.events))
        #expect(batch.hasMore)
    }

    @Test func repeatedRequestHasTheStoredBody() throws {
        var progress = WebhookProgress(id: "wh_1", cursor: try fixture.cursor(1))
        progress.note(.status(500), to: try #require(try fixture.batch(2...3)), in: "entry", at: fixture.moment(5))
        let batch = try #require(WebhookBatch(repeating: Array("body".utf8), progress))
        #expect(text(batch) == "body")
        #expect(batch.next == (try fixture.cursor(3)))
        #expect(batch.firstAt == fixture.moment(2))
    }
}

/// Events with numbers.
struct WebhookFixture {
    func cursor(_ number: Int) throws -> EventCursor { try #require(EventCursor("a-\(number)")) }

    func moment(_ seconds: Int) -> Date { Date(timeIntervalSince1970: 1_600_000_000 + Double(seconds)) }

    func event(_ number: Int) throws -> FeedEvent {
        FeedEvent(cursor: try cursor(number), session: "s", revision: number, at: moment(number), kind: "action")
    }

    /// - Parameter bytes: The length of the text of a full event.
    func batch(
        _ numbers: ClosedRange<Int>,
        next: Int? = nil,
        body: WebhookReceiver.Body = .full,
        bytes: Int = 0
    ) throws -> WebhookBatch? {
        let page = EventPage(
            events: try numbers.map(event),
            next: try cursor(next ?? numbers.upperBound),
            isLast: true
        )
        return try WebhookBatch(page, body) { event, body in
            let text = "\"\(body.rawValue) \(event.revision)\""
            guard body == .full, bytes > text.utf8.count else { return Array(text.utf8) }
            return Array("\"\(String(repeating: "x", count: bytes - 2))\"".utf8)
        }
    }
}
