import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTraces
import FairwayWire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Tracer {
    /// The tracer of a server. Nil if no collector is configured.
    convenience init?(
        _ options: ServeOptions,
        _ build: ServerBuild,
        _ clock: any WallClock,
        report: @escaping @Sendable (LogEvent) -> Void
    ) {
        let variables = options.traceVariables
        guard let url = options.otlp?.forTraces ?? variables.endpoint else { return nil }
        var resource = [
            "service.name": "fairway", "service.version": build.name,
            "service.instance.id": UUID().uuidString.lowercased(),
            "telemetry.sdk.name": "fairway", "telemetry.sdk.language": "swift",
            "telemetry.sdk.version": build.version,
        ]
        resource.merge(variables.resource) { $1 }
        let document = TraceDocument(
            resource: resource.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) },
            version: build.version
        )
        var limits = SpanLimits()
        if let delay = variables.delaySeconds { limits.delaySeconds = delay }
        let exporter = SpanExporter(clock, limits, encode: document.encoded) { body in
            await Self.post(body, to: url, variables.headers, clock)
        } report: {
            report(.traces($0))
        }
        self.init(exporter, ratio: options.otlpSample ?? variables.ratio ?? 1, clock: clock)
    }

    private static func post(
        _ body: [UInt8],
        to url: URL,
        _ headers: [String: String],
        _ clock: any WallClock
    ) async -> SpanAnswer {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(body)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("Fairway", forHTTPHeaderField: "User-Agent")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        do throws(OutgoingCallError) {
            return SpanAnswer(try await OutgoingCall.answer(to: request, clock))
        } catch {
            return .unavailable(error.reason)
        }
    }

    /// Adds the spans that were sent, that were dropped, and that wait.
    func add(to metrics: Metrics) {
        metrics.add { [exporter] text in
            let counts = exporter.counts
            text.family("fairway_spans_total", .counter, "Spans for the collector of traces, sent or dropped.")
            text.sample(labels: [("outcome", "sent")], value: Double(counts.sent))
            text.sample(labels: [("outcome", "dropped")], value: Double(counts.dropped))
            text.family("fairway_spans_waiting", .gauge, "Spans that wait to be sent.")
            text.sample(value: Double(counts.waiting))
        }
    }
}

extension SpanAnswer {
    /// The meaning of a collector's answer (https://opentelemetry.io/docs/specs/otlp/#otlphttp-response).
    init(_ answer: OutgoingAnswer) {
        switch answer.status {
        case 200..<300:
            let document = try? JSON.decode(JSONValue.self, from: answer.body)
            let rejected = document?["partialSuccess"]?["rejectedSpans"]
            // A 64-bit integer is a text in Protobuf's JSON.
            self = .accepted(dropped: max(0, rejected?.string.flatMap { Int($0) } ?? rejected?.int ?? 0))
        case 429, 502, 503, 504: self = .unavailable("the answer has the status \(answer.status)")
        default: self = .refused("the answer has the status \(answer.status)")
        }
    }
}

extension LogEvent {
    fileprivate static func traces(_ report: SpanReport) -> LogEvent {
        switch report {
        case .failing(let reason): LogEvent(.warning, "traces not exported") { $0.add(.cause, reason) }
        case .recovered: LogEvent(.info, "traces exported again")
        }
    }
}
