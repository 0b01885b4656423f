import Fairway
import FairwayHTTP
import FairwayWire
import Testing
import WireChecking

@testable import FairwayServer

struct OpenAPIDocumentTests {
    @Test func everyRouteIsDescribed() throws {
        for route in try routes() {
            let operation = route.description
            #expect(!operation.summary.isEmpty, "\(route.template)")
            #expect(operation.replies.contains { $0.status < 300 }, "\(route.template)")
            #expect(operation.replies.allSatisfy { !$0.about.isEmpty }, "\(route.template)")
            let takesBody = [.post, .put, .patch].contains(route.method)
            let hasNoBody = ["/handoff", "/retry"].contains { route.template.hasSuffix($0) }
            #expect(!takesBody || operation.body != nil || hasNoBody, "\(route.template)")
        }
    }

    @Test func everyRouteHasUniqueOperationID() throws {
        let routes = try routes()
        let document = try document()
        var names: [String] = []
        for route in routes {
            let operation = document["paths"]?[route.template]?[route.method.name.lowercased()]
            names.append(try #require(operation?["operationId"]?.string, "\(route.template)"))
        }
        #expect(Set(names).count == routes.count)
        #expect(routes.contains { $0.template == "/openapi.json" })
    }

    @Test func operationsListTheirRequirements() throws {
        let call = try #require(try document()["paths"]?["/v1/sessions/{session}/actions"]?["post"])
        #expect(call["security"] == [["session": []]])
        #expect(call["requestBody"]?["content"]?["application/json"]?["schema"]?["required"] == ["action"])
        let parameters = (call["parameters"]?.array ?? []).compactMap { $0["name"]?.string }
        #expect(parameters == ["session", "If-Match", "Idempotency-Key"])
        let statuses = (call["responses"]?.object?.members ?? []).map(\.name)
        #expect(Set(["200", "401", "404", "409", "410", "412", "422", "500", "503", "504"]).isSubset(of: statuses))
    }

    @Test(arguments: [
        ("/v1/sessions/{session}/actions", "post", "409"), ("/v1/sessions/{session}/actions", "post", "410"),
        ("/v1/sessions/{session}/actions", "post", "412"), ("/v1/sessions/{session}/actions", "post", "422"),
        ("/v1/sessions/{session}/signals", "post", "422"), ("/v1/sessions/{session}/handoff", "post", "410"),
    ])
    func sessionErrorsContainState(path: String, method: String, status: String) throws {
        let reply = try document()["paths"]?[path]?[method]?["responses"]?[status]
        let schema = try #require(reply?["content"]?["application/problem+json"]?["schema"])
        #expect(schema["allOf"]?.array?.last?["else"]?["required"] == ["state"])
    }

    @Test func errorsWithoutSessionContainNoState() throws {
        let reply = try document()["paths"]?["/v1/sessions"]?["post"]?["responses"]?["422"]
        let schema = try #require(reply?["content"]?["application/problem+json"]?["schema"])
        #expect(schema["allOf"]?.array?.count == 2)
    }

    @Test(arguments: try WireFixture.all())
    func fixturesMatchTheirSchema(_ fixture: WireFixture) throws {
        let schema =
            switch fixture.kind {
            case "state": WireSchema.state
            case "problem": WireSchema.problem
            case "handoff": WireSchema.handoff
            case "catalog": WireSchema.catalog
            default: try #require(nil as WireSchema?, "no schema for \(fixture)")
            }
        let checker = SchemaChecker(document: .object(try document()))
        #expect(checker.complaints(try fixture.value(), against: .object(schema.reference)) == [])
    }

    @Test(
        arguments: [
            ("state-push", "screen", JSONValue.null), ("state-push", "status", "over"),
            ("state-push", "revision", "4"), ("state-over-ended", "outcome", "vanished"),
            ("state-tabs", "navigation", ["id": "c1", "kind": "pile"]),
        ] as [(String, String, JSONValue)]
    )
    func invalidDocumentsDoNotMatchSchema(name: String, member: String, value: JSONValue) throws {
        let fixture = try #require(try WireFixture.all().first { $0.name == name })
        var document = try #require(try fixture.value().object)
        document[member] = value
        let checker = SchemaChecker(document: .object(try self.document()))
        #expect(checker.complaints(.object(document), against: .object(WireSchema.state.reference)) != [])
    }

    @Test func everyReferenceResolves() throws {
        let document = try document()
        let components = Set(document["components"]?["schemas"]?.object?.members.map(\.name) ?? [])
        let text = String(decoding: try JSON.encode(document), as: UTF8.self)
        let references = text.matches(of: /"\$ref":"([^"]*)"/).map { String($0.1) }
        #expect(references.contains("#/components/schemas/FlowNodeDocument"))
        #expect(Set(references).subtracting(components.map { "#/components/schemas/\($0)" }) == [])
        #expect(!text.contains("$defs"))
    }

    @Test func documentIsDeterministic() throws {
        #expect(try JSON.encode(try document()) == (try JSON.encode(try document())))
    }

    private func document() throws -> JSONObject { OpenAPIDocument(try routes(), version: "1.0.0").value }

    /// The routes of a server.
    private func routes() throws -> [FairwayHTTP.HTTPRoute<APIOperation>] {
        struct Main: FlowController { func start(_ nav: Navigator<Self>) {} }
        let engine = try Engine(App(initial: Main()), store: MemoryStore())
        let clock = Fairway.SystemClock()
        let api = API(
            engine: engine,
            operatorTokenHash: [],
            identityHeader: nil,
            clock: clock,
            streams: StreamHeartbeat(clock: clock),
            longPolls: LongPolls(clock: clock),
            report: { _ in }
        )
        let health = Health(metrics: Metrics(), readiness: ReadinessCheck(engine))
        return try AppServer.router(api, Admin(api: api, store: MemoryStore()), health, Discovery(Catalog())).routes
    }
}
