import FairwayWire
import TestWaits
import Testing

/// The sample app speaks English and German.
@Suite(.waiting)
struct LanguageTests {
    @Test(
        arguments: [
            ("de-CH, en;q=0.5", "{}", "de", "Beispiele"),
            ("fr, de;q=0.2", "{}", "de", "Beispiele"),
            ("de;q=0, en", "{}", "en", "Samples"),
            ("fr", "{}", nil, "Samples"),
            ("de", #"{"device":{"idiom":"web"}}"#, "de", "Beispiele"),
            ("de", #"{"device":{"locale":"en-GB"}}"#, "en-GB", "Samples"),
            ("en", #"{"device":{"locale":"de-AT"}}"#, "de-AT", "Beispiele"),
        ] as [(String, String, String?, String)]
    )
    func sessionSpeaksTheLanguageOfTheDeviceOrTheBestMatch(
        _ accepted: String,
        _ body: String,
        _ locale: String?,
        _ title: String
    ) async throws {
        let server = try await SharedServer.running()
        let reply = try await Client(server).send("POST", "/v1/sessions", body, headers: ["Accept-Language": accepted])
        #expect(reply.status == 201)
        #expect(try reply.state.screen?.title == title)
        let listed = try await Client(server, token: RunningServer.operatorToken)
            .send("GET", "/v1/admin/sessions/\(try reply.state.session)")
        let stored = try JSON.decode(JSONValue.self, from: listed.body)["session"]?["device"]?["locale"]
        #expect(stored == locale.map(JSONValue.string) ?? .null)
    }

    @Test func anotherLanguageOfTheDeviceIsARefresh() async throws {
        let server = try await SharedServer.running()
        let first = try await Client(server).send("POST", "/v1/sessions", #"{"flow":"Counter"}"#)
        let client = Client(server, token: try first.state.token)
        let path = "/v1/sessions/\(try first.state.session)"
        #expect(try first.state.screen?.title == "Counter")
        let german = try await client.send(
            "PUT",
            "\(path)/device",
            #"{"device":{"idiom":"web"}}"#,
            headers: ["Accept-Language": "de"]
        )
        #expect(try german.state.screen?.title == "Zähler")
        #expect(try german.state.moves.map(\.move) == [.refresh])
        let refused = try await client.send("POST", "\(path)/actions", #"{"action":"nothing"}"#)
        #expect(try refused.problem.title == "Diese Ansicht kennt die Aktion nicht.")
    }

    @Test func catalogHasAnEntityTagForEachLanguage() async throws {
        let client = Client(try await SharedServer.running())
        var tags: Set<String?> = []
        let expected = [("de-AT", "de", "Zähler"), ("en", "en", "Counter"), ("fr", "en", "Counter")]
        for (accepted, language, title) in expected {
            let reply = try await client.send("GET", "/v1/catalog", headers: ["Accept-Language": accepted])
            #expect(reply["Content-Language"] == language)
            #expect(reply["Vary"]?.contains("Accept-Language") == true)
            let catalog = try JSON.decode(Catalog.self, from: reply.body)
            #expect(catalog.languages == ["en", "de"])
            #expect(catalog.screens.first { $0.name == "Counter.Page" }?.title == title)
            tags.insert(reply["ETag"])
            let repeated = try await client.send(
                "GET",
                "/v1/catalog",
                headers: ["Accept-Language": accepted, "If-None-Match": reply["ETag"] ?? ""]
            )
            #expect(repeated.status == 304)
        }
        #expect(tags.count == 2 && !tags.contains(nil))
    }
}
