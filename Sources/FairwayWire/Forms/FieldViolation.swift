public import Foundation

/// A rule that a value breaks.
///
/// ```swift
/// if let violation = field.violation(of: "Ada") { show(field.sentence(about: violation)) }
/// ```
public enum FieldViolation: Hashable, Sendable {
    /// The value is absent or null.
    case required
    /// The value of a field with options is absent or null.
    case missingChoice
    /// The text has fewer characters than `least`.
    case tooShort(least: Int)
    /// The text has more characters than `most`.
    case tooLong(most: Int)
    /// The number is smaller than `least`, or than every number of the type if `least` is nil.
    case tooSmall(least: Decimal?)
    /// The number is larger than `most`, or than every number of the type if `most` is nil.
    case tooLarge(most: Decimal?)
    /// The number is not a multiple of the step.
    case step(Decimal)
    /// The amount has more digits than its currency.
    case tooPrecise
    /// The text does not match the field's pattern.
    case pattern
    /// The text does not have the field's format.
    case format(FieldFormat)
    /// The value is not one of the options.
    case notAnOption
    /// The value has another type than the values of a format. Nil for a type without a format, such as an object.
    case typeMismatch(FieldFormat?)
    /// The flow takes no input.
    case notAccepted

    /// The code that the server uses.
    public var code: String { rule.rawValue }

    /// A general sentence for the user, in English.
    public var sentence: String { sentence(with: limit) }

    /// The code.
    package var rule: RuleCode {
        switch self {
        case .required, .missingChoice: .required
        case .tooShort: .tooShort
        case .tooLong: .tooLong
        case .tooSmall: .tooSmall
        case .tooLarge: .tooLarge
        case .step: .step
        case .pattern: .pattern
        case .format: .format
        case .notAnOption: .notAnOption
        case .typeMismatch, .tooPrecise: .typeMismatch
        case .notAccepted: .notAccepted
        }
    }

    /// The general sentence.
    package var general: RuleSentence { RuleSentence.about(rule, subject) }

    private var subject: String? {
        switch self {
        case .missingChoice: FieldFormat.choice.rawValue
        case .tooShort(let limit), .tooLong(let limit): "\(limit)"
        case .tooSmall(nil), .tooLarge(nil): "type"
        case .tooPrecise: "digits"
        case .format(let format): format.rawValue
        case .typeMismatch(let format): format?.rawValue
        default: nil
        }
    }

    /// The limit that the value breaks, in the unit of the value.
    package var limit: Decimal? {
        switch self {
        case .tooShort(let limit), .tooLong(let limit): Decimal(limit)
        case .tooSmall(let limit), .tooLarge(let limit): limit
        case .step(let limit): limit
        case .tooPrecise: 1
        default: nil
        }
    }

    /// The general sentence in English with a limit, which may be in another unit than the value.
    package func sentence(with limit: Decimal?) -> String {
        let style = Decimal.FormatStyle.number.precision(.fractionLength(0...20)).locale(Locale(identifier: "en"))
        return general.english.replacing("{}", with: limit?.formatted(style) ?? "")
    }
}
