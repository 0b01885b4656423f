import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayTesting
import FairwayWire
import Foundation
import TestWaits
import Testing
import WireChecking

@testable import FairwayServer

/// The operators' documents equal those in `Tests/Fixtures/admin` byte for byte (`protocol.md`, section 6).
@Suite(.waiting)
struct AdminDocumentTests {
    private let harbour: ServedHarbour
    private let session: String
    private let token: String?

    /// Creates a session with two screens and a job, and another session that is over.
    init() async throws {
        harbour = try await ServedHarbour()
        let begun = try await harbour.begin()
        (session, token) = (begun.session, begun.token)
        let berth = #"{"action":"didBerth","params":{"name":"Ada","code":"secret"}}"#
        let wrong = #"{"action":"didBerth","params":{"name":"Ada","code":5}}"#
        let actions = "/v1/sessions/\(session)/actions"
        _ = try await harbour.send(
            .post,
            actions,
            wrong,
            token: token,
            headers: [(name: "X-Request-Id", value: "berth")]
        )
        await harbour.operators.flush()
        _ = try await harbour.send(.post, "/v1/sessions/\(session)/actions", #"{"action":"callPilot"}"#, token: token)
        harbour.clock.advance(by: 60)
        _ = try await harbour.send(.post, "/v1/sessions/\(session)/actions", berth, token: token)
        let other = try await harbour.begin()
        _ = try await harbour.send(.delete, "/v1/sessions/\(other.session)", token: other.token)
    }

    @Test(arguments: [
        ("flows", "/v1/admin/flows"), ("summary", "/v1/admin/summary"), ("sessions", "/v1/admin/sessions"),
        ("session-count", "/v1/admin/sessions/count"), ("session", "/v1/admin/sessions/{session}"),
        ("journal", "/v1/admin/sessions/{session}/journal"), ("graph", "/v1/admin/graph"), ("jobs", "/v1/admin/jobs"),
        ("funnel", "/v1/admin/funnel?flow=Harbour"), ("audit", "/v1/admin/audit"), ("batches", "/v1/admin/batches"),
        ("declared", "/v1/admin/declared"), ("quarantine", "/v1/admin/quarantine"),
        ("overview", "/v1/admin/overview"), ("builds", "/v1/admin/builds"), ("problems", "/v1/admin/problems"),
        ("events", "/v1/admin/events"),
    ])
    func documentMatchesFixture(_ name: String, _ template: String) async throws {
        let batch = #"{"action":"end","filter":{"user":"ada"},"count":120}"#
        let headers = [(name: "X-Request-Id", value: "request-1")]
        #expect(try await harbour.send(.post, "/v1/admin/batches", batch, headers: headers).status == 202)
        let path = template.replacing("{session}", with: session)
        let reply = try await harbour.send(.get, path)
        #expect(reply.status == 200)
        // The durations of handlers and the ids that the server makes differ in each run, and the size of the state with its
        // encoding.
        let body = String(decoding: reply.body, as: UTF8.self).replacing(
            /"(micros|handlerP50|handlerP95|stateBytes)":[^,}]+/
        ) {
            #""\#($0.output.1)":0"#
        }.replacing(/"request":"[0-9a-f]{15}"/, with: #""request":"request-1""#)
            .replacing(/"0-[0-9]+"/, with: #""9f1c2ab04e5d7788-120""#)
        let fixture = try #require(try WireFixture.all(in: "admin").first { $0.name == name }, "\(body)")
        #expect(body == String(decoding: try fixture.bytes(), as: UTF8.self))
        let document = try JSON.decode(JSONValue.self, from: try await harbour.send(.get, "/openapi.json").body)
        let route = String(template.prefix { $0 != "?" })
        let answer = document["paths"]?[route]?["get"]?["responses"]?["200"]
        let schema = try #require(answer?["content"]?["application/json"]?["schema"])
        let complaints = SchemaChecker(document: document).complaints(try fixture.value(), against: schema)
        #expect(complaints == [])
    }

    @Test func secretsAreNotShown() async throws {
        for path in ["sessions/\(session)", "sessions/\(session)/journal", "flows", "jobs"] {
            let body = String(decoding: try await harbour.send(.get, "/v1/admin/\(path)").body, as: UTF8.self)
            #expect(body.contains("Harbour"))
            #expect(!body.contains("secret"), "\(path)")
        }
    }

    @Test func streamEventMatchesFixture() async throws {
        let fixture = try #require(try WireFixture.all(in: "admin").first { $0.name == "event" })
        let event = try JSON.decode(FlowEventDocument.self, from: fixture.text)
        #expect(try JSON.encode(event) == (try fixture.bytes()))
        let listener = try harbour.operators.listenToFlows()
        _ = try await harbour.send(.post, "/v1/sessions/\(session)/back", token: token)
        guard case .events(let events)? = await listener.next() else {
            Issue.record("the listener has ended without an event")
            return
        }
        let encoded = try JSON.encode(FlowEventDocument(try #require(events.first), showsRecords: true))
        #expect(String(decoding: encoded, as: UTF8.self) == String(decoding: try fixture.bytes(), as: UTF8.self))
    }
}
