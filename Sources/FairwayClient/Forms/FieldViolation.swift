public import FairwayWire
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
    /// The text does not match the field's pattern.
    case pattern
    /// The text does not have the field's format.
    case format(FieldFormat)
    /// The value is not one of the options.
    case notAnOption
    /// The value has another type.
    case typeMismatch(FieldFormat)

    /// The code that the server uses.
    public var code: String {
        switch self {
        case .required, .missingChoice: "required"
        case .tooShort: "too-short"
        case .tooLong: "too-long"
        case .tooSmall: "too-small"
        case .tooLarge: "too-large"
        case .step: "step"
        case .pattern: "pattern"
        case .format: "format"
        case .notAnOption: "not-an-option"
        case .typeMismatch: "type-mismatch"
        }
    }

    /// A general sentence for the user, in English.
    public var sentence: String { template.replacing("{}", with: limit.map { "\($0)" } ?? "") }

    /// The sentence with `{}` in place of the limit.
    package var template: String {
        switch self {
        case .required, .tooShort(least: 1): "Fill this in."
        case .tooShort: "Enter at least {} characters."
        case .tooLong(most: 1): "Enter one character."
        case .tooLong: "Enter at most {} characters."
        case .tooSmall(nil): "Enter a larger number."
        case .tooSmall: "Enter {} or more."
        case .tooLarge(nil): "Enter a smaller number."
        case .tooLarge: "Enter {} or less."
        case .step: "Enter a multiple of {}."
        case .format(.email): "Enter an e-mail address."
        case .format(.phone): "Enter a phone number with + and the country code."
        case .format(.url): "Enter a web address that begins with https://."
        case .format(.date), .typeMismatch(.date): "Enter a date such as 2026-12-04."
        case .format(.time), .typeMismatch(.time): "Enter a time such as 09:30."
        case .format(.dateTime), .typeMismatch(.dateTime): "Enter a date and a time such as 2026-12-04T09:30:00Z."
        case .pattern, .format: "This does not have the right form."
        case .notAnOption, .missingChoice, .typeMismatch(.choice): "Choose one of the options."
        case .typeMismatch(.integer): "Enter a whole number."
        case .typeMismatch(.decimal), .typeMismatch(.money): "Enter a number."
        case .typeMismatch(.toggle): "Choose yes or no."
        case .typeMismatch(.text): "This cannot be read."
        case .typeMismatch: "Enter text."
        }
    }

    /// The limit that the value breaks.
    package var limit: Decimal? {
        switch self {
        case .tooShort(let limit), .tooLong(let limit): Decimal(limit)
        case .tooSmall(let limit), .tooLarge(let limit): limit
        case .step(let limit): limit
        default: nil
        }
    }
}
