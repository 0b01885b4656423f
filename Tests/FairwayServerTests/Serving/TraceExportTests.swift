import Fairway
import FairwayHTTP
import FairwayTesting
import FairwayWire
import Foundation
import ServerDoubles
import TestWaits
import Testing

@testable import FairwayServer

/// Traces, logs, the journal and incidents are joined by the id of a request.
@Suite(.waiting)
struct TraceExportTests {
    private static let client = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
    private let console = RecordedConsole()
    private let collector = TraceCollector()

    @Test func oneIdJoinsARequestWithItsJob() async throws {
        try await serving { server in
            let session = try await start(at: server)
            let tap = try await act("pay", session, at: server, headers: [("traceparent", Self.client)])
            #expect(tap.headers["X-Request-Id"] == "tap-1")
            // The change that delivers the result of the second attempt.
            try await until { try collector.spans().filter { $0["name"] == "change" }.count == 3 }

            let sent = try collector.spans()
            let request = try #require(sent.last { $0["name"] == "request" })
            #expect(request["traceId"]?.string == "4bf92f3577b34da6a3ce929d0e0e4736")
            #expect(request["parentSpanId"]?.string == "00f067aa0ba902b7")
            let changes = sent.filter { $0["name"] == "change" }
            let attempts = sent.filter { $0["name"] == "job attempt" }
            #expect(attempts.map { $0["status"]?["message"] } == ["flow-failed", nil])
            for span in attempts + [changes[2]] {
                #expect(span["links"]?.array?.first?["spanId"] == changes[1]["spanId"])
                #expect(span["links"]?.array?.first?["traceId"] == request["traceId"])
            }
            #expect(sent.count { $0.request == "tap-1" } == 5)

            let entries = try await admin("\(session.session)/journal", at: server)["entries"]?.array
            #expect(entries?.map { $0["request"]?.string } == ["start-1", "tap-1", "tap-1"])
            try await until {
                try await admin(session.session, at: server)["incidents"]?.array?.isEmpty == false
            }
            let incident = try await admin(session.session, at: server)["incidents"]?.array?.first
            #expect(incident?["request"]?.string == "tap-1")
            let metrics = try await server.respond(to: WebRequest(.get, "/metrics")).text
            #expect(metrics.contains(#"fairway_spans_total{outcome="sent"}"#))
            #expect(metrics.contains(#"fairway_spans_total{outcome="dropped"} 0"#))
        }
        let lines = console.errors.split(separator: "\n").filter { $0.contains("request=tap-1") }
        #expect(lines.count { $0.contains(" request method=POST ") } == 1)
        #expect(lines.count { $0.contains(" work failed, will be retried ") } == 1)
        #expect(lines.count { $0.contains("message=charged amount=12 ") } == 1)
        #expect(lines.allSatisfy { $0.contains(" flow=Kiosk ") })
    }

