import Fairway
import FairwayWire
import Foundation
import Testing
import WireChecking

struct JSONSchemaTests {
    @Test func membersAndTheirTypesAreFound() throws {
        struct Planet: Codable {
            var name: String
            var moons: Int
            var mass: Double
            var isGas: Bool
            var rings: [String]
            var distances: [String: Double]
            var byte: UInt8
        }
        try expect(
            Planet.self,
            """
            {"type":"object","properties":{"name":{"type":"string"},"moons":{"type":"integer","format":"int64"},\
            "mass":{"type":"number"},"isGas":{"type":"boolean"},"rings":{"type":"array","items":{"type":"string"}},\
            "distances":{"type":"object","additionalProperties":{"type":"number"}},\
            "byte":{"type":"integer","minimum":0,"maximum":255}},\
            "required":["name","moons","mass","isGas","rings","distances","byte"]}
            """
        )
    }

    @Test func optionalMemberMayBeAbsentOrNull() throws {
        struct Note: Codable {
            var text: String?
            var lines: [Int?]
            var author: Author?
            struct Author: Codable { var name: String }
        }
        try expect(
            Note.self,
            """
            {"type":"object","properties":{"text":{"type":["string","null"]},\
            "lines":{"type":"array","items":{"type":["integer","null"],"format":"int64"}},\
            "author":{"anyOf":[{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]},\
            {"type":"null"}]}},"required":["lines"]}
            """
        )
    }

    @Test func nullInAnExampleKeepsTheMembersType() throws {
        struct Note: Codable {
            var text: String?
            var lines: [String]?
        }
        try expect(
            Note.self,
            """
            {"type":"object","properties":{"text":{"type":["string","null"]},\
            "lines":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]}}}
            """,
            examples: [Note()]
        )
    }

