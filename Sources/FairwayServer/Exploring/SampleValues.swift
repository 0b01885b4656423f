import FairwayWire
import Foundation

/// Generates values for a schema: first those that the screen shows, then typical input, then unusual input.
struct SampleValues {
    /// The maximum depth of a value, because a schema may be recursive.
    private static let depth = 8
    private static let mostShown = 16
    private let shownStrings: [JSONValue]
    private let shownNumbers: [JSONValue]
    private let tomorrowDate: JSONValue
    private let tomorrowDateTime: JSONValue

    /// Generated dates are a day after `now`, because many apps reject a date in the past.
    ///
    /// - Parameter screen: The screen with the action; nil for a flow's input.
    init(on screen: ScreenDocument? = nil, now: Date) {
        var shown = Shown()
        if let screen, let viewModel = try? JSON.decode(JSONValue.self, from: screen.viewModel.bytes) {
            shown.collect(viewModel)
        }
        (shownStrings, shownNumbers) = (shown.strings, shown.numbers)
        let dateTime = now.addingTimeInterval(86_400).ISO8601Format()
        (tomorrowDate, tomorrowDateTime) = (.string(String(dateTime.prefix(10))), .string(dateTime))
    }

    /// A value for a schema. Each attempt yields another value, until all are used. Members in `kept` replace generated
    /// ones. Returns nil if the action has no parameters.
    func value(of schema: JSONValue, attempt: Int, keeping kept: JSONObject) -> JSONValue? {
        var choices = Choices(attempt: attempt)
        var value = value(of: schema, named: "", schema["$defs"], &choices, Self.depth)
        if var object = value.object {
            for (name, member) in kept.members where object[name] != nil { object[name] = member }
            value = .object(object)
        }
        // `.none`, because a literal `nil` is JSON's null here.
        return value == [:] || value.isNull ? .none : value
    }

    private struct Choices {
        let attempt: Int
        private var number = 0

        init(attempt: Int) { self.attempt = attempt }

        /// Returns the first value at the first attempt. Later, each choice within a value advances with its own
        /// stride, so a few attempts try many combinations.
        mutating func choose(_ values: [JSONValue]) -> JSONValue? {
            guard !values.isEmpty else { return .none }
            defer { number += 1 }
            return values[(attempt * (2 * number + 1) + attempt / values.count) % values.count]
        }
    }

    private func value(
        of schema: JSONValue,
        named name: String,
        _ definitions: JSONValue?,
        _ choices: inout Choices,
        _ depth: Int
    ) -> JSONValue {
        guard depth > 0 else { return .null }
        if let reference = schema["$ref"]?.string?.split(separator: "/").last,
            let named = definitions?[String(reference)]
        {
            return value(of: named, named: name, definitions, &choices, depth - 1)
        }
        if let values = schema["enum"]?.array { return choices.choose(values) ?? .null }
        if let schemas = schema["anyOf"]?.array ?? schema["oneOf"]?.array, let chosen = choices.choose(schemas) {
            return value(of: chosen, named: name, definitions, &choices, depth - 1)
        }
        switch schema["type"]?.string ?? schema["type"]?[0]?.string {
        case "object": return object(schema, definitions, &choices, depth)
        case "array":
            guard let items = schema["items"], choices.choose([true, false]) == true else { return [] }
            return [value(of: items, named: name, definitions, &choices, depth - 1)]
        case "string": return choices.choose(strings(schema, named: name)) ?? ""
        case "integer": return choices.choose(NumberRules(schema).fitting(shownNumbers + [1, 0, 2, -1, 100])) ?? 0
        case "number": return choices.choose(NumberRules(schema).fitting(shownNumbers + [1, 0.5, 0, -1])) ?? 0
        case "boolean": return choices.choose([true, false]) ?? true
        default: return .null
        }
    }

    private func object(
        _ schema: JSONValue,
        _ definitions: JSONValue?,
        _ choices: inout Choices,
        _ depth: Int
    ) -> JSONValue {
        let required = schema["required"]?.array?.compactMap(\.string) ?? []
        var members: [JSONObject.Member] = []
        for (name, member) in schema["properties"]?.object?.members ?? [] {
            guard required.contains(name) || choices.choose([true, false]) == true else { continue }
            members.append((name, value(of: member, named: name, definitions, &choices, depth - 1)))
        }
        return .object(JSONObject(members))
    }