    @Test func nothingOfAUserIsExported() async throws {
        try await serving { server in
            let session = try await start(at: server)
            _ = try await act("name", session, #"{"text":"hushhush"}"#, at: server)
            _ = try await act("hushhush-action", session, at: server)
            try await until { try collector.spans().filter { $0["name"] == "change" }.count == 3 }
        }
        for export in collector.exports {
            let body = String(decoding: export.body, as: UTF8.self)
            #expect(!body.contains("hushhush"))
            // Ids in hexadecimal cannot contain it.
            #expect(!body.contains("grace"))
        }
    }

    @Test func headersAndResourceComeFromTheEnvironment() async throws {
        let variables = [
            "OTEL_EXPORTER_OTLP_HEADERS": "Authorization=Bearer%20secret", "OTEL_SERVICE_NAME": "kiosk",
            "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=test",
        ]
        try await serving(variables) { server in
            _ = try await start(at: server)
            try await until { !collector.exports.isEmpty }
        }
        let export = try #require(collector.exports.first)
        #expect(export[.authorization] == "Bearer secret")
        #expect(export.isJSON)
        let document = try JSON.decode(JSONValue.self, from: export.body)
        let resource = try #require(document["resourceSpans"]?.array?.first?["resource"])
        #expect(resource.attribute("service.name") == "kiosk")
        #expect(resource.attribute("deployment.environment.name") == "test")
        #expect(resource.attribute("service.instance.id") != nil)
    }

    @Test func webhookNamesTheTraceOfItsEvent() async throws {
        let (requests, request) = AsyncStream.makeStream(of: Request.self)
        var router = Router<Void>()
        router.on(.post, "/hook") { (posted: Request) in
            request.yield(posted)
            return Response(204)
        }
        try await withServer(router) { receiver in
            let file = FileManager.default.temporaryDirectory.appending(path: "webhooks-\(UUID().uuidString).json")
            defer { try? FileManager.default.removeItem(at: file) }
            let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
            let entry = #"[{"url":"http://\#(receiver.address)/hook","secrets":["\#(secret)"]}]"#
            try Data(entry.utf8).write(to: file)
            try await serving(["FAIRWAY_WEBHOOKS": file.path]) { server in
                _ = try await start(at: server)
                for await posted in requests {
                    try await until { try !collector.spans().isEmpty }
                    let change = try #require(try collector.spans().first { $0["name"] == "change" })
                    let (trace, span) = (change["traceId"]?.string ?? "", change["spanId"]?.string ?? "")
                    #expect(posted.traceParent == "00-\(trace)-\(span)-01")
                    break
                }
            }
        }
    }

    @Test func redirectIsNotFollowedAndItsSpansAreDropped() async throws {
        collector.redirect()
        try await serving { server in
            _ = try await start(at: server)
            try await until {
                let metrics = try await server.respond(to: WebRequest(.get, "/metrics")).text
                return metrics.contains(#"fairway_spans_total{outcome="dropped"} 5"#)
            }
        }
        #expect(collector.redirected == 0)
        #expect(console.errors.contains("traces not exported"))
    }

    @Test func collectorThatIsGoneDelaysNothing() async throws {
        let server = try server(at: "http://127.0.0.1:1", [:])
        let session = try await start(at: server)
        #expect(try await act("name", session, #"{"text":"x"}"#, at: server).status == 200)
        await server.stop()
        #expect(console.errors.contains("traces not exported"))
    }

    // MARK: Helpers

    private func serving(_ variables: [String: String] = [:], _ body: (FairwayServer) async throws -> Void) async throws
    {
        try await collector.serve { url in
            let server = try server(at: url, variables)
            do {
                try await body(server)
            } catch {
                await server.stop()
                throw error
            }
            await server.stop()
        }
    }

    private func server(at collector: String, _ variables: [String: String]) throws -> FairwayServer {
        let environment = [
            "FAIRWAY_STORE": "memory:", "FAIRWAY_PORT": "0", "FAIRWAY_ADMIN_TOKEN": "t", "FAIRWAY_LOG_FORMAT": "text",
            "FAIRWAY_IDENTITY_HEADER": "X-User", "OTEL_EXPORTER_OTLP_ENDPOINT": collector,
            "OTEL_BSP_SCHEDULE_DELAY": "100",
        ]
        var options = try ServerOptions.fromEnvironment(environment.merging(variables) { $1 })
        options.console = console.console
        options.listens = false
        return try FairwayServer(Kiosk.app, options)
    }

    private func start(at server: FairwayServer) async throws -> StateDocument {
        let reply = try await server.respond(
            to: WebRequest(
                .post,
                "/v1/sessions",
                headers: ["X-Request-Id": "start-1", "X-User": "grace", "Content-Type": "application/json"],
                body: Array("{}".utf8)
            )
        )
        return try reply.decode(StateDocument.self)
    }

    private func act(
        _ action: String,
        _ session: StateDocument,
        _ params: String = "{}",
        at server: FairwayServer,
        headers: [(String, String)] = []
    ) async throws -> WebResponse {
        var fields: WebHeaders = [
            "X-Request-Id": "tap-1", "X-User": "grace", "Content-Type": "application/json",
            "Authorization": "Bearer \(try #require(session.token))",
        ]
        for (name, value) in headers { fields.add(name, value) }
        return try await server.respond(
            to: WebRequest(
                .post,
                "/v1/sessions/\(session.session)/actions",
                headers: fields,
                body: Array(#"{"action":"\#(action)","params":\#(params)}"#.utf8)
            )
        )
    }

    private func admin(_ path: String, at server: FairwayServer) async throws -> JSONValue {
        let request = WebRequest(.get, "/v1/admin/sessions/\(path)", headers: ["Authorization": "Bearer t"])
        return try await server.respond(to: request).decode(JSONValue.self)
    }
}

private struct Down: Error {}

/// A kiosk whose payments fail at first.
private struct Kiosk: FlowController {
    static let app = App(initial: Kiosk()) {
        Performer(Charge.self, retry: RetryPolicy(firstDelay: .milliseconds(1))) { _, attempt in
            guard attempt.number > 1 else { throw Down() }
            attempt.log.info("charged", ["amount": 12])
            return Done()
        }
    }

    func start(_ nav: Navigator<Self>) { nav.show(Counter()) }

    static var routes: Routes<Self> {
        on(Counter.self) { _, action, nav in
            switch action {
            case .pay: nav.run(Charge())
            case .name: break
            }
        }
        on(completion: Charge.self) { _, _, _ in }
    }

    struct Counter: Screen {
        enum Action: Codable {
            case pay
            case name(text: String)
        }
    }

    struct Charge: Job {}
}
