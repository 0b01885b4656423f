import FairwayWire
import Testing

@testable import FairwayTerminal

struct FieldTests {
    @Test(arguments: [
        (#"{"type":"string"}"#, "Ada", #""Ada""#), (#"{"type":"string"}"#, "", #""""#),
        (#"{"type":["string","null"]}"#, "", nil), (#"{"type":"string"}"#, #""<""#, #""<""#),
        (#"{"type":["string","null"]}"#, #""""#, #""""#), (#"{"type":"integer"}"#, "3", "3"),
        (#"{"type":"integer"}"#, "three", #""three""#), (#"{"type":"number"}"#, "3,5", "3.5"),
        (#"{"type":"number"}"#, "", nil), (#"{"type":"number"}"#, " 1e3 ", "1e3"),
        (#"{"type":"boolean"}"#, "y", "true"),
        (#"{"type":"boolean"}"#, "No", "false"), (#"{"type":"boolean"}"#, "maybe", #""maybe""#),
        (#"{"enum":["seaView","inside",null]}"#, "Sea view", #""seaView""#),
        (#"{"enum":["seaView","inside"]}"#, "SEAVIEW", #""seaView""#), (#"{"enum":["a"]}"#, "b", #""b""#),
        (#"{"type":"array","items":{"type":"integer"}}"#, "1, 2", "[1,2]"),
        (#"{"type":"array","items":{"type":"string"}}"#, #"["a,b"]"#, #"["a,b"]"#), ("{}", #"{"a":1}"#, #"{"a":1}"#),
        (##"{"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}],"$defs":{"N":{"type":"integer"}}}"##, "7", "7"),
        (##"{"$ref":"#"}"##, "x", #""x""#),
    ])
    func lineBecomesAValueOfTheSchemasType(_ schema: String, _ line: String, _ value: String?) throws {
        let type = FormFieldType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        let read = FormField(path: ["a"], type: type).value(of: line)
        #expect(try read.map { try RawJSON(encoding: $0).description } == value)
    }

    @Test(arguments: [
        (#"{"type":"string","format":"date"}"#, "date"), (#"{"type":["string","null"]}"#, "text; optional"),
        (#"{"type":"integer","minimum":1,"maximum":5}"#, "whole number from 1 to 5"), (#"{"enum":["a","b"]}"#, "a, b"),
        (#"{"type":"string","writeOnly":true}"#, "not shown"),
    ])
    func hintDescribesTheExpectedValue(_ schema: String, _ hint: String) throws {
        let type = FormFieldType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        #expect(FormField(path: [], type: type).hint == hint)
    }

    @Test func nestedMembersBecomeFields() throws {
        let schema = #"""
            {"type":"object","required":["who"],"properties":{
            "who":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"age":{"type":"integer"}}},
            "home":{"anyOf":[{"type":"object","required":["city"],"properties":{"city":{"type":"string"}}},{"type":"null"}]}}}
            """#
        let type = FormFieldType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        var form = Form(screen: "s1", action: "save", type: type, known: [["who": ["age": 36]]])
        #expect(form.fields.map(\.label) == ["Who, Name", "Who, Age", "Home, City"])
        #expect(form.fields.map(\.type.isOptional) == [false, true, true])
        #expect(form.initialLine(of: 1) == "36")
        for line in ["Ada", "", ""] { form.answer(line) }
        #expect(form.current == nil)
        #expect(form.parameters == ["who": ["name": "Ada"]])
    }

    @Test(arguments: [
        #"{"type":"integer","writeOnly":true}"#,
        ##"{"$ref":"#/$defs/P","$defs":{"P":{"type":"string","writeOnly":true}}}"##,
        #"{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}],"writeOnly":true}"#,
        #"{"type":"array","items":{"type":"object","properties":{"pin":{"type":"string","writeOnly":true}}}}"#,
        // An enum with payloads, a dictionary, and a recursive dictionary of such enums.
        #"{"oneOf":[{"type":"object","properties":{"pin":{"type":"string","writeOnly":true}}},{"type":"object"}]}"#,
        #"{"type":"object","additionalProperties":{"type":"string","writeOnly":true}}"#,
        ##"{"type":"object","additionalProperties":{"$ref":"#/$defs/P"},"$defs":{"P":{"type":"array","items":{"oneOf":[{"$ref":"#/$defs/P"},{"writeOnly":true},{}]}}}}"##,
    ])
    func secretOfAnyKindIsHidden(_ schema: String) throws {
        let type = FormFieldType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        #expect(type.isSecret)
    }

    @Test func partsOfASecretAreHidden() throws {
        let card: JSONValue = [
            "type": "object", "writeOnly": true, "required": ["number"], "properties": ["number": ["type": "string"]],
        ]
        let schema: JSONValue = ["type": "object", "properties": ["name": ["type": "string"], "card": card]]
        #expect(FormField.all(of: FormFieldType(schema: schema)).map(\.type.isSecret) == [false, true])
    }

    @Test func recursiveTypeIsEnteredAsJSON() throws {
        let schema = ##"""
            {"$ref":"#/$defs/Tree","$defs":{"Tree":{"type":"object",
            "properties":{"name":{"type":"string"},"below":{"$ref":"#/$defs/Tree"}}}}}
            """##
        let type = FormFieldType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        #expect(type.members?.map(\.type.kind) == [.text(format: nil), .json])
        #expect(!type.holdsSecret)
    }

    @Test func secretInARecursiveTypeIsHidden() throws {
        let schema = ##"""
            {"$ref":"#/$defs/Box","$defs":{"Box":{"type":"object",
            "properties":{"pin":{"type":"string","writeOnly":true},"label":{"type":"string"},"inner":{"$ref":"#/$defs/Box"}}}}}
            """##
        let type = FormFieldType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        #expect(type.members?.map(\.type.isSecret) == [true, false, true])
    }

    @Test func secretsBeyondTheLimitOfValuesAreHidden() throws {
        let many = (0..<600).map { #""m\#($0)":{"type":"string"}"# }.joined(separator: ",")
        let schema = #"""
            {"type":"object","properties":{"many":{"type":"object","properties":{\#(many)}},
            "late":{"type":"object","properties":{"pin":{"type":"string","writeOnly":true}}}}}
            """#
        let type = FormFieldType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        #expect(type.members?.last?.type.kind == .json)
        #expect(type.members?.last?.type.isSecret == true)
        #expect(type.members?.first?.type.holdsSecret == false)
    }

    @Test func hugeSchemaIsReadInBoundedTime() throws {
        // Each level has ten members of the next level. All levels together would have 10 billion fields.
        let levels = (0..<10).map { level in
            let members = "abcdefghij".map { ##""\##($0)":{"$ref":"#/$defs/L\##(level + 1)"}"## }.joined(separator: ",")
            return #""L\#(level)":{"type":"object","properties":{\#(members)}}"#
        }
        let schema = ##"{"$ref":"#/$defs/L0","$defs":{\##(levels.joined(separator: ","))}}"##
        let type = FormFieldType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        #expect(FormField.all(of: type).count < 10_000)
    }

    @Test func onlyRefusedFieldsAreAskedAgain() throws {
        let schema: JSONValue = [
            "type": "object", "required": ["name", "email", "pin"],
            "properties": [
                "name": ["type": "string"], "email": ["type": "string"], "pin": ["type": "string", "writeOnly": true],
            ],
        ]
        var form = Form(screen: "s1", action: "save", type: FormFieldType(schema: schema), known: [])
        #expect(form.draft == nil)
        for line in ["Ada", "none", "1234"] { form.answer(line) }
        #expect(form.draft == ["name": "Ada", "email": "none"])
        let rest = form.refuse([
            FieldError("/params/email", "invalid", detail: "needs an @"), FieldError("/input/x", "odd"),
        ])
        #expect(rest == ["odd"])
        #expect(form.current == 1)
        #expect(form.errors == [1: "needs an @"])
        let isBack = form.goBack()
        #expect(isBack)
        #expect(form.current == 0)
        form.answer("Grace")
        form.answer("a@b")
        #expect(form.current == nil)
        #expect(form.parameters == ["name": "Grace", "email": "a@b", "pin": "1234"])
    }
}
