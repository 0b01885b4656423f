import FairwayWire
import Foundation

/// A rule that a value breaks: a code for programs and a sentence for people.
enum RuleViolation: Hashable, Sendable {
    case required
    /// The value of a field with options is missing.
    case missingChoice
    case tooShort(least: Int)
    case tooLong(most: Int)
    /// Below `least`, or below all values of the type.
    case tooSmall(least: Decimal?)
    /// Above `most`, or above all values of the type.
    case tooLarge(most: Decimal?)
    case step(Decimal)
    /// An amount with more digits than the currency has.
    case tooPrecise(unit: Decimal)
    case pattern
    case format(FieldFormat)
    case notAnOption
    case typeMismatch(ActionField.Kind)
    /// The input of a flow that declares none.
    case notAccepted

    /// The code on the wire.
    var code: String {
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
        case .typeMismatch, .tooPrecise: "type-mismatch"
        case .notAccepted: "not-accepted"
        }
    }

    var sentence: Text {
        switch self {
        case .required, .tooShort(least: 1): "Fill this in."
        case .tooShort(let least): "Enter at least \(least) characters."
        case .tooLong(let most): "Enter at most \(most) characters."
        case .tooSmall(let least?): "Enter \(least.nearestDouble) or more."
        case .tooSmall(nil): "Enter a larger number."
        case .tooLarge(let most?): "Enter \(most.nearestDouble) or less."
        case .tooLarge(nil): "Enter a smaller number."
        case .step(let step), .tooPrecise(let step): "Enter a multiple of \(step.nearestDouble)."
        case .pattern: "This does not have the right form."
        case .format(.email): "Enter an e-mail address."
        case .format(.phone): "Enter a phone number with + and the country code."
        case .format(.url): "Enter a web address that begins with https://."
        case .format(.date): "Enter a date such as 2026-12-04."
        case .format(.time): "Enter a time such as 09:30."
        case .format(.dateTime): "Enter a date and a time such as 2026-12-04T09:30:00Z."
        case .format: "This does not have the right form."
        case .notAnOption, .missingChoice: "Choose one of the options."
        case .typeMismatch(.integer): "Enter a whole number."
        case .typeMismatch(.number): "Enter a number."
        case .typeMismatch(.text), .typeMismatch(.secret), .typeMismatch(.uuid): "Enter text."
        case .typeMismatch(.date): "Enter a date and a time such as 2026-12-04T09:30:00Z."
        case .typeMismatch(.toggle): "Choose yes or no."
        case .typeMismatch: "This cannot be read."
        case .notAccepted: "This takes no input."
        }
    }

    /// The error in a response.
    ///
    /// - Parameter messages: The sentences that the author has given to rules.
    func error(
        at pointer: String,
        _ language: Language,
        _ messages: [Refusal.Code: Text] = [:]
    ) -> FieldError {
        FieldError(pointer, code, detail: language.string(messages[Refusal.Code(rawValue: code)] ?? sentence))
    }
}
