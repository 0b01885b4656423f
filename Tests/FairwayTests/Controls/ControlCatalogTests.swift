import FairwayTesting
import FairwayWire
import Testing
import WireChecking

@testable import Fairway

/// Controls in the catalog (`protocol.md`, section 6).
struct ControlCatalogTests {
    @Test(
        arguments: [
            (
                "save",
                #"""
                {"action":"save","label":"Save","role":"primary","confirm":null,"decline":null,"row":null,"fields":[
                {"name":"name","label":"Name","hint":"As in the passport","placeholder":null,"format":"text","unit":null,
                "required":true,"options":null,"messages":null},
                {"name":"email","label":"E-mail","hint":null,"placeholder":"ada@example.org","format":"email","unit":null,
                "required":true,"options":null,"messages":null},
                {"name":"age","label":"Age","hint":null,"placeholder":null,"format":"integer","unit":null,
                "required":false,"options":null,"messages":null},
                {"name":"cabin","label":"Cabin","hint":null,"placeholder":null,"format":"choice","unit":null,
                "required":true,"options":{"values":[{"value":"inside","label":"Inside"},{"value":"outside","label":"Outside"}]},"messages":null}
                ]}
                """#
            ),
            (
                "edit",
                #"""
                {"action":"edit","label":"Edit","role":"normal","confirm":null,"decline":null,
                "row":{"list":"/sailings","params":{"index":{"index":true}}},"fields":[]}
                """#
            ),
            (
                "rebook",
                #"""
                {"action":"rebook","label":"Rebook","role":"destructive","confirm":"Give up this one?","decline":"Keep it",
                "row":{"list":"/sailings","params":{"sailing":{"pointer":"/id"}}},"fields":[
                {"name":"seats","label":"Seats","hint":null,"placeholder":null,"format":"integer","unit":null,
                "required":true,"options":null,"messages":null}]}
                """#
            ),
            (
                "choose",
                #"""
                {"action":"choose","label":"Choose","role":"normal","confirm":null,"decline":null,"row":null,"fields":[
                {"name":"sailing","label":"Sailing","hint":null,"placeholder":null,"format":"choice","unit":null,
                "required":true,"options":{"list":"/sailings","value":"/id","label":"/name"},"messages":null},
                {"name":"port","label":"Port","hint":null,"placeholder":null,"format":"choice","unit":null,
                "required":false,"options":{"list":"/ports","value":"","label":""},"messages":null}]}
                """#
            ),
        ] as [(String, String)]
    )
    func controlHasAllMembers(_ action: String, _ expected: String) async throws {
        let catalog = try await JSON.decode(JSONValue.self, from: JSON.encode(Engine.controls(of: Rules.self)))
        let control = catalog["controls"]?.array?.first { $0["action"]?.string == action }
        #expect(control == (try JSON.decode(JSONValue.self, from: expected.utf8)))
    }

    @Test(
        arguments: [
            ("save", "name", #"{"type":"string","minLength":1,"maxLength":9}"#),
            ("save", "email", #"{"type":"string","format":"email"}"#),
            ("save", "age", #"{"type":["integer","null"],"format":"int64","minimum":0,"maximum":120}"#),
            ("save", "cabin", #"{"enum":["inside","outside"]}"#),
            ("weigh", "weight", #"{"type":"number","minimum":0.0,"maximum":200.0,"multipleOf":0.5}"#),
            ("weigh", "fare", #"{"type":"number","minimum":0.01,"multipleOf":0.01}"#),
            ("weigh", "code", #"{"type":"string","maxLength":1000,"pattern":"^(?:[A-Z]{2}\\d{2})$"}"#),
            ("link", "to", #"{"type":"string","format":"uri"}"#),
        ]
    )
    func schemaHasTheRules(_ action: String, _ parameter: String, _ expected: String) async throws {
        let schema = try await Engine.controls(of: Rules.self).actions[action]?["properties"]?[parameter]
        let sought = try JSON.decode(JSONValue.self, from: expected.utf8)
        #expect(schema?.object?.members.map(\.name) == sought.object?.members.map(\.name))
        for (name, value) in sought.object?.members ?? [] {
            let found = schema?[name]
            #expect(found == value || found?.double != nil && found?.double == value.double, "\(name)")
        }
    }

    @Test func partOfAParameterHasTheRules() async throws {
        let schema = try await Engine.controls(of: Rules.self).actions["send"]?["properties"]
        #expect(schema?["address"]?["properties"]?["street"]?["minLength"] == 1)
    }

    @Test func catalogIsReadByTheSwiftClient() async throws {
        let screen = try await Engine.controls(of: Rules.self)
        #expect(try JSON.decode(Catalog.Screen.self, from: JSON.encode(screen)) == screen)
        #expect(
            SchemaChecker.complaints(
                try JSON.decode(JSONValue.self, from: JSON.encode(screen)),
                against: JSONSchema.of(Catalog.Screen.self)
            ) == []
        )
    }

    /// The action without a control comes last.
    @Test func actionsAreInDisplayOrder() async throws {
        let tester = try await FlowTester(ControlsFixture<Rules>())
        #expect(tester.state.screen?.actions == ["save", "weigh", "send", "choose", "edit", "rebook", "link", "leave"])
    }

    @Test func screenWithoutControlsHasNone() async throws {
        let screen = try await Engine.controls(of: Plain.self)
        #expect(screen.controls == [])
        #expect(screen.actions.members.map(\.name) == ["first", "second"])
    }

    private struct Plain: ControlledScreen {
        static let first = Plain()
        enum Action: Codable { case first, second(Int) }
    }
}
