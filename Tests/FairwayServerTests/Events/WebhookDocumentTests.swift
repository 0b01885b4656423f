import FairwayHTTP
import FairwayTesting
import FairwayWire
import Foundation
import TestWaits
import Testing
import WireChecking

@testable import Fairway
@testable import FairwayEvents
@testable import FairwayServer

@Suite(.waiting)
struct WebhookDocumentTests {
    @Test func listMatchesFixtureAndSchema() async throws {
        let now = Date(timeIntervalSince1970: 1_700_000_060)
        let url = try #require(URL(string: "https://crm.example/hook"))
        let receiver = WebhookReceiver(url, keys: [Array("0123456789abcdef".utf8)], flows: ["Checkout"])
        var progress = WebhookProgress(id: receiver.id, cursor: try #require(EventCursor("1f-3")))
        progress.waitingSince = now.addingTimeInterval(-60)
        progress.failures = 1
        progress.lastError = "The receiver answered 503."
        progress.lastErrorAt = now
        progress.nextAttempt = now.addingTimeInterval(5)
        let listed = ListedWebhook(receiver, progress, at: now)
        let document = WebhooksDocument(webhooks: [WebhookDocument(listed)], next: nil)
        let fixture = try #require(try WireFixture.all(in: "admin").first { $0.name == "webhooks" })
        let body = String(decoding: try JSON.encode(document), as: UTF8.self)
        #expect(body == String(decoding: try fixture.bytes(), as: UTF8.self))

        let harbour = try await ServedHarbour()
        let openAPI = try JSON.decode(JSONValue.self, from: try await harbour.send(.get, "/openapi.json").body)
        let answer = openAPI["paths"]?["/v1/admin/webhooks"]?["get"]?["responses"]?["200"]
        let schema = try #require(answer?["content"]?["application/json"]?["schema"])
        #expect(SchemaChecker(document: openAPI).complaints(try fixture.value(), against: schema) == [])
    }

    @Test func serverWithoutWebhooksListsNone() async throws {
        let harbour = try await ServedHarbour()
        let reply = try await harbour.send(.get, "/v1/admin/webhooks")
        #expect(String(decoding: reply.body, as: UTF8.self) == #"{"webhooks":[],"next":null}"#)
        let refused = try await harbour.send(.get, "/v1/admin/webhooks?cursor=wh_none")
        #expect(refused.status == 400)
        let unknown = try await harbour.send(.post, "/v1/admin/webhooks/wh_none/redeliver", #"{"after":"0"}"#)
        #expect(try JSON.decode(Problem.self, from: unknown.body).code == .noSuchWebhook)
        let wrong = try await harbour.send(.post, "/v1/admin/webhooks/wh_none/redeliver", #"{"after":7}"#)
        #expect(try JSON.decode(Problem.self, from: wrong.body).code == .invalidParams)
    }

    @Test(arguments: [WebhookReceiver.Body.full, .thin])
    func eventsOfRequestsHaveTheirMembers(_ body: WebhookReceiver.Body) throws {
        let event = FeedEvent(
            cursor: try #require(EventCursor("1f-3")),
            session: "s",
            revision: 2,
            at: Date(timeIntervalSince1970: 1_700_000_000),
            kind: "start",
            user: "ada"
        )
        let members = try JSON.decode(JSONObject.self, from: try Webhooks.encode(event, body)).members.map(\.name)
        let thin = ["cursor", "session", "revision", "at", "kind", "flow"]
        #expect(
            members == thin + (body == .full ? ["screen", "name", "to", "outcome", "params", "user", "request"] : [])
        )
    }
}
