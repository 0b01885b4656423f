import Fairway
import FairwayEvents
import FairwayHTTP
import FairwayTraces
import FairwayWire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Webhooks {
    /// The webhooks of a server. They have no receivers until a file was read.
    convenience init(
        _ feed: EventFeed,
        _ store: any WebhookStore,
        of engine: Engine,
        _ tracer: Tracer?,
        report: @escaping @Sendable (LogEvent) -> Void
    ) {
        let clock = engine.clock
        let trace: WebhookTracing? =
            if let tracer {
                { session, revision in tracer.place(inSession: session, revision: revision).traceparent }
            } else {
                nil
            }
        self.init(feed, store, of: engine, trace: trace, encode: Self.encode) { message in
            await Self.post(message, clock)
        } report: {
            report(.webhook($0))
        }
    }

    @Sendable static func encode(_ event: FeedEvent, _ body: WebhookReceiver.Body) throws -> [UInt8] {
        switch body {
        case .full: try JSON.encode(EventDocument(event))
        case .thin: try JSON.encode(ThinEventDocument(event))
        }
    }

    static func post(_ message: WebhookMessage, _ clock: any WallClock) async -> WebhookAnswer {
        var request = URLRequest(url: message.url)
        request.httpMethod = "POST"
        request.httpBody = Data(message.body)
        request.setValue("Fairway", forHTTPHeaderField: "User-Agent")
        for (name, value) in message.headers { request.setValue(value, forHTTPHeaderField: name) }
        do throws(OutgoingCallError) {
            return .status(try await OutgoingCall.answer(to: request, clock).status)
        } catch {
            return .none(error.reason)
        }
    }

    /// Adds the lag and the failures of each host.
    func add(to metrics: Metrics) {
        metrics.add { [weak self] text in
            let health = self?.health ?? []
            text.family(
                "fairway_webhook_lag_seconds",
                .gauge,
                "How long the oldest event has waited that a webhook has not accepted, on the server that sends."
            )
            for (host, lag, _) in health { if let lag { text.sample(labels: [("webhook", host)], value: lag) } }
            text.family("fairway_webhook_failures_total", .counter, "Requests that a webhook has not accepted.")
            for (host, _, failures) in health { text.sample(labels: [("webhook", host)], value: Double(failures)) }
        }
    }
}

/// An event in a request with the body `thin`.
private struct ThinEventDocument: Encodable {
    var cursor: String
    var session: String
    var revision: Int
    var at: Date
    var kind: String
    var flow: String?

    init(_ event: FeedEvent) {
        cursor = "\(event.cursor)"
        (session, revision, at, kind, flow) = (event.session, event.revision, event.at, event.kind, event.flow)
    }
}

extension LogEvent {
    fileprivate static func webhook(_ report: WebhookReport) -> LogEvent {
        switch report {
        case .failed(let receiver, let error, let isDisabled):
            LogEvent(isDisabled ? .error : .warning, "webhook failed") { line in
                line.add(.cause, "\(receiver.host) (\(receiver.id)): \(error)")
            }
        case .interrupted(let error):
            LogEvent(.warning, "webhooks interrupted, will continue") { $0.add(.cause, "\(error)") }
        case .continued: LogEvent(.info, "webhooks continue")
        }
    }
}