    /// Texts that satisfy the rules of the schema: known texts and, if the schema has a pattern, usual forms. If none of
    /// them does, known texts that are padded or cut to an allowed length. If these do not either, the known texts.
    private func strings(_ schema: JSONValue, named name: String) -> [JSONValue] {
        let known = known(schema, named: name)
        let (least, most) = (schema["minLength"]?.int ?? 0, schema["maxLength"]?.int ?? .max)
        let pattern = schema["pattern"]?.string.flatMap { try? Regex($0) }
        func fits(_ value: JSONValue) -> Bool {
            guard let text = value.string, (least...max(least, most)).contains(text.unicodeScalars.count) else {
                return false
            }
            return pattern.map { (try? $0.wholeMatch(in: text)) != nil } ?? true
        }
        let fitting = (known + (pattern == nil ? [] : Self.usualForms)).filter(fits)
        guard fitting.isEmpty else { return fitting }
        let padded = known.compactMap(\.string).map { text in
            JSONValue.string(
                String(text.padding(toLength: max(least, min(text.count, most)), withPad: "a", startingAt: 0))
            )
        }
        let sized = padded.filter(fits)
        return sized.isEmpty ? known : sized
    }

    /// Texts for the patterns of `.phone` and `.time`, and of usual codes.
    private static let usualForms: [JSONValue] = [
        "+358401234567", "09:30", "1", "12", "123", "1234", "12345", "123456", "A", "AB", "ABC", "A1", "AB12", "AB1234",
        "ABC123", "a", "abc", "a-b", "4242424242424242",
    ]

    private func known(_ schema: JSONValue, named name: String) -> [JSONValue] {
        let name = name.lowercased()
        switch schema["format"]?.string {
        case "date-time": return [tomorrowDateTime, "2001-01-01T00:00:00Z"]
        case "date": return [tomorrowDate, "2001-01-01"]
        case "email": return ["ada@example.org"]
        case "uri", "uri-reference": return ["https://example.org/"]
        case "uuid": return ["00000000-0000-0000-0000-000000000000"]
        case nil where name.contains("date") || name.contains("day"): return [tomorrowDate, "2001-01-01", ""]
        case nil where name.contains("mail"): return ["ada@example.org", "ada", ""]
        default:
            return shownStrings + ["Ada", "ada@example.org", "1234", "", "x'\"<&\u{1F600}"]
        }
    }

    /// The keywords of a number's schema, computed exactly.
    private struct NumberRules {
        private let least: Decimal?
        private let most: Decimal?
        private let step: Decimal?
        private let isInteger: Bool

        init(_ schema: JSONValue) {
            least = schema["minimum"]?.decimal
            most = schema["maximum"]?.decimal
            step = schema["multipleOf"]?.decimal
            isInteger = (schema["type"]?.string ?? schema["type"]?[0]?.string) == "integer"
        }

        /// The values that satisfy the rules. If none does: the smallest or the largest allowed number.
        func fitting(_ values: [JSONValue]) -> [JSONValue] {
            let fitting = values.filter { $0.decimal.map(allows) ?? false }
            if !fitting.isEmpty { return fitting }
            let multiples = [multiple(least, .up), multiple(most, .down)].compactMap(\.self).filter(allows)
            return multiples.prefix(1).compactMap { JSONNumber("\($0)").map(JSONValue.number) }
        }

        private func allows(_ value: Decimal) -> Bool {
            if let least, value < least { return false }
            if let most, value > most { return false }
            if let step, step > 0, !(value / step).isIntegral { return false }
            return !isInteger || value.isIntegral
        }

        /// The nearest multiple of the step that a bound allows.
        private func multiple(_ bound: Decimal?, _ mode: Decimal.RoundingMode) -> Decimal? {
            guard let bound else { return nil }
            let step = step.flatMap { $0 > 0 ? $0 : nil } ?? (isInteger ? 1 : nil)
            guard let step else { return bound }
            var (quotient, rounded) = (bound / step, Decimal())
            NSDecimalRound(&rounded, &quotient, 0, mode)
            return rounded * step
        }
    }

    /// The first distinct texts and integers in a view model.
    private struct Shown {
        private(set) var strings: [JSONValue] = []
        private(set) var numbers: [JSONValue] = []

        mutating func collect(_ value: JSONValue) {
            switch value {
            case .string: Self.add(value, to: &strings)
            case .number: if value.int != nil { Self.add(value, to: &numbers) }
            case .array(let elements): for element in elements { collect(element) }
            case .object(let members): for (_, member) in members.members { collect(member) }
            case .bool, .null: break
            }
        }

        private static func add(_ value: JSONValue, to values: inout [JSONValue]) {
            if values.count < mostShown, !values.contains(value) { values.append(value) }
        }
    }
}

extension JSONValue {
    fileprivate var decimal: Decimal? { if case .number(let number) = self { number.decimal } else { nil } }
}
