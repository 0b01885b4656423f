/// The code of a broken rule, in the `errors` of a problem.
package enum RuleCode: String, CaseIterable, Sendable {
    case required
    case typeMismatch = "type-mismatch"
    case tooShort = "too-short"
    case tooLong = "too-long"
    case tooSmall = "too-small"
    case tooLarge = "too-large"
    case step
    case pattern
    case format
    case notAnOption = "not-an-option"
    case notAccepted = "not-accepted"

    /// The fault of the value, for developers.
    package var meaning: String {
        switch self {
        case .required: "It is absent or `null`."
        case .typeMismatch: "It has another JSON type."
        case .tooShort: "It has too few characters."
        case .tooLong: "It has too many characters."
        case .tooSmall: "It is below the range of the rule or of the type."
        case .tooLarge: "It is above the range of the rule or of the type."
        case .step: "It is not a multiple of the step."
        case .pattern: "It does not match the pattern."
        case .format: "It is not valid in the format."
        case .notAnOption: "It is not one of the options, or is in no row of the list."
        case .notAccepted: "The flow takes no input."
        }
    }
}
