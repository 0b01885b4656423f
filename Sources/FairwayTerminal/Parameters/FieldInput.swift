import FairwayClient
import FairwayWire
import Foundation

/// Converts between the value of a field and the line that a user types for it.
struct FieldInput {
    let field: ScreenForm.Field
    let format: ValueFormat

    /// The result of a line.
    enum Reading: Hashable {
        /// Nil for an input that was left empty.
        case value(JSONValue?)
        case violation(FieldViolation)
        /// The line is a part of the labels of several options.
        case filter
    }

    /// The expected input, in a few words.
    var hint: String {
        var words = [expected]
        // The bounds of an amount have the symbol of its currency.
        if let unit = field.unit, currency == nil || range.isEmpty { words[0] += " in \(unit)" }
        if !field.isRequired { words.append("optional") }
        if let placeholder = field.placeholder { words.append("such as \(placeholder)") }
        return words.joined(separator: "; ")
    }

    private var expected: String {
        if field.options != nil { return "choose one" }
        if field.isSecret { return "not shown" }
        switch field.type.kind {
        case .list: return "values separated by commas, or JSON"
        case .object, .json: return "JSON"
        default: break
        }
        return switch field.format {
        case .text, .choice: text
        case .multiline: "text; \\n begins a line"
        case .email: "e-mail address"
        case .phone: "phone number with + and the country code"
        case .url: "web address"
        case .password: "not shown"
        case .integer: "whole number" + range
        case .decimal: "number" + range
        case .money: "amount" + range
        case .date: "date, such as 2026-12-04"
        case .time: "time, such as 09:30"
        case .dateTime: "date and time, such as \(Self.typedMoment)"
        case .toggle: "y or n"
        }
    }

    private var text: String {
        guard let most = field.limits.maxLength, (2...1_000).contains(most) else { return "text" }
        return "text, at most \(most) characters"
    }

    private var range: String {
        let limits = typedLimits
        let bounds =
            switch (limits.minimum.map(bound), limits.maximum.map(bound)) {
            case (let least?, let most?): " from \(least) to \(most)"
            case (let least?, nil): " from \(least)"
            case (nil, let most?): " to \(most)"
            case (nil, nil): ""
            }
        guard let step = limits.step, step != smallestStep else { return bounds }
        return bounds + ", a multiple of \(bound(step))"
    }

    /// The step that need not be mentioned: the smallest unit of a currency, or 1.
    private var smallestStep: Decimal {
        Decimal(sign: .plus, exponent: -(currency.map(FieldFormat.fractionDigits(of:)) ?? 0), significand: 1)
    }

    /// The currency of an amount of money.
    private var currency: String? {
        field.format == .money ? field.unit.flatMap { TypedNumber.isCurrency($0) ? $0 : nil } : nil
    }

    /// A limit of the value.
    private func bound(_ value: Decimal) -> String { format.amount(value, currency) ?? number(value) }

    private func number(_ number: Decimal) -> String {
        number.formatted(.number.precision(.fractionLength(0...10)).locale(ValueFormat.locale))
    }

    /// The number of decimal digits between the amount that a user types and its value. An integer amount of money is
    /// in the minor unit of the currency.
    private var minorDigits: Int {
        guard field.format == .money, case .integer = field.type.kind, let unit = field.unit else { return 0 }
        return FieldFormat.fractionDigits(of: unit)
    }

    private var typedLimits: FieldLimits {
        var limits = field.limits
        limits.minimum = limits.minimum.map(typed)
        limits.maximum = limits.maximum.map(typed)
        limits.step = limits.step.map(typed)
        return limits
    }

    private func typed(_ value: Decimal) -> Decimal {
        Decimal(sign: value.sign, exponent: -minorDigits, significand: value.magnitude)
    }

    /// The general sentence about a moment shows the form of the protocol. A person types another one.
    private static let (typedMoment, sentMoment) = ("2026-12-04 09:30", "2026-12-04T09:30:00Z")

    /// The sentence about a broken rule: the app's own, or a general one. Amounts and moments are in the form that the
    /// user types.
    func sentence(_ violation: FieldViolation) -> String {
        if let message = field.messages[violation.code] { return message }
        let limit = field.typedLimit(of: violation).map { limit in
            switch violation {
            case .tooShort, .tooLong: number(limit)
            default: bound(limit)
            }
        }
        let sentence = violation.general.english.replacing("{}", with: limit ?? "")
        return sentence.replacing(Self.sentMoment, with: Self.typedMoment)
    }

