import FairwayWire
import Testing

@testable import FairwayServer

/// The types that JSON Schemas become in each language.
struct ClientTypesTests {
    @Test(arguments: [
        (#"{"type":"string"}"#, "String", "string"),
        (#"{"type":"integer","format":"int64"}"#, "Int", "number"),
        (#"{"type":"number"}"#, "Double", "number"),
        (#"{"type":"number","multipleOf":0.01}"#, "Decimal", "number"),
        (#"{"type":"boolean"}"#, "Bool", "boolean"),
        (#"{"type":["string","null"]}"#, "String?", "string | null"),
        (#"{"type":"string","format":"date-time"}"#, "Date", "string"),
        (#"{"type":"string","format":"date"}"#, "String", "string"),
        (#"{"type":"string","format":"uuid"}"#, "UUID", "string"),
        (#"{"type":"string","format":"uri-reference"}"#, "URL", "string"),
        (#"{"type":"string","contentEncoding":"base64"}"#, "Data", "string"),
        (#"{"type":"array","items":{"type":["string","null"]}}"#, "[String?]", "(string | null)[]"),
        (#"{"type":"object","additionalProperties":{"type":"integer"}}"#, "[String: Int]", "Record<string, number>"),
        (#"{"type":"object","properties":{}}"#, "JSONObject", "Record<string, unknown>"),
        ("{}", "JSONValue", "unknown"),
        (#"{"enum":["on","off"]}"#, "Member", "Member"),
        (#"{"enum":["on",null]}"#, "Member?", "Member | null"),
        (#"{"enum":[1,2]}"#, "JSONValue", "unknown"),
        (#"{"type":"object","properties":{"a":{"type":"string"}}}"#, "Member", "Member"),
        (#"{"anyOf":[{"type":"object","properties":{"a":{}}},{"type":"null"}]}"#, "Member?", "Member | null"),
        (#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#, "JSONValue", "string | number"),
    ])
    func memberHasType(schema: String, swift: String, typeScript: String) throws {
        let types = try Self.types(viewModel: #"{"member":\#(schema)}"#, required: #""member""#)
        #expect(SwiftPrinter.text(types).contains("        var member: \(swift)\n"))
        #expect(TypeScriptPrinter.text(types).contains("        member: \(typeScript);\n"))
    }

    @Test func codeOfAScreenIsAPartOfTheFiles() throws {
        let types = try Self.types(viewModel: #"{"note":{"type":"string"}}"#)
        for screen in types.screens {
            let swift = SwiftPrinter.text(of: screen)
            #expect(swift.contains("struct \(screen.typeName): TypedScreen {\n"))
            #expect(SwiftPrinter.text(types).contains("\n\n\(swift)"))
            let typeScript = TypeScriptPrinter.text(of: screen)
            #expect(typeScript.contains("\(screen.typeName)"))
            #expect(TypeScriptPrinter.text(types).contains("\n\n\(typeScript)"))
        }
        #expect(!types.screens.isEmpty)
    }

    @Test func missingMemberIsOptional() throws {
        let types = try Self.types(viewModel: #"{"note":{"type":"string"}}"#)
        #expect(SwiftPrinter.text(types).contains("var note: String?\n"))
        #expect(TypeScriptPrinter.text(types).contains("note?: string | null;\n"))
    }

    @Test func typesWithOneNameAreSeparateAndEqualTypesAreShared() throws {
        let types = try Self.types(
            viewModel: """
                {
                    "items": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}},
                    "offer": {"type": "object", "properties": {
                        "item": {"type": "object", "properties": {"b": {"type": "string"}}}
                    }},
                    "chosen": {"type": "object", "properties": {"a": {"type": "string"}}}
                }
                """,
            required: #""items", "offer", "chosen""#
        )
        let code = SwiftPrinter.text(types)
        #expect(types.screens[0].declarations.map(\.name) == ["ViewModel", "Item", "Offer", "OfferItem"])
        #expect(code.contains("var items: [Item]\n"))
        #expect(code.contains("var item: OfferItem?\n"))
        #expect(code.contains("var chosen: Item\n"))
    }

    @Test func nameThatIsNotAnIdentifierKeepsItsNameInJSON() throws {
        let code = SwiftPrinter.text(
            try Self.types(
                viewModel: #"{"first-name":{"type":"string"},"in":{"type":"string"}}"#,
                required: #""first-name", "in""#
            )
        )
        #expect(
            code.contains(
                """
                        var firstName: String
                        var `in`: String

                        private enum CodingKeys: String, CodingKey {
                            case firstName = "first-name"
                            case `in`
                        }
                """
            )
        )
    }

    @Test func caseWithPayloadIsEncodedAsItIs() throws {
        let types = try Self.types(
            viewModel: """
                {"method": {"oneOf": [
                    {"type": "object", "properties": {"bank-transfer": {
                        "type": "object", "properties": {"_0": {"type": "string"}}, "required": ["_0"]
                    }}},
                    {"type": "object", "properties": {"card": {
                        "type": "object", "properties": {"card-number": {"type": "string"}}, "required": ["card-number"]
                    }}}
                ]}}
                """,
            required: #""method""#
        )
        #expect(
            SwiftPrinter.text(types).contains(
                """
                    enum Method: Codable, Hashable, Sendable {
                        case bankTransfer(String)
                        case card(cardNumber: String)

                        private enum CodingKeys: String, CodingKey {
                            case bankTransfer = "bank-transfer"
                            case card
                        }

                        private enum CardCodingKeys: String, CodingKey {
                            case cardNumber = "card-number"
                        }
                    }
                """
            )
        )
        #expect(
            TypeScriptPrinter.text(types).contains(
                """
                    export type Method =
                        | { "bank-transfer": { _0: string } }
                        | { card: { "card-number": string } };
                """
            )
        )
    }

    @Test func recursiveTypeContainsItselfIndirectly() throws {
        let node = """
            {"type": "object", "properties": {
                "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}
            }, "required": ["children"]}
            """
        let types = try Self.types(
            viewModel: ##"{"tree":{"$ref":"#/$defs/Node"}}"##,
            required: #""tree""#,
            definitions: #"{"Node":\#(node)}"#
        )
        let code = SwiftPrinter.text(types)
        #expect(code.contains("var tree: Node\n"))
        #expect(code.contains("var next: Indirect<Node>?\n"))
        #expect(code.contains("var children: [Node]\n"))
        #expect(TypeScriptPrinter.text(types).contains("next?: Node | null;\n"))
    }

    @Test func actionHasParametersAndComment() throws {
        let action = #"{"type":"object","properties":{"on":{"type":"string","format":"date"}},"required":["on"]}"#
        var types = try Self.types(actions: #"{"saveButtonPressed":\#(action),"closeButtonPressed":{"type":"object"}}"#)
        let code = SwiftPrinter.text(types)
        #expect(code.contains("        case saveButtonPressed(on: String)\n"))
        #expect(!code.contains("closeButtonPressed"), "an action with unknown parameters is sent by its name")
        types = try Self.types(actions: #"{"closeButtonPressed":{"type":"object","properties":{}}}"#)
        #expect(SwiftPrinter.text(types).contains("        case closeButtonPressed\n"))
        #expect(TypeScriptPrinter.text(types).contains("    closeButtonPressed(): Promise<StateDocument> {\n"))
    }

    @Test(arguments: [
        ("passengers", "passenger"), ("entries", "entry"), ("boxes", "box"), ("addresses", "address"), ("news", "new"),
        ("status", "status"), ("glass", "glass"), ("ties", "tie"),
    ])
    func elementIsNamedInSingular(plural: String, singular: String) {
        #expect(CodeIdentifier.singular(plural) == singular)
    }

    @Test(arguments: [
        ("IN_PROGRESS", "inProgress"), ("In progress", "inProgress"), ("inProgress", "inProgress"), ("1st", "_1st"),
        ("address/street", "addressStreet"), ("", "_"), ("Erste Klasse", "ersteKlasse"),
    ])
    func constantHasIdentifier(text: String, identifier: String) {
        #expect(CodeIdentifier.lowerCamelCase(CodeIdentifier.words(in: text)) == identifier)
    }

    private static func types(
        viewModel: String = "{}",
        required: String = "",
        definitions: String = "{}",
        actions: String = "{}"
    ) throws -> ClientTypes {
        let schema = """
            {"type": "object", "properties": \(viewModel), "required": [\(required)], "$defs": \(definitions)}
            """
        return ClientTypes(
            Catalog(screens: [
                Catalog.Screen(
                    name: "Page",
                    version: 1,
                    about: "",
                    presentation: .push,
                    viewModel: try JSON.decode(JSONObject.self, from: schema.utf8),
                    actions: try JSON.decode(JSONObject.self, from: actions.utf8),
                    examples: []
                )
            ])
        )
    }
}
