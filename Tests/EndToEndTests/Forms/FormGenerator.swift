import FairwayDoubles
import FairwayWire
import Foundation

/// Generates parameters of an action, from its control in the catalog: values within the rules, values next to their
/// limits, and values of other kinds.
struct FormGenerator {
    private var random: SeededGenerator

    init(_ seed: Seed) { random = seed.makeGenerator() }

    /// Most parameters are valid, so that a form has few errors and is sometimes accepted.
    mutating func params(of action: String, on screen: Catalog.Screen, _ viewModel: JSONValue) -> JSONValue {
        let control = screen.controls.first { $0.action == action }
        let schema = screen.actions[action] ?? [:]
        guard chance(97) else { return pick([.null, [], "", 1, true]) }
        var params = object(schema, [], control, viewModel)
        if chance(10) { params["another"] = "x" }
        return .object(params)
    }

    private mutating func object(
        _ schema: JSONValue,
        _ path: [String],
        _ control: Catalog.Control?,
        _ viewModel: JSONValue
    ) -> JSONObject {
        var members: JSONObject = [:]
        for (name, member) in schema["properties"]?.object?.members ?? [] {
            let path = path + [name]
            let known = offered(path.joined(separator: "/"), control, viewModel)
            guard chance(94) else { continue }
            guard chance(95) else {
                members[name] = .null
                continue
            }
            guard chance(94) else {
                let other: JSONValue = pick([true, 0, "", "x", [], [:], 1.5])
                members[name] = other
                continue
            }
            if member["properties"] != nil {
                members[name] = .object(object(member, path, control, viewModel))
            } else {
                members[name] = value(member, known)
            }
        }
        return members
    }

    /// The values that the view model offers for a parameter; nil if it is not chosen from a list.
    private func offered(_ name: String, _ control: Catalog.Control?, _ viewModel: JSONValue) -> [JSONValue]? {
        if case .list(let list, let value, _)? = control?.fields.first(where: { $0.name == name })?.options {
            return Self.at(list, viewModel)?.array?.compactMap { Self.at(value, $0) } ?? []
        }
        guard let row = control?.row, let parameter = row.params[name] else { return nil }
        let rows = Self.at(row.list, viewModel)?.array ?? []
        switch parameter {
        case .index: return rows.indices.map { .number(JSONNumber($0)) } + [.number(JSONNumber(rows.count)), -1]
        case .value(let pointer): return rows.compactMap { Self.at(pointer, $0) }
        }
    }

    private static func at(_ pointer: String, _ value: JSONValue) -> JSONValue? {
        pointer.split(separator: "/").reduce(JSONValue?.some(value)) { $0?[String($1)] }
    }

    private mutating func value(_ schema: JSONValue, _ offered: [JSONValue]?) -> JSONValue {
        if let offered {
            return chance(75) && !offered.isEmpty ? pick(offered) : pick(["elsewhere", "", 0, 1, -1, 99])
        }
        if let values = Self.keyword("enum", schema)?.array {
            return chance(80) && !values.isEmpty ? pick(values) : pick(["", "x", 1])
        }
        let type = Self.keyword("type", schema)
        switch type?.string ?? type?[0]?.string {
        // Only a value of another kind breaks the rules of an optional Boolean.
        case "boolean": return chance(85) ? pick([true, false]) : pick([0, "true"])
        case "integer", "number": return .number(number(schema))
        case "string": return .string(text(schema))
        case "array": return pick([[], ["x"], [1]])
        default: return pick(["x", 1, [:], []])
        }
    }

    /// A keyword of a schema. The type of an optional value may be below `anyOf`.
    private static func keyword(_ name: String, _ schema: JSONValue) -> JSONValue? {
        schema[name] ?? schema["anyOf"]?[0]?[name]
    }

    private mutating func number(_ schema: JSONValue) -> JSONNumber {
        let least = Self.decimal("minimum", schema) ?? min(0, Self.decimal("maximum", schema) ?? 0)
        let most = Self.decimal("maximum", schema) ?? max(least, 1) * 10
        let step = Self.decimal("multipleOf", schema) ?? 1
        if chance(60) {
            let first = Self.integer(least / step, rounding: .up)
            let last = Self.integer(most / step, rounding: .down)
            guard first <= last else { return Self.json((least + most) / 2) }
            return Self.json(Decimal(Int.random(in: first...last, using: &random)) * step)
        }
        let near = [least, most, least - 1, most + 1, least + step / 2, least + 0.5, most + 0.01].map(Self.json)
        let texts = [
            "\(Self.integer(most, rounding: .down)).0", "1e0", "-0", "0.1", "1e2", "1e60", "-1e60", "1e-60",
            "9007199254740993", "-9007199254740993", "99999999999999999999", "1.000000000000000000001",
        ]
        return pick(near + texts.compactMap { JSONNumber($0) })
    }

