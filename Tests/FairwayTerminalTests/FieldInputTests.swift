import FairwayClient
import FairwayWire
import Foundation
import Testing

@testable import FairwayTerminal

struct FieldInputTests {
    @Test(arguments: [
        (#"{"type":"string"}"#, "Ada", #""Ada""#), (#"{"type":"string"}"#, "", #""""#),
        (#"{"type":["string","null"]}"#, "", nil), (#"{"type":"string"}"#, #""<""#, #""<""#),
        (#"{"type":["string","null"]}"#, #""""#, #""""#), (#"{"type":"integer"}"#, "3", "3"),
        (#"{"type":"integer"}"#, "three", "type-mismatch"), (#"{"type":"number"}"#, "3,5", "3.5"),
        (#"{"type":"number"}"#, "", "required"), (#"{"type":"number"}"#, " 1e3 ", "1e3"),
        (#"{"type":"boolean"}"#, "y", "true"), (#"{"type":"boolean"}"#, "No", "false"),
        (#"{"type":"boolean"}"#, "maybe", "type-mismatch"),
        (#"{"enum":["seaView","inside",null]}"#, "Sea view", #""seaView""#),
        (#"{"enum":["seaView","inside"]}"#, "SEAVIEW", #""seaView""#), (#"{"enum":["a"]}"#, "b", "not-an-option"),
        (#"{"enum":["seaView","inside"]}"#, "2", #""inside""#),
        (#"{"enum":["seaView","inside"]}"#, "sea", #""seaView""#),
        (#"{"enum":["seaView","inside"]}"#, "s", "filter"),
        (#"{"type":"array","items":{"type":"integer"}}"#, "1, 2", "[1,2]"),
        (#"{"type":"array","items":{"type":"integer"}}"#, "1, two", "type-mismatch"),
        (#"{"type":"array","items":{"type":"string"}}"#, #"["a,b"]"#, #"["a,b"]"#), ("{}", #"{"a":1}"#, #"{"a":1}"#),
        (##"{"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}],"$defs":{"N":{"type":"integer"}}}"##, "7", "7"),
        (#"{"type":"string","minLength":1}"#, "", "too-short"), (#"{"type":"integer","maximum":5}"#, "6", "too-large"),
    ])
    func lineBecomesAValueOfTheSchemasType(_ schema: String, _ line: String, _ value: String?) throws {
        #expect(try reading(of: line, schema: schema) == value)
    }

    @Test(arguments: [
        ("date", "24.12.2026", #""2026-12-24""#), ("date", "1.2.2026", #""2026-02-01""#),
        ("date", "2026-12-24", #""2026-12-24""#), ("date", "2026/1/2", #""2026-01-02""#),
        ("date", "24/12/2026", "format"), ("date", "12-24-2026", "format"), ("date", "24.12.26", "format"),
        ("date", "30.2.2026", "format"), ("date", "soon", "format"),
        ("time", "9:30", #""09:30""#), ("time", "25:00", "format"),
        ("date-time", "24.12.2026 14:00", #""2026-12-24T13:00:00Z""#),
        ("date-time", "2026-12-24T14:00:00Z", #""2026-12-24T14:00:00Z""#), ("date-time", "now", "format"),
        ("money", "1,234.50 €", "1234.50"), ("money", "EUR 12", "12"), ("money", "12,5", "12.5"),
        ("money", "1,000", "1000"), ("money", "1.000", "1.000"), ("money", "-.5", "-0.5"),
        ("money", "1.234,50", "type-mismatch"), ("money", "1,23,4", "type-mismatch"),
        ("integer", "007", "7"), ("phone", "+49 (431) 123-4567", #""+494311234567""#),
        ("email", " ada@example.org ", #""ada@example.org""#), ("multiline", #"a\nb"#, #""a\nb""#),
    ])
    func lineIsReadAsAPersonTypesIt(_ format: String, _ line: String, _ value: String) throws {
        let kind = ["money": "number", "integer": "integer"][format] ?? "string"
        let keyword = format == "date-time" ? #","format":"date-time""# : ""
        let field = Catalog.Field(name: "a", label: "A", format: format, unit: "EUR", required: true)
        #expect(try reading(of: line, schema: #"{"type":"\#(kind)"\#(keyword)}"#, field) == value)
    }

    @Test(arguments: [
        (#"{"type":"string","format":"date"}"#, "date", "date, such as 2026-12-04"),
        (#"{"type":["string","null"]}"#, "text", "text; optional"),
        (#"{"type":"integer","minimum":1,"maximum":5}"#, "integer", "whole number from 1 to 5"),
        (#"{"enum":["a","b"]}"#, "choice", "choose one"),
        (#"{"type":"string","writeOnly":true}"#, "password", "not shown"),
        (#"{"type":"number","minimum":0.5,"multipleOf":0.5}"#, "decimal", "number from 0.5, a multiple of 0.5"),
        (#"{"type":"boolean"}"#, "toggle", "y or n"),
        (#"{"type":"integer","minimum":1,"maximum":100000}"#, "integer", "whole number from 1 to 100,000"),
        (#"{"type":"string","maxLength":60}"#, "text", "text, at most 60 characters"),
    ])
    func hintDescribesTheExpectedValue(_ schema: String, _ format: String, _ hint: String) throws {
        let isRequired = !schema.contains("null")
        let field = Catalog.Field(name: "a", label: "A", format: format, required: isRequired)
        #expect(try input(schema, field).hint == hint)
    }

    @Test(arguments: [
        (#"{"type":"string","format":"date"}"#, "date", "2026-12-04"),
        (#"{"type":"string","format":"time"}"#, "time", "09:30"),
        (#"{"type":"string","format":"date-time"}"#, "date-time", "2026-12-04 09:30"),
    ])
    func hintAndErrorShowOneFormOfADate(_ schema: String, _ format: String, _ example: String) throws {
        let input = try input(schema, Catalog.Field(name: "a", label: "A", format: format, required: true))
        #expect(input.hint.hasSuffix("such as \(example)"))
        guard case .violation(let violation) = input.reading(of: "soon", shown: []) else {
            Issue.record("The line was accepted.")
            return
        }
        #expect(input.sentence(violation).hasSuffix("such as \(example)."))
        #expect(input.reading(of: example, shown: []) != .violation(violation))
    }

    @Test func hintNamesUnitAndExample() throws {
        let field = Catalog.Field(
            name: "a",
            label: "A",
            placeholder: "12",
            format: "decimal",
            unit: "km",
            required: false
        )
        #expect(try input(#"{"type":["number","null"]}"#, field).hint == "number in km; optional; such as 12")
    }

    @Test func boundsOfAnAmountHaveItsCurrency() throws {
        func hint(_ schema: String, _ unit: String) throws -> String {
            let field = Catalog.Field(name: "a", label: "A", format: "money", unit: unit, required: true)
            return try input(schema, field).hint
        }
        let schema = #"{"type":"number","minimum":0.01,"maximum":1000000,"multipleOf":0.01}"#
        #expect(try hint(schema, "EUR") == "amount from €0.01 to €1,000,000.00")
        let stepped = #"{"type":"number","maximum":50,"multipleOf":0.5}"#
        #expect(try hint(stepped, "USD") == "amount to US$50.00, a multiple of US$0.50")
        #expect(try hint(#"{"type":"number"}"#, "EUR") == "amount in EUR")
        #expect(try hint(#"{"type":"number","minimum":1}"#, "points") == "amount from 1 in points")
    }

    /// An integer amount of money is in the minor unit of its currency.
    @Test func amountIsTypedInTheMajorUnit() throws {
        let field = Catalog.Field(name: "a", label: "A", format: "money", unit: "EUR", required: true)
        let input = try input(#"{"type":"integer","minimum":100}"#, field)
        #expect(input.hint == "amount from €1.00")
        #expect(input.reading(of: "12.50 €", shown: []) == .value(1250))
        #expect(input.reading(of: "12.505", shown: []) == .violation(.tooPrecise))
        #expect(input.sentence(.tooSmall(least: 100)) == "Enter €1.00 or more.")
        #expect(input.line(of: 1250) == "12.50")
    }

    @Test func appsMessageReplacesTheGeneralSentence() throws {
        let field = Catalog.Field(
            name: "a",
            label: "A",
            format: "text",
            required: true,
            messages: ["pattern": "Eine IBAN hat 22 Zeichen."]
        )
        let input = try input(#"{"type":"string","pattern":"^(?:[A-Z]{2})$"}"#, field)
        #expect(input.sentence(.pattern) == "Eine IBAN hat 22 Zeichen.")
        #expect(input.sentence(.required) == "Fill this in.")
    }

    @Test func appsMessageExplainsAnAmount() throws {
        let field = Catalog.Field(
            name: "a",
            label: "A",
            format: "money",
            unit: "EUR",
            required: true,
            messages: ["type-mismatch": "In euros and cents."]
        )
        let input = try input(#"{"type":"integer","minimum":1}"#, field)
        for line in ["ten", "1.234"] {
            guard case .violation(let violation) = input.reading(of: line, shown: []) else {
                Issue.record("\(line) was read")
                continue
            }
            #expect(input.sentence(violation) == "In euros and cents.")
        }
    }

    @Test func editedLineIsTheOneThatAUserWouldType() throws {
        let date = Catalog.Field(name: "a", label: "A", format: "date", required: true)
        #expect(try input(#"{"type":"string"}"#, date).line(of: "2026-12-24") == "2026-12-24")
        let moment = Catalog.Field(name: "a", label: "A", format: "date-time", required: true)
        #expect(try input(#"{"type":"string"}"#, moment).line(of: "2026-12-24T13:00:00Z") == "2026-12-24 14:00")
        #expect(try input(#"{"type":"number"}"#, nil).line(of: 3.5) == "3.5")
        #expect(try input(#"{"enum":["seaView"]}"#, nil).line(of: "seaView") == "Sea view")
    }

    private func input(_ schema: String, _ field: Catalog.Field?) throws -> FieldInput {
        let form = ScreenForm.example(try JSON.decode(JSONValue.self, from: schema.utf8), field)
        return FieldInput(field: form.fields[0], format: .inBerlin)
    }

    /// The JSON of the value, the code of the broken rule, or `filter`.
    private func reading(
        of line: String,
        schema: String,
        _ field: Catalog.Field? = nil
    ) throws -> String? {
        let input = try input(schema, field)
        switch input.reading(of: line, shown: input.field.options ?? []) {
        case .value(let value): return try value.map { try RawJSON(encoding: $0).description }
        case .violation(let violation): return violation.code
        case .filter: return "filter"
        }
    }
}

extension ValueFormat {
    static var inBerlin: ValueFormat { ValueFormat(timeZone: TimeZone(identifier: "Europe/Berlin") ?? .gmt) }
}

extension ScreenForm {
    /// A form with one parameter `a`, which is required unless the field says otherwise.
    static func example(_ schema: JSONValue, _ field: Catalog.Field?) -> ScreenForm {
        let parameters: JSONValue = ["type": "object", "properties": ["a": schema], "required": ["a"]]
        let control = Catalog.Control(action: "save", label: "Save", fields: [field].compactMap(\.self))
        let catalog = Catalog.of("Page", ["save": parameters], [control])
        return all(of: .named("Page", "{}", ["save"]), in: catalog)[0]
    }
}

extension Catalog {
    static func of(
        _ screen: String,
        _ actions: JSONObject,
        _ controls: [Control],
        title: String? = nil
    ) -> Catalog {
        let screen = Screen(
            name: screen,
            title: title,
            version: 1,
            about: "",
            presentation: .push,
            viewModel: [:],
            actions: actions,
            controls: controls,
            examples: []
        )
        return Catalog(screens: [screen])
    }
}

extension ScreenDocument {
    static func named(_ name: String, _ viewModel: String, _ actions: [String], title: String? = nil) -> ScreenDocument
    {
        ScreenDocument(
            id: "s1",
            name: name,
            title: title,
            flow: "Flow",
            version: 1,
            presentation: .push,
            back: false,
            viewModel: RawJSON(known: Array(viewModel.utf8)),
            actions: actions
        )
    }
}
