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
