import Fairway
import FairwayHTTP
import FairwayOperators
import FairwayWire
import Testing
import WireChecking

@testable import FairwayServer

struct OpenAPIDocumentTests {
    @Test func everyRouteIsDescribed() async throws {
        for route in try await routes() {
            let operation = route.description
            #expect(!operation.summary.isEmpty, "\(route.template)")
            #expect(operation.replies.contains { $0.status < 300 }, "\(route.template)")
            #expect(operation.replies.allSatisfy { !$0.about.isEmpty }, "\(route.template)")
            let takesBody = [.post, .put, .patch].contains(route.method)
            let hasNoBody = ["/handoff", "/release", "/retry"].contains { route.template.hasSuffix($0) }
            #expect(!takesBody || operation.body != nil || hasNoBody, "\(route.template)")
        }
    }

    @Test func everyRouteHasUniqueOperationID() async throws {
        let routes = try await routes()
        let document = try await document()
        var names: [String] = []
        for route in routes {
            let operation = document["paths"]?[route.template]?[route.method.name.lowercased()]
            names.append(try #require(operation?["operationId"]?.string, "\(route.template)"))
        }
        #expect(Set(names).count == routes.count)
        #expect(routes.contains { $0.template == "/openapi.json" })
    }

    @Test func operationsListTheirRequirements() async throws {
        let call = try #require(try await document()["paths"]?["/v1/sessions/{session}/actions"]?["post"])
        #expect(call["security"] == [["session": []], ["user": []]])
        #expect(try await document()["paths"]?["/v1/sessions"]?["post"]?["security"] == [[:], ["user": []]])
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
    func sessionErrorsContainState(path: String, method: String, status: String) async throws {
        let reply = try await refusal(path, method, status)
        let schema = try #require(reply?["content"]?["application/problem+json"]?["schema"])
        #expect(schema["allOf"]?.array?.last?["else"]?["required"] == ["state"])
    }

    @Test func errorsWithoutSessionContainNoState() async throws {
        let reply = try await refusal("/v1/sessions", "post", "422")
        let schema = try #require(reply?["content"]?["application/problem+json"]?["schema"])
        #expect(schema["allOf"]?.array?.count == 2)
    }

    @Test(arguments: try WireFixture.all())
    func fixturesMatchTheirSchema(_ fixture: WireFixture) async throws {
        let schema =
            switch fixture.kind {
            case "state": WireSchema.state
            case "problem": WireSchema.problem
            case "handoff": WireSchema.handoff
            case "catalog": WireSchema.catalog
            default: try #require(nil as WireSchema?, "no schema for \(fixture)")
            }
        let checker = SchemaChecker(document: .object(try await document()))
        #expect(checker.complaints(try fixture.value(), against: .object(schema.reference)) == [])
    }

    @Test(
        arguments: [
            ("state-push", "screen", JSONValue.null), ("state-push", "status", "over"),
            ("state-push", "revision", "4"), ("state-over-ended", "outcome", "vanished"),
            ("state-tabs", "navigation", ["id": "c1", "kind": "pile"]),
        ] as [(String, String, JSONValue)]
    )
    func invalidDocumentsDoNotMatchSchema(name: String, member: String, value: JSONValue) async throws {
        let fixture = try #require(try WireFixture.all().first { $0.name == name })
        var document = try #require(try fixture.value().object)
        document[member] = value
        let checker = SchemaChecker(document: .object(try await self.document()))
        #expect(checker.complaints(.object(document), against: .object(WireSchema.state.reference)) != [])
    }

    @Test func everyReferenceResolves() async throws {
        let document = try await document()
        let components = Set(document["components"]?["schemas"]?.object?.members.map(\.name) ?? [])
        let text = String(decoding: try JSON.encode(document), as: UTF8.self)
        let refusals = document["components"]?["responses"]?.object?.members.map(\.name) ?? []
        let references = text.matches(of: /"\$ref":"([^"]*)"/).map { String($0.1) }
        #expect(references.contains("#/components/schemas/FlowNodeDocument"))
        let known = components.map { "#/components/schemas/\($0)" } + refusals.map { "#/components/responses/\($0)" }
        #expect(Set(references).subtracting(known) == [])
        #expect(!text.contains("$defs"))
    }

    /// Every property, parameter and call has a description and an example.
    @Test func nothingIsWithoutDescriptionAndExample() async throws {
        let document = JSONValue.object(try await document())
        let examples = SchemaExamples(document["components"]?["schemas"]?.object ?? [:])
        var missing: [String] = []
        var count = 0
        func visit(_ value: JSONValue, _ place: String) {
            for (index, element) in (value.array ?? []).enumerated() { visit(element, "\(place)/\(index)") }
            for (name, member) in value.object?.members ?? [] {
                // Examples are values and not schemas.
                guard name != "examples", name != "example" else { continue }
                visit(member, "\(place)/\(name)")
                guard name == "properties" else { continue }
                for (property, schema) in member.object?.members ?? [] {
                    count += 1
                    if schema["description"] == nil { missing.append("\(place)/\(property): description") }
                    let isNull = schema["type"] == "null"
                    if !isNull, examples.example(of: schema) == nil { missing.append("\(place)/\(property): example") }
                }
            }
        }
        visit(document, "")
        for (path, methods) in document["paths"]?.object?.members ?? [] {
            for (method, call) in methods.object?.members ?? [] {
                if call["description"]?.string?.isEmpty != false { missing.append("\(method) \(path): description") }
                for parameter in call["parameters"]?.array ?? [] {
                    for member in ["description", "example"] where parameter[member] == nil {
                        missing.append("\(method) \(path), \(parameter["name"] ?? .null): \(member)")
                    }
                }
                let replies = (call["responses"]?.object?.members ?? []).map(\.value)
                for content in ([call["requestBody"] ?? .null] + replies).compactMap({
                    $0["content"]?["application/json"]
                })
                where content["example"] == nil { missing.append("\(method) \(path): example") }
            }
        }
        #expect(missing == [])
        #expect(count > 300)
    }

    /// The examples of shared types and of bodies are valid.
    @Test func examplesMatchTheirSchemas() async throws {
        let document = JSONValue.object(try await document())
        let checker = SchemaChecker(document: document)
        func visit(_ value: JSONValue, _ place: String) {
            for (index, element) in (value.array ?? []).enumerated() { visit(element, "\(place)/\(index)") }
            for (name, member) in value.object?.members ?? [] where name != "example" && name != "examples" {
                visit(member, "\(place)/\(name)")
            }
            if let example = value["example"], let schema = value["schema"] {
                #expect(checker.complaints(example, against: schema) == [], "\(place)")
            }
            let isSchema =
                value["type"] != nil || value["oneOf"] != nil || value["anyOf"] != nil || value["enum"] != nil
            guard isSchema, let example = value["examples"]?.array?.first else { return }
            #expect(checker.complaints(example, against: value) == [], "\(place)")
        }
        visit(document, "")
    }

    @Test func documentIsDeterministic() async throws {
        #expect(try JSON.encode(try await document()) == (try JSON.encode(try await document())))
    }

    /// The response of a call for a status, which several calls share.
    private func refusal(_ path: String, _ method: String, _ status: String) async throws -> JSONValue? {
        let document = try await document()
        let reference = document["paths"]?[path]?[method]?["responses"]?[status]?["$ref"]?.string
        let name = try #require(reference?.split(separator: "/").last)
        return document["components"]?["responses"]?[String(name)]
    }

    private func document() async throws -> JSONObject { OpenAPIDocument(try await routes(), version: "1.0.0").value }

    /// The routes of a server.
    private func routes() async throws -> [FairwayHTTP.HTTPRoute<APIOperation>] {
        struct Main: FlowController { func start(_ nav: Navigator<Self>) {} }
        let operators = try Operators(App(initial: Main()), store: MemoryStore())
        let clock = Fairway.SystemClock()
        let api = API(
            operators: operators,
            operatorAccess: OperatorAccess(adminToken: nil, clock: clock),
            identityHeader: nil,
            userTokens: nil,
            clock: clock,
            streams: StreamHeartbeat(clock: clock),
            longPolls: SubscriptionTimeouts(clock: clock),
            report: { _ in }
        )
        let readiness = ReadinessCheck(operators.engine)
        let health = try Health(metrics: Metrics(), readiness: readiness, build: "1")
        return try await AppServer.router(
            api,
            Admin(
                api: api,
                batches: BatchWorker(operators) { _ in },
                overview: OverviewReader(operators, readiness)
            ),
            health,
            Discovery(operators.engine, brand: "Harbour")
        ).routes
    }
}