    private static func decimal(_ name: String, _ schema: JSONValue) -> Decimal? {
        guard case .number(let number)? = keyword(name, schema) else { return nil }
        return Decimal(string: number.text)
    }

    private static func json(_ number: Decimal) -> JSONNumber { JSONNumber("\(number)") ?? 0 }

    private static func integer(_ number: Decimal, rounding rule: FloatingPointRoundingRule) -> Int {
        Int(NSDecimalNumber(decimal: number).doubleValue.rounded(rule))
    }

    private mutating func text(_ schema: JSONValue) -> String {
        if let format = Self.keyword("format", schema)?.string, let usual = Self.formats[format] {
            return pick(chance(60) ? usual.valid : usual.other + Self.oddTexts)
        }
        if let pattern = schema["pattern"]?.string {
            let usual = pattern.contains("\\+") ? Self.phones : pattern.contains(":[0-5]") ? Self.times : Self.codes
            let fitting = usual.filter { TextPattern(pattern)?.matches($0) == true }
            return pick(chance(60) && !fitting.isEmpty ? fitting : usual + Self.oddTexts)
        }
        let (least, most) = (schema["minLength"]?.int ?? 1, schema["maxLength"]?.int ?? 40)
        if chance(60) { return filler(Int.random(in: least...max(least, min(most, least + 40)), using: &random)) }
        let lengths = [least - 1, least, most, most + 1].filter { $0 >= 0 }
        return chance(50) ? filler(pick(lengths)) : pick(Self.oddTexts)
    }

    /// A text of a number of code points, some of which are more than one UTF-16 unit or part of one character.
    private mutating func filler(_ length: Int) -> String {
        var text = ""
        for _ in 0..<length { text.unicodeScalars.append(pick(Self.scalars)) }
        return text
    }

    private static let scalars: [Unicode.Scalar] = [
        "a", "A", "z", "0", " ", "é", "e", "\u{301}", "ß", "水", "\u{1F600}",
    ]

    private static let oddTexts = [
        "", " ", "\t", "\n", "a\nb", "null", "0", "\u{0}", "\u{FEFF}", "\u{200D}", "e\u{301}", "é", "١٢٣", "１２",
        "👩‍👩‍👧‍👧", "\u{1F1EB}\u{1F1EE}", "<b>&amp;\"'", "\u{2028}", "\u{10FFFF}", "İ", "ﬀ", "-", "1e3",
    ]

    private static let formats: [String: (valid: [String], other: [String])] = [
        "email": (
            ["ada@example.org", "a@b", "a.b+c@x-y.fi", "A@B.C"],
            ["ada", "@b", "a@", "a@@b", "a b@c", "a@b c", "a@-b", "a@b-", "é@b", "a@b.", "a@b\n", "a@é"]
        ),
        "uri": (
            ["https://example.org/", "http://a", "HTTPS://A/?q#f", "https://a:8080/x"],
            ["example.org", "ftp://a", "https://", "https:///x", "javascript:alert(1)", "https://a b", "https://a\n"]
        ),
        "date": (
            ["2026-11-27", "2024-02-29", "0001-01-01", "9999-12-31"],
            ["2026-02-29", "2026-13-01", "2026-00-10", "2026-11-31", "26-11-27", "2026-1-7", "2026-11-27T00:00:00Z"]
        ),
        "date-time": (
            ["2026-11-27T00:05:00Z", "2026-11-27T00:05:00.123Z", "2026-11-27T02:05:00+02:00"],
            ["2026-11-27", "2026-11-27T25:00:00Z", "2026-11-27 00:05", "2026-11-27T00:05:00", "today"]
        ),
        "uuid": (
            ["00000000-0000-0000-0000-000000000000", "6F9619FF-8B86-D011-B42D-00C04FC964FF"],
            ["00000000", "6F9619FF8B86D011B42D00C04FC964FF", "{00000000-0000-0000-0000-000000000000}"]
        ),
    ]

    private static let phones = ["+358401234567", "+1234567", "+123456", "+1234567890123456", "0401234567", "+35 840"]
    private static let times = ["09:30", "09:30:00", "23:59", "24:00", "9:30", "09:60", "09:30:60", "09:30Z", "٠٩:٣٠"]
    private static let codes = ["AB12", "A1", "1234", "ab12", "AB123", "4242424242424242", "12/28", "1"]

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }
}
