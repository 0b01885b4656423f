import FairwayWire
import Testing

@testable import FairwayClient

struct ValueTypeTests {
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
        let type = ValueType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        #expect(type.isSecret)
    }

    @Test func partsOfASecretAreHidden() throws {
        let card: JSONValue = [
            "type": "object", "writeOnly": true, "required": ["number"], "properties": ["number": ["type": "string"]],
        ]
        let schema: JSONValue = ["type": "object", "properties": ["name": ["type": "string"], "card": card]]
        let form = ScreenForm.example(schema, nil)
        #expect(form.fields.map(\.isSecret) == [false, true])
    }

    @Test func recursiveTypeIsEnteredAsJSON() throws {
        let schema = ##"""
            {"$ref":"#/$defs/Tree","$defs":{"Tree":{"type":"object",
            "properties":{"name":{"type":"string"},"below":{"$ref":"#/$defs/Tree"}}}}}
            """##
        let type = ValueType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        #expect(type.members?.map(\.type.kind) == [.text, .json])
        #expect(!type.holdsSecret)
    }

    @Test func secretInARecursiveTypeIsHidden() throws {
        let schema = ##"""
            {"$ref":"#/$defs/Box","$defs":{"Box":{"type":"object",
            "properties":{"pin":{"type":"string","writeOnly":true},"label":{"type":"string"},"inner":{"$ref":"#/$defs/Box"}}}}}
            """##
        let type = ValueType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        #expect(type.members?.map(\.type.isSecret) == [true, false, true])
    }

    @Test func secretsBeyondTheLimitOfValuesAreHidden() throws {
        let many = (0..<600).map { #""m\#($0)":{"type":"string"}"# }.joined(separator: ",")
        let schema = #"""
            {"type":"object","properties":{"many":{"type":"object","properties":{\#(many)}},
            "late":{"type":"object","properties":{"pin":{"type":"string","writeOnly":true}}}}}
            """#
        let type = ValueType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
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
        let type = ValueType(schema: try JSON.decode(JSONValue.self, from: Array(schema.utf8)))
        #expect(type.count < 10_000)
    }
}

extension ValueType {
    fileprivate var count: Int { members?.reduce(1) { $0 + $1.type.count } ?? 1 }
}
