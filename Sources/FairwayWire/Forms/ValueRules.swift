public import Foundation

/// The rules for one value, and the check that the engine and the Swift client make. `Public/web/validation.js` is the
/// same check in JavaScript.
package struct ValueRules: Sendable {
    package let kind: ValueKind
    private let format: FieldFormat?
    private let limits: FieldLimits
    /// Of money, the ISO 4217 code.
    private let currency: String?
    private let textFormat: TextFormat?
    private let pattern: TextPattern?

    /// - Parameters:
    ///   - kind: The kind of the value's JSON.
    ///   - format: The field's format; nil without a field.
    ///   - limits: The limits of the value.
    ///   - currency: Of money, the ISO 4217 code.
    package init(
        _ kind: ValueKind,
        format: FieldFormat? = nil,
        limits: FieldLimits = FieldLimits(),
        currency: String? = nil
    ) {
        (self.kind, self.format, self.limits, self.currency) = (kind, format, limits, currency)
        textFormat =
            switch kind {
            case .date: .dateTime
            case .uuid: .uuid
            default: format.flatMap { TextFormat(rawValue: $0.rawValue) }
            }
        // The schema has a pattern for these formats, because it has no keyword for them.
        let isFormat = textFormat == .phone || textFormat == .time
        pattern = isFormat ? nil : limits.pattern.flatMap(TextPattern.init)
    }

    /// The first rule that a value breaks. The value is not null.
    package func violation(of value: JSONValue) -> FieldViolation? {
        if let violation = violation(ofType: value) { return violation }
        return switch value {
        case .string(let text): violation(of: text)
        case .number(let number): violation(of: number)
        default: nil
        }
    }

    private func violation(ofType value: JSONValue) -> FieldViolation? {
        switch (kind, value) {
        case (.text, .string), (.secret, .string), (.date, .string), (.uuid, .string), (.number, .number),
            (.toggle, .bool), (.other, _):
            nil
        case (.integer, .number(let number)):
            number.isIntegral ? nil : format == .money ? .tooPrecise : .typeMismatch(.integer)
        case (.integer, _): .typeMismatch(format == .money ? .decimal : .integer)
        case (.constants(let values), _): values.contains(value) ? nil : .notAnOption
        case (.text, _), (.secret, _), (.uuid, _): .typeMismatch(.text)
        case (.date, _): .typeMismatch(.dateTime)
        case (.number, _): .typeMismatch(.decimal)
        case (.toggle, _): .typeMismatch(.toggle)
        }
    }

    private func violation(of text: String) -> FieldViolation? {
        if limits.minLength != nil || limits.maxLength != nil {
            let length = text.unicodeScalars.count
            if let least = limits.minLength, length < least { return .tooShort(least: least) }
            if let most = limits.maxLength, length > most { return .tooLong(most: most) }
        }
        if let textFormat, !textFormat.accepts(text) {
            return .format(FieldFormat(rawValue: textFormat.rawValue) ?? .text)
        }
        if let pattern, !pattern.matches(text) { return .pattern }
        return nil
    }

    private func violation(of number: JSONNumber) -> FieldViolation? {
        let exact = limits.areOfNumbers ? number.decimal : nil
        if limits.minimum != nil || limits.maximum != nil {
            // Compares the nearest `Double` if the number has more digits than a `Decimal` holds.
            let nearest = number.double ?? (number.isNegative ? -.infinity : .infinity)
            if let least = limits.minimum, exact.map({ $0 < least }) ?? (nearest < least.nearestDouble) {
                return .tooSmall(least: least)
            }
            if let most = limits.maximum, exact.map({ $0 > most }) ?? (nearest > most.nearestDouble) {
                return .tooLarge(most: most)
            }
        }
        if !isInRange(number) { return number.isNegative ? .tooSmall(least: nil) : .tooLarge(most: nil) }
        if let step = limits.step, exact.map({ !($0 / step).isIntegral }) ?? true { return .step(step) }
        return nil
    }

    /// Whether the type has values of that magnitude.
    private func isInRange(_ number: JSONNumber) -> Bool {
        if case .integer(let range) = kind { return number.integer(Int128.self).map(range.contains) ?? false }
        return number.double != nil
    }

    /// The limit that a value breaks, in the unit that people type. Money in an integer is in the minor unit of the
    /// currency, and is typed in the major unit.
    package func typedLimit(of violation: FieldViolation) -> Decimal? {
        guard let limit = violation.limit, format == .money, case .integer = kind, let currency else {
            return violation.limit
        }
        let digits = FieldFormat.fractionDigits(of: currency)
        return Decimal(sign: limit.sign, exponent: -digits, significand: limit.magnitude)
    }
}

/// The kind of a value's JSON.
package enum ValueKind: Hashable, Sendable {
    case text, number, toggle, date, uuid
    /// Text that clients hide.
    case secret
    /// With the values of the type.
    case integer(ClosedRange<Int128>)
    case constants([JSONValue])
    /// Anything else. Decoding it is the only check.
    case other
}

/// The limits of a value: keywords of its JSON Schema.
///
/// ```swift
/// if let longest = field.limits.maxLength { text = String(text.unicodeScalars.prefix(longest)) }
/// ```
public struct FieldLimits: Hashable, Sendable {
    /// The least number of characters (Unicode code points).
    public var minLength: Int?
    /// The largest number of characters.
    public var maxLength: Int?
    /// The regular expression that the whole text matches.
    public var pattern: String?
    /// The smallest number.
    public var minimum: Decimal?
    /// The largest number.
    public var maximum: Decimal?
    /// The number that every value is a multiple of.
    public var step: Decimal?

    /// No limits.
    package init() {}

    /// Reads the keywords, which may stand beside an `anyOf` or a reference, or in it.
    package init(_ schemas: [JSONValue]) {
        func value(_ keyword: String) -> JSONValue? { schemas.lazy.compactMap { $0[keyword] }.first }
        func decimal(_ keyword: String) -> Decimal? {
            if case .number(let number)? = value(keyword) { number.decimal } else { nil }
        }
        minLength = value("minLength")?.int
        maxLength = value("maxLength")?.int
        pattern = value("pattern")?.string
        minimum = decimal("minimum")
        maximum = decimal("maximum")
        step = decimal("multipleOf")
    }

    /// Whether a limit is for numbers.
    fileprivate var areOfNumbers: Bool { minimum != nil || maximum != nil || step != nil }
}
