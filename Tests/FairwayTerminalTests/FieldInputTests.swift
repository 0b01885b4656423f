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
        ("date", "24.12.2026", "de-DE", #""2026-12-24""#), ("date", "1.2.2026", "de-DE", #""2026-02-01""#),
        ("date", "2026-12-24", "de-DE", #""2026-12-24""#), ("date", "12/24/2026", "en-US", #""2026-12-24""#),
        ("date", "24/12/2026", "en-GB", #""2026-12-24""#), ("date", "12/24/2026", "en-GB", "format"),
        ("date", "1/2/2026", "en", "format"), ("date", "24.12.26", "de-DE", "format"),
        ("date", "30.2.2026", "de-DE", "format"), ("date", "soon", "de-DE", "format"),
        ("time", "9:30", "de-DE", #""09:30""#), ("time", "25:00", "de-DE", "format"),
        ("date-time", "24.12.2026 14:00", "de-DE", #""2026-12-24T13:00:00Z""#),
        ("date-time", "2026-12-24T14:00:00Z", "en-US", #""2026-12-24T14:00:00Z""#),
        ("date-time", "now", "en", "format"),
        ("money", "1.234,50 €", "de-DE", "1234.50"), ("money", "1,234.50", "en-US", "1234.50"),
        ("money", "EUR 12", "en-US", "12"), ("money", "12,5", "en-US", "12.5"), ("money", "1,000", "en-US", "1000"),
        ("money", "1,000", "de-DE", "1.000"), ("money", "-.5", "en-US", "-0.5"),
        ("money", "1,23,4", "en-US", "type-mismatch"),
        ("integer", "007", "en-US", "7"), ("phone", "+49 (431) 123-4567", "de-DE", #""+494311234567""#),
        ("email", " ada@example.org ", "en", #""ada@example.org""#), ("multiline", #"a\nb"#, "en", #""a\nb""#),
    ])
    func lineIsReadAsAPersonTypesIt(_ format: String, _ line: String, _ locale: String, _ value: String) throws {
        let kind = ["money": "number", "integer": "integer"][format] ?? "string"
        let keyword = format == "date-time" ? #","format":"date-time""# : ""
        let field = Catalog.Field(name: "a", label: "A", format: format, unit: "EUR", required: true)
        #expect(try reading(of: line, schema: #"{"type":"\#(kind)"\#(keyword)}"#, field, locale) == value)
    }

    @Test(arguments: [
        (#"{"type":"string","format":"date"}"#, "date", "Datum, wie 24.12.2026"),
        (#"{"type":["string","null"]}"#, "text", "Text; freiwillig"),
        (#"{"type":"integer","minimum":1,"maximum":5}"#, "integer", "ganze Zahl von 1 bis 5"),
        (#"{"enum":["a","b"]}"#, "choice", "eine Möglichkeit wählen"),
        (#"{"type":"string","writeOnly":true}"#, "password", "wird nicht angezeigt"),
        (#"{"type":"number","minimum":0.5,"multipleOf":0.5}"#, "decimal", "Zahl ab 0,5, ein Vielfaches von 0,5"),
        (#"{"type":"boolean"}"#, "toggle", "j oder n"),
        (#"{"type":"integer","minimum":1,"maximum":100000}"#, "integer", "ganze Zahl von 1 bis 100.000"),
        (#"{"type":"string","maxLength":60}"#, "text", "Text, höchstens 60 Zeichen"),
    ])
    func hintDescribesTheExpectedValue(_ schema: String, _ format: String, _ hint: String) throws {
        let isRequired = !schema.contains("null")
        let field = Catalog.Field(name: "a", label: "A", format: format, required: isRequired)
        #expect(try input(schema, field, "de-DE").hint == hint)
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
        #expect(try input(#"{"type":["number","null"]}"#, field, "en").hint == "number in km; optional; such as 12")
    }

    @Test func boundsOfAnAmountHaveItsCurrency() throws {
        func hint(_ schema: String, _ unit: String) throws -> String {
            let field = Catalog.Field(name: "a", label: "A", format: "money", unit: unit, required: true)
            return try input(schema, field, "en-US").hint
        }
        let schema = #"{"type":"number","minimum":0.01,"maximum":1000000,"multipleOf":0.01}"#
        #expect(try hint(schema, "EUR") == "amount from €0.01 to €1,000,000.00")
        let stepped = #"{"type":"number","maximum":50,"multipleOf":0.5}"#
        #expect(try hint(stepped, "USD") == "amount to $50.00, a multiple of $0.50")
        #expect(try hint(#"{"type":"number"}"#, "EUR") == "amount in EUR")
        #expect(try hint(#"{"type":"number","minimum":1}"#, "points") == "amount from 1 in points")
    }

    /// An integer amount of money is in the minor unit of its currency.
    @Test func amountIsTypedInTheMajorUnit() throws {
        let field = Catalog.Field(name: "a", label: "A", format: "money", unit: "EUR", required: true)
        let input = try input(#"{"type":"integer","minimum":100}"#, field, "de-DE")
        #expect(input.hint == "Betrag ab 1,00\u{A0}€")
        #expect(input.reading(of: "12,50 €", shown: []) == .value(1250))
        #expect(input.reading(of: "12,505", shown: []) == .violation(.typeMismatch(.money)))
        #expect(input.sentence(.tooSmall(least: 100)) == "Geben Sie mindestens 1,00\u{A0}€ ein.")
        #expect(input.line(of: 1250) == "12,50")
    }

    @Test func appsMessageReplacesTheGeneralSentence() throws {
        let field = Catalog.Field(
            name: "a",
            label: "A",
            format: "text",
            required: true,
            messages: ["pattern": "Eine IBAN hat 22 Zeichen."]
        )
        let input = try input(#"{"type":"string","pattern":"^(?:[A-Z]{2})$"}"#, field, "de-DE")
        #expect(input.sentence(.pattern) == "Eine IBAN hat 22 Zeichen.")
        #expect(input.sentence(.required) == "Füllen Sie dieses Feld aus.")
    }

    @Test func editedLineIsTheOneThatAUserWouldType() throws {
        let date = Catalog.Field(name: "a", label: "A", format: "date", required: true)
        #expect(try input(#"{"type":"string"}"#, date, "de-DE").line(of: "2026-12-24") == "24.12.2026")
        #expect(try input(#"{"type":"string"}"#, date, "en-US").line(of: "2026-12-24") == "12/24/2026")
        let moment = Catalog.Field(name: "a", label: "A", format: "date-time", required: true)
        #expect(
            try input(#"{"type":"string"}"#, moment, "de-DE").line(of: "2026-12-24T13:00:00Z") == "24.12.2026 14:00"
        )
        #expect(try input(#"{"type":"number"}"#, nil, "de-DE").line(of: 3.5) == "3,5")
        #expect(try input(#"{"enum":["seaView"]}"#, nil, "en").line(of: "seaView") == "Sea view")
    }

    private func input(_ schema: String, _ field: Catalog.Field?, _ locale: String) throws -> FieldInput {
        let form = ScreenForm.example(try JSON.decode(JSONValue.self, from: schema.utf8), field)
        return FieldInput(field: form.fields[0], format: .of(locale))
    }

    /// The JSON of the value, the code of the broken rule, or `filter`.
    private func reading(
        of line: String,
        schema: String,
        _ field: Catalog.Field? = nil,
        _ locale: String = "en"
    ) throws -> String? {
        let input = try input(schema, field, locale)
        switch input.reading(of: line, shown: input.field.options ?? []) {
        case .value(let value): return try value.map { try RawJSON(encoding: $0).description }
        case .violation(let violation): return violation.code
        case .filter: return "filter"
        }
    }
}

extension ValueFormat {
    static func of(_ locale: String) -> ValueFormat {
        ValueFormat(locale: Locale(identifier: locale), timeZone: TimeZone(identifier: "Europe/Berlin") ?? .gmt)
    }
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
