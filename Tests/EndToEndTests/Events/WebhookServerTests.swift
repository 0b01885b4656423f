import Fairway
import FairwayHTTP
import FairwayWire
import Foundation
import ServerDoubles
import Synchronization
import TestWaits
import Testing

/// Webhooks of a server in its own process.
@Suite(.waiting)
struct WebhookServerTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private let store: TemporaryStore
    private let file: URL
    private let log: URL

    init() throws {
        store = try TemporaryStore()
        file = store.folder.appending(path: "webhooks.json")
        log = store.folder.appending(path: "server.log")
    }

    @Test func changesArriveSignedAndSecretsAppearNowhere() async throws {
        try await withReceiver { receiver, port in
            try write([
                entry(port, "/ok", #","body":"full""#), entry(port, "/thin", #","kinds":["action"],"body":"thin""#),
            ])
            let server = try await serve()
            let session = try await StartedSession("Counter", on: server)
            _ = try await session.act("incrementButtonPressed")
            try await until { receiver.events("/ok").count == 2 && receiver.events("/thin").count == 1 }
            #expect(receiver.events("/ok").map { $0["kind"] } == ["start", "action"])
            #expect(receiver.events("/ok").map { $0["session"] } == [.string(session.id), .string(session.id)])
            #expect(receiver.events("/thin")[0]["revision"] == 2)
            #expect(receiver.events("/thin")[0]["params"] == nil)
            for request in receiver.requests("/ok") {
                for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
                    #expect(request.field(name) != nil)
                }
                #expect(request.field("content-type") == "application/json")
            }
            let operating = Client(server, token: RunningServer.operatorToken)
            let list = try await operating.send("GET", "/v1/admin/webhooks")
            let metrics = try await operating.send("GET", "/metrics")
            for text in [list.body, metrics.body, Array(try Data(contentsOf: log))] {
                let text = String(decoding: text, as: UTF8.self)
                #expect(!text.contains("MfKQ"))
                #expect(!text.contains("/thin"), "a path may be a secret")
            }
            #expect(try await Metric(#"fairway_webhook_failures_total{webhook="127.0.0.1"}"#, of: server).value == 0)
        }
    }

    @Test func silentReceiverDelaysNeitherAnotherOneNorAnAction() async throws {
        try await withReceiver { receiver, port in
            try write([entry(port, "/silent"), entry(port, "/ok")])
            let server = try await serve()
            let session = try await StartedSession("Counter", on: server)
            try await until { receiver.requests("/silent").count == 1 }
            for count in 2...20 {
                #expect(try await session.act("incrementButtonPressed").status == 200)
                try await until { receiver.events("/ok").count == count }
            }
        }
    }

    /// The request is repeated by the next process, too.
    @Test(arguments: ["/500", "/redirect", "/megabyte"])
    func failedRequestIsRepeatedWithItsIDAfterAKill(_ path: String) async throws {
        try await withReceiver { receiver, port in
            try write([entry(port, path)])
            let server = try await serve()
            _ = try await StartedSession("Counter", on: server)
            let operating = Client(server, token: RunningServer.operatorToken)
            try await until { try await webhook(operating)["failures"] != 0 }
            let failing = try await webhook(operating)
            #expect(failing["state"] == "failing")
            #expect(failing["nextAttempt"] != .null)
            #expect(failing["lastError"]?.string?.isEmpty == false)
            server.kill()
            receiver.isWell = true
            let restarted = try await serve()
            let accepted = Client(restarted, token: RunningServer.operatorToken)
            try await until { try await webhook(accepted)["state"] == "active" }
            let requests = receiver.requests(path)
            #expect(Set(requests.map { $0.field("webhook-id") }).count == 1)
            #expect(Set(requests.map(\.body)).count == 1)
            #expect(requests.allSatisfy { $0.path == path })
            #expect(receiver.requests("/elsewhere").isEmpty)
        }
    }

    @Test func goneReceiverIsDisabledUntilEventsAreDeliveredAgain() async throws {
        try await withReceiver { receiver, port in
            try write([entry(port, "/410")])
            let server = try await serve()
            let operating = Client(server, token: RunningServer.operatorToken)
            _ = try await StartedSession("Counter", on: server)
            try await until { try await webhook(operating)["state"] == "disabled" }
            receiver.isWell = true
            let gone = try await webhook(operating)
            let path = "/v1/admin/webhooks/\(try #require(gone["id"]?.string))/redeliver"
            let lost = try await operating.send("POST", path, #"{"after":"1f-7"}"#)
            #expect(try lost.problem.code == .eventsGone)
            let cursor = try #require(gone["cursor"]?.string)
            let reply = try await operating.send("POST", path, #"{"after":"\#(cursor)"}"#)
            #expect(reply.status == 200)
            try await until { try await webhook(operating)["deliveredAt"] != .null }
            #expect(Set(receiver.requests("/410").map { $0.field("webhook-id") }).count == 2)
            let audit = try await operating.send("GET", "/v1/admin/audit")
            #expect(String(decoding: audit.body, as: UTF8.self).contains("POST \(path)"))
        }
    }

    @Test func changedFileIsReadAgainAndAFaultyOneIgnored() async throws {
        try await withReceiver { receiver, port in
            try write([])
            let server = try await serve()
            let operating = Client(server, token: RunningServer.operatorToken)
            try Data("[{}]".utf8).write(to: file, options: .atomic)
            try await until { String(decoding: try Data(contentsOf: log), as: UTF8.self).contains("webhooks not read") }
            try write([entry(port, "/ok")])
            try await until { try await webhooks(operating).count == 1 }
            try await until { try await webhook(operating)["cursor"] != .null }
            _ = try await StartedSession("Counter", on: server)
            try await until { receiver.events("/ok").count == 1 }
        }
    }

    private func serve() async throws -> RunningServer {
        try await RunningServer("--webhooks", file.path, "--store", store.locator, "--log-format", "json", logging: log)
    }

    private func entry(_ port: UInt16, _ path: String, _ more: String = "") -> String {
        #"{"url":"http://127.0.0.1:\#(port)\#(path)","secrets":["\#(Self.secret)"]\#(more)}"#
    }

    private func write(_ entries: [String]) throws {
        try Data("[\(entries.joined(separator: ","))]".utf8).write(to: file, options: .atomic)
    }

    private func webhooks(_ client: Client) async throws -> [JSONValue] {
        let reply = try await client.send("GET", "/v1/admin/webhooks")
        return try #require(try JSON.decode(JSONValue.self, from: reply.body)["webhooks"]?.array)
    }

    private func webhook(_ client: Client) async throws -> JSONValue {
        try #require(try await webhooks(client).first)
    }

    private func withReceiver(_ body: (WebhookPaths, UInt16) async throws -> Void) async throws {
        let receiver = WebhookPaths()
        var router = Router<Void>()
        for path in WebhookPaths.all {
            router.on(.post, path, bodyLimit: 1 << 20) { request, exchange in receiver.answer(request, exchange) }
        }
        try await withServer(router) { server in
            try await body(receiver, server.address.port)
            receiver.releaseAll()
        }
    }
}

/// A receiver that answers each path in another way.
private final class WebhookPaths: Sendable {
    static let all = ["/ok", "/thin", "/silent", "/500", "/redirect", "/megabyte", "/410", "/elsewhere"]

    private let state = Mutex(State())

    private struct State {
        var isWell = false
        var requests: [Request] = []
        var unanswered: [Exchange] = []
    }

    /// Whether all paths accept requests.
    var isWell: Bool {
        get { state.withLock(\.isWell) }
        set { state.withLock { $0.isWell = newValue } }
    }

    func requests(_ path: String) -> [Request] { state.withLock(\.requests).filter { $0.path == path } }

    func events(_ path: String) -> [JSONValue] {
        requests(path).flatMap { request in
            (try? JSON.decode(JSONValue.self, from: request.body))?["events"]?.array ?? []
        }
    }

    func answer(_ request: Request, _ exchange: Exchange) {
        let isWell = state.withLock { state in
            state.requests.append(request)
            if request.path == "/silent" { state.unanswered.append(exchange) }
            return state.isWell
        }
        switch request.path {
        case "/silent": break
        case "/500" where !isWell: exchange.respond(Response(500))
        case "/redirect" where !isWell: exchange.respond(Response(307, headers: ["Location": "/elsewhere"]))
        case "/megabyte" where !isWell: exchange.respond(.text(String(repeating: "x", count: 1 + 1 << 20)))
        case "/410" where !isWell: exchange.respond(Response(410))
        default: exchange.respond(Response(204))
        }
    }

    /// Answers the requests that were not answered, because an exchange must be.
    func releaseAll() {
        for exchange in state.withLock(\.unanswered) { exchange.respond(Response(503)) }
    }
}

extension Request {
    fileprivate func field(_ name: String) -> String? { headerFields.first { $0.0.lowercased() == name }?.1 }
}
