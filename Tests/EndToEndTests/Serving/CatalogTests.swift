import FairwayWire
import TestWaits
import Testing
import WireChecking

/// The catalog describes the documents that the server sends.
@Suite(.waiting)
struct CatalogTests {
    @Test func everyExampleMatchesSchema() async throws {
        let catalog = try await catalog(try await SharedServer.running())
        #expect(!catalog.screens.isEmpty)
        for screen in catalog.screens {
            for example in screen.examples {
                #expect(
                    SchemaChecker.complaints(example, against: screen.viewModel) == [],
                    "\(screen.name): \(example)"
                )
            }
        }
    }

    @Test func firstScreenMatchesCatalog() async throws {
        let server = try await SharedServer.running()
        let catalog = try await catalog(server)
        for flow in catalog.flows where flow.start == .anyone {
            let reply = try await Client(server).send("POST", "/v1/sessions", #"{"flow":"\#(flow.name)"}"#)
            guard let shown = try reply.state.screen else { continue }
            let screen = try #require(catalog.screens.first { $0.name == shown.name }, "\(shown.name)")
            let viewModel = try JSON.decode(JSONValue.self, from: shown.viewModel.bytes)
            #expect(SchemaChecker.complaints(viewModel, against: screen.viewModel) == [], "\(shown.name): \(viewModel)")
            #expect(shown.actions == screen.actions.members.map(\.name))
            #expect(shown.version == screen.version)
        }
    }

    @Test func everyMemberHasSchema() async throws {
        let catalog = try await catalog(try await SharedServer.running())
        let inputs = catalog.flows.compactMap { flow in flow.input.map { (flow.name, $0) } }
        let shown = catalog.screens.map { ($0.name, $0.viewModel) } + inputs
        for (name, schema) in shown {
            for (member, value) in schema["properties"]?.object?.members ?? [] {
                #expect(value != [:], "\(name) \(member)")
            }
        }
    }

    @Test func openAPIHasTheInputOfEachFlow() async throws {
        let server = try await SharedServer.running()
        let reply = try await Client(server).send("GET", "/openapi.json")
        let start = try JSON.decode(JSONValue.self, from: reply.body)["paths"]?["/v1/sessions"]?["post"]
        let body = start?["requestBody"]?["content"]?["application/json"]?["schema"]?["properties"]
        let described = try #require(body?["input"]?["anyOf"]?.array).compactMap { $0["title"]?.string }
        let flows = try await catalog(server).flows.filter { $0.input != nil }
        #expect(described == flows.map { "The input of \($0.name)" })
        #expect(flows.map(\.name).contains("Parameters"))
    }

    @Test func everyActionHasExactSchema() async throws {
        for screen in try await catalog(try await SharedServer.running()).screens {
            for (name, schema) in screen.actions.members {
                #expect(schema["type"] == "object", "\(screen.name) \(name)")
                for (label, value) in schema["properties"]?.object?.members ?? [] {
                    #expect(value != [:], "\(screen.name) \(name) \(label)")
                }
            }
        }
    }

    private func catalog(_ server: RunningServer) async throws -> Catalog {
        let reply = try await Client(server).send("GET", "/v1/catalog")
        #expect(reply.status == 200)
        return try JSON.decode(Catalog.self, from: reply.body)
    }
}
