import FairwayWire
import Foundation
import Testing

@testable import Fairway
@testable import FairwayEvents

/// What a request has, and how it is signed.
struct WebhookMessageTests {
    private static let keys = [Array("0123456789abcdef01234567".utf8), Array("another key of many bytes".utf8)]
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func message(
        _ body: String = #"{"events":[]}"#,
        keys: [[UInt8]] = keys,
        redeliveries: Int = 0,
        after seconds: Double = 0
    ) throws -> WebhookMessage {
        let receiver = WebhookReceiver(try #require(URL(string: "https://crm.example/hook/s3cret")), keys: keys)
        return WebhookMessage(
            Array(body.utf8),
            to: receiver,
            redeliveries: redeliveries,
            at: now.addingTimeInterval(seconds)
        )
    }

    private func check(_ message: WebhookMessage, by key: [UInt8]) async throws -> String {
        var headers = WebHeaders()
        for (name, value) in message.headers { headers.add(name, value) }
        let request = WebRequest(.post, "/hook", headers: headers, body: message.body)
        let secret = "whsec_" + Data(key).base64EncodedString()
        return try await WebhookVerification.standardWebhooks(secrets: [secret]).check(request, now)
    }

    @Test func everySecretVerifiesTheRequest() async throws {
        let message = try message()
        for key in Self.keys { #expect(try await check(message, by: key) == message.id) }
        await #expect(throws: Problem.self) { try await check(message, by: Array("somebody else's secret".utf8)) }
        let signatures = try #require(message.headers["webhook-signature"]).split(separator: " ")
        #expect(signatures.count == 2)
        #expect(signatures.allSatisfy { $0.hasPrefix("v1,") })
        #expect(message.headers["webhook-timestamp"] == "1700000000")
        #expect(message.headers["Content-Type"] == "application/json")
    }

    @Test func retryHasTheSameIDAndANewTime() throws {
        let (first, retry) = (try message(), try message(after: 5))
        #expect(first.id == retry.id)
        #expect(first.headers["webhook-id"] == first.id)
        #expect(retry.headers["webhook-timestamp"] == "1700000005")
        #expect(first.headers["webhook-signature"] != retry.headers["webhook-signature"])
    }

    /// A receiver ignores requests whose id it knows.
    @Test func otherEventsAndRedeliveriesHaveOtherIDs() throws {
        let ids = [
            try message().id, try message(redeliveries: 1).id, try message(#"{"events":[1]}"#).id,
        ]
        #expect(Set(ids).count == 3)
        #expect(ids.allSatisfy { $0.hasPrefix("msg_") && $0.utf8.count == 28 })
    }

    @Test func receiverShowsNothingButItsHost() throws {
        let receiver = WebhookReceiver(try #require(URL(string: "https://crm.example/hook/s3cret")), keys: Self.keys)
        #expect("\(receiver)" == "crm.example")
        var text = ""
        dump(receiver, to: &text)
        #expect(!text.contains("s3cret"))
        #expect(!text.contains("48"), "no bytes of the secrets")
        #expect(receiver.id.hasPrefix("wh_") && receiver.id.utf8.count == 19)
    }
}
