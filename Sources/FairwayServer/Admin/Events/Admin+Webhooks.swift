import Fairway
import FairwayEvents
import FairwayHTTP
import FairwayWire
import Foundation

/// The systems that receive events.
extension Admin {
    func addWebhookRoutes(to router: inout Router<APIOperation>) {
        router.on(
            .get,
            "/v1/admin/webhooks",
            description: APIOperation(
                "The webhooks of the file of `--webhooks`, in its order, and how far each has come.",
                "Admin",
                .operator
            )
            .explained("A webhook that lags, or that is disabled, needs attention.")
            .readsPage()
            .answers(200, "A page of webhooks. It has no secrets.", WebhooksDocument.self)
            .refuses(.malformedRequest)
        ) { request, exchange in
            answer(request, exchange, needs: .support) { call in
                let listed = try await webhooks?.listed() ?? []
                let page = try Self.page(of: listed, after: call.query.text("cursor"), limit: try call.query.limit())
                return try await .page("webhooks", page.rows.lazy.map(WebhookDocument.init), next: page.next)
            }
        }
        router.on(
            .post,
            "/v1/admin/webhooks/{webhook}/redeliver",
            description: APIOperation(
                "Sends the events after a cursor again, and then the later ones. Enables a webhook that has answered 410.",
                "Admin",
                .operator
            )
            .explained("Receivers have to accept events that they have seen.")
            .takes(RedeliveryBody.self)
            .answers(200, "The webhook.", WebhookDocument.self)
            .refuses(.invalidParams, .noSuchWebhook, .eventsGone)
        ) { (request, exchange, webhook: String) in
            answer(request, exchange, needs: .admin, audited: .redelivery(to: webhook)) { _ in
                let text = try request.decodeBody(RedeliveryBody.self, wrongValue: .invalidParams).after
                guard let webhooks, let events, webhooks.receivers.contains(where: { $0.id == webhook }) else {
                    throw Problem(.noSuchWebhook)
                }
                let cursor = EventCursor(text) ?? .unknown
                do {
                    _ = try await events.events(after: cursor, limit: 1)
                } catch let error as EventFeedError {
                    return api.respond(answer(to: error), to: request)
                }
                guard let listed = try await webhooks.redeliver(webhook, after: cursor) else {
                    throw Problem(.noSuchWebhook)
                }
                return try .json(WebhookDocument(listed))
            }
        }
    }

    private struct RedeliveryBody: Decodable, DescribedType {
        var after: String

        static let described = TypeDescription(
            "The place in the feed from which events are sent again.",
            .init("after", "The cursor of the last event that is not sent again.", "4711")
        )
    }

    /// The cursor of a page is the id of the last webhook before it.
    private static func page(
        of listed: [ListedWebhook],
        after cursor: String?,
        limit: Int
    ) throws(Problem) -> (rows: ArraySlice<ListedWebhook>, next: String?) {
        var start = 0
        if let cursor {
            guard let index = listed.firstIndex(where: { $0.receiver.id == cursor }) else {
                throw Problem(.malformedRequest, "cursor must be the next of a previous page.")
            }
            start = index + 1
        }
        let rows = listed[start...].prefix(limit)
        return (rows, rows.endIndex < listed.endIndex ? rows.last?.receiver.id : nil)
    }
}

extension AuditSubject {
    /// A webhook, which may not exist.
    fileprivate static func redelivery(to webhook: String) -> AuditSubject {
        AuditSubject(path: "/v1/admin/webhooks/\(webhook.shortened(toBytes: 64))/redeliver")
    }
}

/// `GET /v1/admin/webhooks`.
struct WebhooksDocument: Codable, DescribedType {
    var webhooks: [WebhookDocument]
    var next: String?

    static let described = TypeDescription(
        "A page of webhooks.",
        .init("webhooks", "The webhooks, in the order of their file."),
        .init("next", "The cursor of the next page; `null` for the last one.", "warehouse")
    )
}

/// A webhook, without its secrets and without the path of its URL, which may be one.
struct WebhookDocument: Codable, DescribedType {
    var id: String
    var host: String
    /// Nil for all.
    var kinds: [String]?
    /// Nil for all.
    var flows: [String]?
    var body: WebhookReceiver.Body
    var state: ListedWebhook.State
    /// The last event that it has accepted, or that was not meant for it. Nil before the first look at its events.
    var cursor: String?
    /// The seconds for which the oldest event has waited.
    var lag: Double
    /// Failed requests since the last accepted one.
    var failures: Int
    var lastError: String?
    var lastErrorAt: Date?
    /// Nil unless a request is repeated.
    var nextAttempt: Date?
    /// When a request was last accepted.
    var deliveredAt: Date?

    static let described = TypeDescription(
        "A system that receives events.",
        .init("id", "The webhook's id in the file of `--webhooks`.", "warehouse"),
        .init("host", "The host of its URL.", "hooks.example.org"),
        .init("kinds", "The kinds of changes that it receives; `null` for all.", ["action", "job"]),
        .init("flows", "The flows whose changes it receives; `null` for all.", ["Checkout"]),
        .init("body", "Whether an event has all members, or no data of users.", "thin"),
        .init("state", "Whether it receives events."),
        .init(
            "cursor",
            "The last event that it has accepted, or that was not meant for it; `null` before the first look at its events.",
            "4711"
        ),
        .init("lag", "The seconds for which the oldest event has waited.", 0.5),
        .init("failures", "The failed requests since the last accepted one.", 0),
        .init("lastError", "Why the last failed request failed; `null` if none did.", "503 Service Unavailable"),
        .init("lastErrorAt", "When the last request failed; `null` if none did.", "2026-11-26T09:30:00.000Z"),
        .init("nextAttempt", "When a request is repeated; `null` if none is.", "2026-11-26T09:31:00.000Z"),
        .init("deliveredAt", "When a request was last accepted; `null` if none was.", "2026-11-26T09:30:00.000Z")
    )

    init(_ listed: ListedWebhook) {
        let (receiver, progress) = (listed.receiver, listed.progress)
        id = receiver.id
        host = receiver.host
        kinds = receiver.kinds?.sorted()
        flows = receiver.flows?.sorted()
        body = receiver.body
        state = listed.state
        cursor = progress?.cursor.description
        lag = listed.lag
        failures = progress?.failures ?? 0
        lastError = progress?.lastError
        lastErrorAt = progress?.lastErrorAt
        nextAttempt = progress?.nextAttempt
        deliveredAt = progress?.deliveredAt
    }
}
