import Fairway
import FairwayWire
import Foundation
import Testing

@testable import FairwayServer

/// The generated values match their schema, and begin with values shown on the screen.
struct SampleValuesTests {
    private let values = SampleValues(
        on: ScreenDocument(
            id: "s1",
            name: "List",
            flow: "Shop",
            version: 1,
            presentation: .push,
            back: false,
            viewModel: RawJSON(known: Array(#"{"items":[{"id":"lamp","price":42}],"title":"Shop"}"#.utf8)),
            actions: []
        ),
        now: Date(timeIntervalSince1970: 1_700_000_000)
    )

    private struct Order: Codable {
        var item: String
        var count: Int
        var deliveryDate: String
        var note: String?
        var kind: Kind
        enum Kind: String, Codable, CaseIterable { case gift, own }
    }

    private indirect enum Tree: Codable {
        case leaf
        case branch(Tree)
    }

    @Test func firstValueIsShownOnScreen() throws {
        let value = values.value(of: .object(JSONSchema.of(Order.self)), attempt: 0, keeping: [:])
        #expect(value?["item"] == "lamp")
        #expect(value?["count"] == 42)
        #expect(value?["deliveryDate"] == "2023-11-15")
    }

    @Test func everyValueCanBeDecoded() throws {
        let schema = JSONValue.object(JSONSchema.of(Order.self))
        var seen: Set<JSONValue> = []
        for attempt in 0..<100 {
            let value = try #require(values.value(of: schema, attempt: attempt, keeping: [:]))
            _ = try JSON.decode(Order.self, from: JSON.encode(value))
            seen.insert(value)
        }
        #expect(seen.count > 50)
        #expect(Set(seen.compactMap { $0["kind"]?.string }) == ["gift", "own"])
        #expect(seen.contains { $0["note"] == .none } && seen.contains { $0["note"]?.string != nil })
    }

    @Test func numbersAreWithinBounds() {
        let schema: JSONValue = ["type": "integer", "minimum": 0, "maximum": 41]
        let sent = Set((0..<20).compactMap { values.value(of: schema, attempt: $0, keeping: [:])?.int })
        #expect(sent == [0, 1, 2])
    }

    /// No value on the screen and no usual one satisfies these rules.
    @Test(
        arguments: [
            (["type": "integer", "minimum": 18, "maximum": 20], 18), (["type": "integer", "maximum": -5], -5),
            (["type": "integer", "minimum": 3, "maximum": 20, "multipleOf": 5], 5),
            (["type": "number", "minimum": 2.5, "maximum": 3, "multipleOf": 0.5], 2.5),
            (["type": ["integer", "null"], "minimum": 7, "maximum": 9], 7),
            (["type": "number", "minimum": 0.01, "maximum": 0.02, "multipleOf": 0.01], 0.01),
            (["type": "number", "minimum": 10.25, "maximum": 11], 10.25),
        ] as [(JSONValue, Double)]
    )
    func numberWithinRulesIsFound(_ schema: JSONValue, _ number: Double) {
        for attempt in 0..<3 {
            #expect(values.value(of: schema, attempt: attempt, keeping: [:])?.double == number)
        }
    }

    @Test(
        arguments: [
            ["type": "string", "minLength": 40], ["type": "string", "maxLength": 1, "minLength": 1],
            ["type": "string", "minLength": 20, "maxLength": 21],
            ["type": "string", "pattern": #"^(?:\+[0-9]{7,15})$"#],
            ["type": "string", "pattern": "^(?:([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?)$"],
        ] as [JSONValue]
    )
    func textIsWithinRules(_ schema: JSONValue) throws {
        for attempt in 0..<10 {
            let text = try #require(values.value(of: schema, attempt: attempt, keeping: [:])?.string)
            let length = text.unicodeScalars.count
            #expect(length >= schema["minLength"]?.int ?? 0 && length <= schema["maxLength"]?.int ?? .max, "\(text)")
            let pattern = try schema["pattern"]?.string.map { try Regex($0) }
            if let pattern { #expect(text.wholeMatch(of: pattern) != nil, "\(text)") }
        }
    }

    @Test func optionsAndRowsAreThoseOnTheScreen() throws {
        let viewModel: JSONValue = ["ports": [["id": "a"], ["id": "b"]], "rows": [["n": 5], ["n": 7], ["n": 9]]]
        let control = Catalog.Control(
            action: "book",
            label: "Book",
            row: .init(list: "/rows", params: ["index": .index, "n": .value("/n")]),
            fields: [
                .init(
                    name: "trip/port",
                    label: "Port",
                    format: "choice",
                    required: true,
                    options: .list("/ports", value: "/id", label: "/id")
                )
            ]
        )
        let text: JSONValue = ["type": "string"]
        let number: JSONValue = ["type": "integer"]
        let schema: JSONValue = [
            "type": "object", "required": ["index", "n", "trip"],
            "properties": [
                "index": number, "n": number,
                "trip": ["type": "object", "required": ["port"], "properties": ["port": text]],
            ],
        ]
        let offered = control.offering(viewModel, in: schema)
        let sent = (0..<30).compactMap { values.value(of: offered, attempt: $0, keeping: [:]) }
        #expect(Set(sent.compactMap { $0["index"]?.int }) == [0, 1, 2])
        #expect(Set(sent.compactMap { $0["n"]?.int }) == [5, 7, 9])
        #expect(Set(sent.compactMap { $0["trip"]?["port"]?.string }) == ["a", "b"])
        #expect(control.offering([:], in: schema) == schema)
    }

    @Test func keptMembersAreRepeated() {
        let schema = JSONValue.object(JSONSchema.of(Order.self))
        let kept: JSONObject = ["item": "chair", "colour": "red"]
        let value = values.value(of: schema, attempt: 3, keeping: kept)
        #expect(value?["item"] == "chair")
        #expect(value?["colour"] == .none)
    }

    @Test func recursiveSchemaTerminates() throws {
        let schema = JSONValue.object(JSONSchema.of(Tree.self))
        for attempt in 0..<20 { _ = values.value(of: schema, attempt: attempt, keeping: [:]) }
    }

    @Test func actionWithoutParametersGetsNone() {
        let schema: JSONValue = ["type": "object", "properties": [:]]
        #expect(values.value(of: schema, attempt: 0, keeping: [:]) == .none)
        #expect(values.value(of: [:], attempt: 0, keeping: [:]) == .none)
    }
}
