import FairwayWire
import Foundation
import Testing

/// JSON of unknown structure, read and written by `JSON` and by Foundation's coders.
struct JSONValueTests {
    private let page: JSONValue = [
        "title": "Page", "count": 3, "ratio": 0.5, "tags": ["a", nil, true], "empty": [:], "none": nil,
    ]

    @Test func membersAndElementsAreReadBySubscript() throws {
        #expect(page["title"]?.string == "Page")
        #expect(page["count"]?.int == 3)
        #expect(page["ratio"]?.double == 0.5)
        #expect(page["tags"]?[0] == "a")
        #expect(page["tags"]?[1]?.isNull == true)
        #expect(page["tags"]?[2]?.bool == true)
        #expect(page["tags"]?[3] == nil)
        #expect(page["tags"]?[-1] == nil)
        #expect(page["empty"]?.object?.members.isEmpty == true)
        #expect(page["missing"] == nil)
        #expect(page["title"]?["x"] == nil && page["title"]?[0] == nil)
        #expect(page["title"]?.int == nil && page["title"]?.array == nil && page["count"]?.string == nil)
        #expect(
            try text(page) == #"{"title":"Page","count":3,"ratio":0.5,"tags":["a",null,true],"empty":{},"none":null}"#
        )
    }

    @Test func numbersKeepTheirText() throws {
        let source = "[1.0,1,1e2,1E+02,-0,123456789012345678901234567890,0.1000]"
        let value = try JSON.decode(JSONValue.self, from: source.utf8)
        #expect(try text(value) == source)
        #expect(value[0] != value[1])
        #expect(value[0]?.int == value[1]?.int)
        #expect(value[5]?.int == nil)
        #expect(JSONNumber("1e5")?.int == 100_000)
        #expect(JSONNumber("1e5")?.integer(Int16.self) == nil)
        for text in ["", "01", "1 ", " 1", "x", "1,2", "\"1\"", "+1", "NaN"] { #expect(JSONNumber(text) == nil) }
        #expect(JSONNumber(exactly: .infinity) == nil)
    }

    @Test(
        arguments: [
            ("9007199254740993", "9007199254740992", false), ("1e400", "1e401", false), ("1e400", "10E+399", true),
            ("1.0", "1", true), ("-0", "0.00", true), ("0.1", "1e-1", true), ("100", "1e2", true), ("1", "-1", false),
            ("10.50", "1.05e1", true), ("12", "21", false), ("0.1", "0.10000000000000001", false),
        ]
    )
    func numbersWithEqualDecimalValuesAreTheSame(_ one: String, _ other: String, isSame: Bool) throws {
        let (one, other) = (try #require(JSONNumber(one)), try #require(JSONNumber(other)))
        #expect(one.isSame(as: other) == isSame)
        #expect(other.isSame(as: one) == isSame)
        #expect(JSONValue.number(one).isSame(as: .number(other)) == isSame)
    }

    @Test(
        arguments: [
            ("0", true), ("-0.0", true), ("1.50", false), ("1.0", true), ("15e-1", false), ("150e-1", true),
            ("1e400", true), ("1e-60", false), ("12345678901234567890123456789012345678901234567890.5", false),
        ]
    )
    func numberWithoutAFractionIsIntegral(_ text: String, isIntegral: Bool) throws {
        #expect(try #require(JSONNumber(text)).isIntegral == isIntegral)
    }

    @Test func objectKeepsItsOrderButEqualityIgnoresIt() throws {
        let one: JSONObject = ["a": 1, "b": 2]
        let other: JSONObject = ["b": 2, "a": 1]
        #expect(one == other)
        #expect(Set([one, other]).count == 1)
        #expect(one != ["a": 1, "b": 3])
        #expect(one != ["a": 1])
        #expect(try text(JSONValue.object(other)) == #"{"b":2,"a":1}"#)
        var changed = one
        changed["a"] = "x"
        changed["c"] = []
        changed["b"] = nil
        changed["d"] = nil
        #expect(try text(JSONValue.object(changed)) == #"{"a":"x","c":[]}"#)
    }

    @Test func foundationsCodersSeeTheSameValue() throws {
        let value: JSONValue = [
            "s": "é", "i": 3, "big": .number(JSONNumber(UInt64.max)), "d": 0.25, "t": true, "n": nil,
            "a": [1, [], [:], ["x": [nil]]],
        ]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
        #expect(try JSON.decode(JSONValue.self, from: data) == value)
        let raw = RawJSON(known: value)
        let rawData = try JSONEncoder().encode(["raw": raw])
        #expect(try JSON.decode([String: JSONValue].self, from: rawData) == ["raw": value])
        let read = try JSONDecoder().decode([String: RawJSON].self, from: rawData)
        #expect(try JSON.decode(JSONValue.self, from: try #require(read["raw"]).bytes) == value)
    }

    @Test func rawJSONIsCopiedByteForByte() throws {
        struct Envelope: Codable, Equatable {
            var before = 1
            var raw: RawJSON
            var optional: RawJSON?
            var list: [RawJSON] = []
        }
        let inner = #"{ "b" : 1.50 , "a" : [ "\u0041" , null ] }"#
        let source = "{\"before\":1,\"raw\":\(inner),\"optional\":null,\"list\":[\(inner),\"x\\n\",1e2,true]}"
        let envelope = try JSON.decode(Envelope.self, from: source.utf8)
        #expect(envelope.raw.description == inner)
        #expect(envelope.list.map(\.description) == [inner, #""x\n""#, "1e2", "true"])
        #expect(try text(envelope) == source)
        #expect(try RawJSON(encoding: [1, 2]).description == "[1,2]")
        #expect(try RawJSON(validating: Array(" [] ".utf8)).description == " [] ")
        #expect(throws: JSONError.self) { try RawJSON(validating: Array("[1,]".utf8)) }
        #expect(RawJSON.null.description == "null")
    }

    @Test func nullDecodesToNilForOptionalRawJSON() throws {
        #expect(try JSON.decode([RawJSON?].self, from: "[null,1]".utf8).map { $0?.description } == [nil, "1"])
        #expect(try JSON.decode([RawJSON].self, from: "[null]".utf8) == [.null])
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSON.encode(value), as: UTF8.self)
    }
}

extension RawJSON {
    fileprivate init(known value: JSONValue) {
        do { try self.init(encoding: value) } catch { preconditionFailure("\(error)") }
    }
}