    /// Reads a line. A blank line is nil, except in a required text field.
    ///
    /// - Parameter shown: The options that have numbers.
    func reading(of line: String, shown: [Catalog.Option]) -> Reading {
        // Quotes allow a user to enter empty text, and text that would otherwise be a command.
        if line.count > 1, line.hasPrefix("\""), line.hasSuffix("\""), let quoted = Self.json(line)?.string {
            return checked(quoted.isEmpty && !field.type.isText ? JSONValue?.none : .string(quoted))
        }
        let word = line.trimmed
        if word.isEmpty {
            let isText = field.type.isText && field.options == nil && Self.keepsBlank(field.format)
            return checked(isText && field.isRequired ? .string(line) : JSONValue?.none)
        }
        if let options = field.options { return choice(word, options, shown) }
        guard let value = value(of: line, field.type, field.format) else {
            return .violation(field.violation(of: .string(line)) ?? .typeMismatch(nil))
        }
        return checked(value)
    }

    private static func keepsBlank(_ format: FieldFormat) -> Bool { [.text, .multiline, .password].contains(format) }

    private func checked(_ value: JSONValue?) -> Reading {
        field.violation(of: value ?? .null).map(Reading.violation) ?? .value(value)
    }

    private func choice(_ word: String, _ options: [Catalog.Option], _ shown: [Catalog.Option]) -> Reading {
        func isSame(_ text: String) -> Bool { text.compare(word, options: .caseInsensitive) == .orderedSame }
        let named = options.filter { isSame($0.label) }
        if named.count == 1 { return checked(named[0].value) }
        if let value = options.first(where: { isSame(Self.text($0.value)) })?.value { return checked(value) }
        if let index = shown.indices.first(where: { String($0 + 1) == word }) { return checked(shown[index].value) }
        let matching = Self.options(options, containing: word)
        return switch matching.count {
        case 0: .violation(.notAnOption)
        case 1: checked(matching[0].value)
        default: .filter
        }
    }

    /// The options whose label contains a text.
    static func options(_ options: [Catalog.Option], containing text: String) -> [Catalog.Option] {
        options.filter { $0.label.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil }
    }

    /// The value of a line that is not blank; nil if it has another type.
    private func value(of line: String, _ type: ValueType, _ format: FieldFormat) -> JSONValue? {
        let word = line.trimmed
        switch type.kind {
        case .integer, .number:
            let number = TypedNumber.value(of: word, unit: field.unit)
            return number?.shifted(by: minorDigits).map(JSONValue.number)
        case .boolean: return Self.truth(word)
        case .date: return TypedDate.moment(of: word, in: self.format.timeZone).map(JSONValue.string)
        case .constants(let values): return values.first { Self.text($0).lowercased() == word.lowercased() }
        case .list(let item): return list(word, of: item)
        case .object, .json: return Self.json(word)
        case .text, .uuid: return .string(text(of: line, format))
        }
    }

    private func text(of line: String, _ format: FieldFormat) -> String {
        switch format {
        case .date: TypedDate.date(of: line) ?? line
        case .time: TypedDate.time(of: line) ?? line
        case .email, .url: line.trimmed
        case .phone: line.filter { !" ()-/.".contains($0) }
        case .multiline: line.replacing("\\n", with: "\n")
        default: line
        }
    }

    private func list(_ line: String, of item: ValueType) -> JSONValue? {
        if let json = Self.json(line), json.array != nil { return json }
        let items = line.split(separator: ",").map { value(of: String($0).trimmed, item, item.format) }
        return items.contains(nil) ? nil : .array(items.compactMap(\.self))
    }

    /// The line that a user would type for a value.
    func line(of value: JSONValue) -> String {
        if let option = field.options?.first(where: { $0.value == value }) { return option.label }
        return switch (value, field.format) {
        case (.bool(let truth), _): truth ? "yes" : "no"
        case (.number(let number), _):
            TypedNumber.line(of: number.shifted(by: -minorDigits) ?? number, currency: currency)
        case (.string(let text), .dateTime): TypedDate.line(ofMoment: text, in: format.timeZone)
        case (.string(let text), .multiline): text.replacing("\n", with: "\\n")
        default: Self.text(value)
        }
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let truth): truth ? "yes" : "no"
        case .number(let number): number.text
        case .string(let text): text
        case .array, .object: (try? RawJSON(encoding: value).description) ?? ""
        }
    }

    private static func json(_ text: String) -> JSONValue? { try? JSON.decode(JSONValue.self, from: Array(text.utf8)) }

    private static func truth(_ word: String) -> JSONValue? {
        switch word.lowercased() {
        case "yes", "y", "true": true
        case "no", "n", "false": false
        default: nil
        }
    }
}

extension ValueType {
    fileprivate var isText: Bool { kind == .text }
}

extension String {
    var trimmed: String {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