    @Test func rawValueEnumIsAnEnumOfItsValues() throws {
        enum Listed: String, Codable, CaseIterable { case dark = "DARK", light }
        enum Unlisted: String, Codable { case dark = "DARK", light }
        enum Number: Int, Codable { case one = 1, five = 5 }
        enum Lone: String, Codable { case only }
        try expect(Listed.self, #"{"enum":["DARK","light"]}"#)
        try expect(Unlisted.self, #"{"enum":["DARK","light"]}"#)
        try expect(Number.self, #"{"enum":[1,5]}"#)
        try expect(Lone.self, #"{"enum":["only"]}"#)
    }

    @Test func enumWithPayloadsIsOneOfItsCases() throws {
        enum Price: Codable {
            case free
            case fixed(amount: Int8)
            case asked(String)
        }
        try expect(
            Price.self,
            """
            {"oneOf":[{"type":"object","properties":{"free":{"type":"object","properties":{}}},"required":["free"]},\
            {"type":"object","properties":{"fixed":{"type":"object",\
            "properties":{"amount":{"type":"integer","minimum":-128,"maximum":127}},"required":["amount"]}},\
            "required":["fixed"]},{"type":"object","properties":{"asked":{"type":"object",\
            "properties":{"_0":{"type":"string"}},"required":["_0"]}},"required":["asked"]}]}
            """
        )
    }

    @Test func foundationTypesHaveFormats() throws {
        struct All: Codable {
            var date: Date
            var url: URL
            var id: UUID
            var data: Data
            var decimal: Decimal
        }
        try expect(
            All.self,
            """
            {"type":"object","properties":{"date":{"type":"string","format":"date-time"},\
            "url":{"type":"string","format":"uri-reference"},"id":{"type":"string","format":"uuid"},\
            "data":{"type":"string","contentEncoding":"base64"},"decimal":{"type":"number"}},\
            "required":["date","url","id","data","decimal"]}
            """
        )
    }

    @Test func jsonValueHasAnOpenSchema() throws {
        struct Open: Codable {
            var value: JSONValue
            var raw: RawJSON?
        }
        try expect(Open.self, #"{"type":"object","properties":{"value":{},"raw":{}},"required":["value"]}"#)
    }

    @Test func sensitiveValueIsWriteOnly() throws {
        struct Payment: Codable { var card: Sensitive<String> }
        try expect(
            Payment.self,
            #"{"type":"object","properties":{"card":{"type":"string","writeOnly":true}},"required":["card"]}"#
        )
    }

    @Test func recursiveTypeIsDefinedOnce() throws {
        struct Comment: Codable {
            var text: String
            var replies: [Comment]
        }
        indirect enum Term: Codable {
            case sum(left: Term, right: Term)
            case number(Int16)
        }
        let comment = JSONSchema.of(Comment.self)
        #expect(comment["$ref"]?.string == comment["$defs"]?.object?.members.first.map { "#/$defs/\($0.name)" })
        #expect(complaints(Comment(text: "a", replies: [Comment(text: "b", replies: [])]), comment) == [])
        #expect(SchemaChecker.complaints(["text": "a", "replies": [["text": 1]]], against: comment) != [])

        let term = JSONSchema.of(Term.self)
        #expect(complaints(Term.sum(left: .number(1), right: .sum(left: .number(2), right: .number(3))), term) == [])
        #expect(SchemaChecker.complaints(["sum": ["left": ["number": ["_0": 1]]]], against: term) != [])
    }

    @Test func validatingTypeIsOpenWithoutAnExample() throws {
        struct Percentage: Codable {
            var value: Int
            var label: String
            init(value: Int) { (self.value, label) = (value, "\(value) %") }
            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: CodingKeys.self)
                value = try members.decode(Int.self, forKey: .value)
                guard value > 0 else {
                    throw DecodingError.dataCorruptedError(forKey: .value, in: members, debugDescription: "too small")
                }
                label = try members.decode(String.self, forKey: .label)
            }
        }
        try expect(
            Percentage.self,
            #"{"type":"object","properties":{"value":{"type":"integer","format":"int64"},"label":{}}}"#
        )
        try expect(
            Percentage.self,
            """
            {"type":"object","properties":{"value":{"type":"integer","format":"int64"},"label":{"type":"string"}},\
            "required":["value","label"]}
            """,
            examples: [Percentage(value: 5)]
        )
    }

    @Test func branchingTypeRequiresNoMembers() throws {
        #expect(JSONSchema.of(Navigation.self)["required"] == nil)
        let stack = Navigation(id: "c1", content: .stack([ScreenReference(id: "s1", name: "Home", flow: "Main")]))
        let split = Navigation(id: "c2", content: .split(primary: stack, secondary: stack), presented: stack)
        let schema = JSONSchema.of(Navigation.self, examples: [try json(stack)])
        #expect(complaints(stack, schema) == [])
        #expect(complaints(split, schema) == [])
    }

    @Test func typeWithOpenKeysIsADictionary() throws {
        struct Scores: Codable {
            var byName: [String: Int] = [:]
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: Key.self)
                for key in members.allKeys { byName[key.stringValue] = try members.decode(Int.self, forKey: key) }
            }
        }
        try expect(Scores.self, #"{"type":"object","additionalProperties":{"type":"integer","format":"int64"}}"#)
    }

    @Test func endlessDecodingIsStopped() throws {
        struct Endless: Codable {
            init(from decoder: any Decoder) throws {
                let members = try decoder.singleValueContainer()
                while true { _ = try members.decode(String.self) }
            }
            func encode(to encoder: any Encoder) throws {}
        }
        try expect(Endless.self, #"{"type":"string"}"#)
    }

    @Test func typeThatOnlyEncodesIsDescribedByItsExamples() throws {
        struct Closed: Codable {
            var word = "a"
            init() {}
            init(from decoder: any Decoder) throws { throw CancellationError() }
            func encode(to encoder: any Encoder) throws {
                var members = encoder.singleValueContainer()
                try members.encode(["word": word])
            }
        }
        try expect(Closed.self, "{}")
        try expect(
            Closed.self,
            #"{"type":"object","properties":{"word":{"type":"string"}},"required":["word"]}"#,
            examples: [Closed()]
        )
    }

    @Test func conflictingExamplesAreAllAccepted() throws {
        let examples: [JSONValue] = [
            ["a": 1, "b": nil], ["a": 1.5, "c": [1, "x"]], ["a": "text", "b": ["d": true]], nil, "word", [["a": 1]],
        ]
        for count in 1...examples.count {
            let schema = JSONSchema.of(Unreadable.self, examples: Array(examples.prefix(count)))
            for example in examples.prefix(count) {
                #expect(SchemaChecker.complaints(example, against: schema) == [], "\(example) of \(count)")
            }
        }
    }

    private struct Unreadable: Decodable {
        init(from decoder: any Decoder) throws { throw CancellationError() }
    }

    private func expect<Value: Codable>(
        _ type: Value.Type,
        _ schema: String,
        examples: [Value] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = JSONSchema.of(type, examples: try examples.map(json))
        #expect(String(decoding: try JSON.encode(found), as: UTF8.self) == schema, sourceLocation: sourceLocation)
        for example in examples { #expect(complaints(example, found) == [], sourceLocation: sourceLocation) }
    }

    private func json(_ value: some Encodable) throws -> JSONValue {
        try JSON.decode(JSONValue.self, from: try JSON.encode(value))
    }

    private func complaints(_ value: some Encodable, _ schema: JSONObject) -> [String] {
        do { return SchemaChecker.complaints(try json(value), against: schema) } catch { return ["\(error)"] }
    }
}
